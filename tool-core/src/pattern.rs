//! Which names a pattern stands for. What is done with them is decided by whoever has the pattern.

/// Returns whether a name is the one that the pattern names, or lies in the namespace of a pattern such as `billing::*`.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix("::*") {
        Some(namespace) => name.strip_prefix(namespace).is_some_and(|rest| rest.starts_with("::")),
        None => name == pattern,
    }
}
