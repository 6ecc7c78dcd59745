//! The grammar of registry names, and the form in which two of them must differ. What a surface makes of a name that is too
//! long for it is `view::public_names`.

use std::{borrow::Borrow, fmt, sync::Arc};

/// A name that fits the grammar: segments joined by `::`.
///
/// A segment is `[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?` without `__`, so that a surface can write `a::b` as `a__b`
/// and never meets two tools with one public name. A name that is longer than a surface may write is cut there, and
/// marked; [`SurfaceBuilder::longest_name`](crate::SurfaceBuilder::longest_name) shows how.
///
/// # Examples
///
/// ```
/// use tool_core::{Registry, tool};
///
/// /// Lists invoices.
/// #[tool]
/// fn list() {}
///
/// let billing = Registry::builder(()).tool(list_tool()).build()?;
/// let registry = Registry::builder(()).merge("billing", &billing).build()?;
/// let name = registry.snapshot().iter().next().unwrap().name().clone();
/// assert_eq!(name.as_str(), "billing::list");
/// assert!(name.is_within("billing") && !name.is_within("bill"));
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ToolName(Arc<str>);

impl ToolName {
    /// Checks a name.
    ///
    /// # Errors
    ///
    /// What is wrong with the name, and at which character.
    pub(crate) fn parse(name: &str) -> Result<Self, String> {
        name.split("::").try_for_each(|segment| check_segment(segment, name))?;
        Ok(Self(name.into()))
    }

    /// Checks the name of an entry that is no tool: a word for its kind, one `:`, and a name of the grammar.
    ///
    /// # Errors
    ///
    /// What is wrong with the name, and at which character.
    pub(crate) fn parse_kind(kind: &str, name: &str) -> Result<Self, String> {
        let plain = name.strip_prefix(kind).unwrap_or(name);
        Self::parse(plain)?;
        Ok(Self(format!("{kind}{plain}").into()))
    }

    /// Returns the name without the word for the kind of entry, which a tool's has not.
    pub(crate) fn plain(&self) -> &str {
        match self.0.split_once(':') {
            Some((_, plain)) if !plain.starts_with(':') => plain,
            _ => &self.0,
        }
    }

    /// Returns the name as it is registered.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether the name lies in a namespace: `billing::invoices::list` lies in `billing`.
    pub fn is_within(&self, namespace: &str) -> bool {
        self.plain().strip_prefix(namespace).is_some_and(|rest| rest.starts_with("::"))
    }

    /// Returns the namespaces that the name lies in: `billing` and `billing::invoices` of `billing::invoices::list`.
    pub(crate) fn namespaces(&self) -> impl Iterator<Item = &str> {
        let plain = self.plain();
        plain.match_indices("::").map(|(end, _)| &plain[..end])
    }

    /// Returns the name as a surface writes it where it is short enough: `a::b` is `a__b`.
    pub(crate) fn written(&self) -> String {
        self.plain().replace("::", "__")
    }

    /// Returns the form in which two names of a registry must differ.
    pub(crate) fn folded(&self) -> String {
        folded(&self.0.replace("::", "__"))
    }
}

/// Returns whether a name in the registry is this word, in whatever namespace.
pub(crate) fn is_called(name: &str, word: &str) -> bool {
    name.rsplit("::").next() == Some(word)
}

/// Returns the form in which two written names must differ: hosts fold case, and some write `-` as `_`.
pub(crate) fn folded(written: &str) -> String {
    written.to_ascii_lowercase().replace('-', "_")
}

impl PartialEq<str> for ToolName {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for ToolName {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl Borrow<str> for ToolName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ToolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Checks the name of an argument that its caller writes into an address, or reads in a form: one segment.
pub(crate) fn check_argument(name: &str) -> Result<(), String> {
    check_segment(name, name)
}

fn check_segment(segment: &str, whole: &str) -> Result<(), String> {
    if segment.is_empty() {
        return Err(if whole.is_empty() { "it is empty".into() } else { "a segment is empty".into() });
    }
    if let Some(other) = segment.chars().find(|c| !c.is_ascii_alphanumeric() && !"_-".contains(*c)) {
        return Err(format!("it may contain only a-z, A-Z, 0-9, _ and - between `::`; found {other:?}"));
    }
    if segment.contains("__") {
        return Err("`__` is how surfaces write `::`; use one underscore".into());
    }
    if segment.starts_with(['_', '-']) || segment.ends_with(['_', '-']) {
        return Err("a segment starts and ends with a letter or a digit".into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::ToolName;

    #[test]
    fn accepts_segments_of_the_grammar() {
        for name in ["a", "search_notes", "a-b", "billing::list", "A1::b_2::c-3", "0"] {
            assert_eq!(ToolName::parse(name).map(|n| n.to_string()), Ok(name.to_owned()));
        }
    }

    #[test]
    fn refuses_everything_else_with_a_reason() {
        for (name, reason) in [
            ("", "it is empty"),
            ("a::", "a segment is empty"),
            ("::a", "a segment is empty"),
            ("a b", "it may contain only a-z, A-Z, 0-9, _ and - between `::`; found ' '"),
            ("a.b", "it may contain only a-z, A-Z, 0-9, _ and - between `::`; found '.'"),
            ("a:b", "it may contain only a-z, A-Z, 0-9, _ and - between `::`; found ':'"),
            ("näme", "it may contain only a-z, A-Z, 0-9, _ and - between `::`; found 'ä'"),
            ("a__b", "`__` is how surfaces write `::`; use one underscore"),
            ("_a", "a segment starts and ends with a letter or a digit"),
            ("a-", "a segment starts and ends with a letter or a digit"),
        ] {
            assert_eq!(ToolName::parse(name), Err(reason.to_owned()), "{name:?}");
        }
    }

    #[test]
    fn a_namespace_is_whole_segments() {
        let name = ToolName::parse("billing::list").unwrap();
        assert!(name.is_within("billing"));
        assert!(!name.is_within("bill"));
        assert!(!name.is_within("billing::list"));
    }
}
