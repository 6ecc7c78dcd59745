//! Which names a pattern stands for. What is done with them is decided by whoever has the pattern.

/// Returns whether a name is the one that the pattern names, or lies in the namespace of a pattern such as `billing::*`,
/// or is of the kind of one such as `prompt:*`.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    match (pattern.strip_suffix("::*"), pattern.strip_suffix(":*")) {
        (Some(namespace), _) => name.strip_prefix(namespace).is_some_and(|rest| rest.starts_with("::")),
        // A tool's name has no single `:`, so this is for resources and prompts.
        (None, Some(kind)) => {
            let rest = name.strip_prefix(kind).and_then(|rest| rest.strip_prefix(':'));
            rest.is_some_and(|rest| !rest.starts_with(':'))
        }
        (None, None) => name == pattern,
    }
}
