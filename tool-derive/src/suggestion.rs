//! What somebody could have written instead of a name that is unknown, for error texts.

/// Returns `expected one of: a, b; did you mean a?`; without the question when no name is near.
pub(crate) fn instead(written: &str, names: &[&str]) -> String {
    let nearest = names
        .iter()
        .map(|name| (strsim::damerau_levenshtein(written, name), *name))
        // Half of the letters may be wrong: names are short, and the list stands beside the guess.
        .filter(|(distance, name)| distance * 2 <= name.len())
        .min();
    let guess = nearest.map(|(_, name)| format!("; did you mean {name}?")).unwrap_or_default();
    format!("expected one of: {}{guess}", names.join(", "))
}
