//! Where a tool is offered: what its manifest says, in one of two ways, and what holds of one that says nothing.

use serde_json::{Map, Value};
use tool_core::Exposure;

use crate::manifest::ExposureWord;

/// Decides where a tool is offered. `unless_denied` is what the host said of the manifest.
///
/// # Errors
///
/// When both ways are used, and say different things.
pub(crate) fn exposure(
    word: Option<ExposureWord>,
    metadata: &Map<String, Value>,
    unless_denied: bool,
) -> Result<Exposure, String> {
    match (word, exposes(metadata)) {
        (Some(ExposureWord::Internal), Some(true)) => Err(differing("internal", "true")),
        (Some(ExposureWord::Both), Some(false)) => Err(differing("both", "no `true`")),
        (Some(ExposureWord::External), Some(false)) => Err(differing("external", "no `true`")),
        (Some(word), _) => Ok(word.into()),
        (None, Some(true)) => Ok(Exposure::Both),
        (None, Some(false)) => Ok(Exposure::Internal),
        (None, None) => Ok(if unless_denied { Exposure::Both } else { Exposure::Internal }),
    }
}

/// Returns what an engine says of exposing a tool: nothing, or yes, or anything else, which is no.
fn exposes(metadata: &Map<String, Value>) -> Option<bool> {
    match metadata.get("mcp").and_then(|mcp| mcp.get("expose")) {
        None | Some(Value::Null) => None,
        Some(said) => Some(*said == Value::Bool(true)),
    }
}

fn differing(word: &str, said: &str) -> String {
    format!("exposure = \"{word}\" and metadata.mcp.expose, which is {said}, differ; leave one of them out")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_says_nothing_is_internal_and_what_says_no_stays_so() {
        let (internal, external, both) =
            (Some(ExposureWord::Internal), Some(ExposureWord::External), Some(ExposureWord::Both));
        for (word, metadata, unless_denied, found) in [
            (None, json!({}), false, Some(Exposure::Internal)),
            (None, json!({}), true, Some(Exposure::Both)),
            (None, json!({ "mcp": {} }), false, Some(Exposure::Internal)),
            (None, json!({ "mcp": { "expose": true } }), false, Some(Exposure::Both)),
            (None, json!({ "mcp": { "expose": false } }), true, Some(Exposure::Internal)),
            (None, json!({ "mcp": { "expose": "true" } }), true, Some(Exposure::Internal)),
            (None, json!({ "mcp.expose": true, "expose": true }), false, Some(Exposure::Internal)),
            (internal, json!({}), true, Some(Exposure::Internal)),
            (internal, json!({ "mcp": { "expose": false } }), true, Some(Exposure::Internal)),
            (external, json!({}), false, Some(Exposure::External)),
            (both, json!({ "mcp": { "expose": true } }), false, Some(Exposure::Both)),
            (internal, json!({ "mcp": { "expose": true } }), true, None),
            (external, json!({ "mcp": { "expose": false } }), false, None),
            (both, json!({ "mcp": { "expose": 1 } }), false, None),
        ] {
            let decided = exposure(word, metadata.as_object().unwrap(), unless_denied);
            assert_eq!(decided.ok(), found, "{word:?} {metadata} {unless_denied}");
        }
    }
}
