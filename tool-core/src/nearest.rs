//! The name that somebody probably meant, for error texts.

/// Returns the known name that is close enough to a wrong one to be worth suggesting.
pub(crate) fn nearest<'a>(wrong: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Names longer than this are not typing errors, and the comparison is quadratic.
    const LONGEST: usize = 64;
    if wrong.len() > LONGEST {
        return None;
    }
    known
        .filter(|name| name.len() <= LONGEST)
        .map(|name| (strsim::damerau_levenshtein(wrong, name), name))
        // One typing error always counts; else a third of the letters may be wrong: `id` does not mean `to`.
        .filter(|(distance, name)| {
            (*distance == 1 && wrong.len() > 1) || distance * 3 <= name.chars().count()
        })
        .min()
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn suggests_what_was_probably_meant() {
        let known = ["limit", "query", "project_id"];
        for (wrong, expected) in [
            ("qery", Some("query")),
            ("lmiit", Some("limit")),
            ("project", Some("project_id")),
            ("projectid", Some("project_id")),
            ("nn", None),
            ("id", None),
            ("", None),
        ] {
            assert_eq!(nearest(wrong, known.into_iter()), expected, "{wrong:?}");
        }
        assert_eq!(nearest("nn", ["n"].into_iter()), Some("n"));
        assert_eq!(nearest("x", ["n"].into_iter()), None);
    }
}
