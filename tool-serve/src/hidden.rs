//! Which tools are hidden whatever a manifest says, by the beginnings of their ids.

use crate::Fault;

/// What engines keep to themselves.
pub(crate) const DEFAULT: [&str; 9] =
    ["engine::", "state::", "stream::", "iii.", "iii::", "mcp::", "a2a::", "skills::", "prompts::"];

/// Returns a beginning that hides something, and not everything.
pub(crate) fn prefix(text: String) -> Result<String, Fault> {
    if text.is_empty() {
        return Err(Fault::new("an empty prefix hides everything; leave it out"));
    }
    Ok(text)
}

/// Returns the beginnings that are hidden: the default ones, without those that are not to be, and more.
///
/// # Errors
///
/// When one is taken off that is not there, which is a typing error.
pub(crate) fn prefixes(more: &[String], unhidden: &[String]) -> Result<Vec<String>, Fault> {
    if let Some(stray) = unhidden.iter().find(|prefix| !DEFAULT.contains(&prefix.as_str())) {
        let known = DEFAULT.join(" ");
        return Err(Fault::new(format!(
            "--unhide {stray} takes off what is not hidden anyway; that is: {known}"
        )));
    }
    let kept = DEFAULT.iter().filter(|prefix| !unhidden.iter().any(|taken| taken == *prefix));
    Ok(kept.map(|prefix| (*prefix).to_owned()).chain(more.iter().cloned()).collect())
}
