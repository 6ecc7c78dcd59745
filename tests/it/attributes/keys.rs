//! Every key changes something that can be seen.

use std::{collections::BTreeSet, time::Duration};

use serde_json::{Value, json};
use tool_core::{
    Control, Effect, Exposure, Headless, HostMetadata, Icon, Kind, Parallelism, Provides, Registry,
    ToolDefinition, ToolError, tool, tools,
};

use super::surface;

fn facts(tool: tool_core::ToolDef<()>) -> (ToolDefinition, HostMetadata) {
    let registry = Registry::builder(()).tool(tool).build().unwrap();
    let snapshot = registry.snapshot();
    let tool = snapshot.iter().next().unwrap();
    (tool.definition().clone(), tool.host().clone())
}

/// Says nothing.
#[tool]
fn bare() {}

#[test]
fn what_is_not_written_stays_restrictive() {
    let (definition, host) = facts(bare_tool());
    assert_eq!((definition.name.as_str(), definition.description.as_str()), ("bare", "Says nothing."));
    assert_eq!(host, HostMetadata::default());
    assert_eq!(
        (host.exposure, host.effect, host.open_world),
        (Exposure::Internal, Effect::Destructive, true)
    );
}

/// Says everything.
#[tool(
    name = "whole",
    title = "Whole",
    exposure = both,
    effect = additive,
    idempotent,
    open_world = false,
    target = "project",
    scopes = ["notes:read", "notes:write"],
    timeout = "1500ms",
    icons = ["https://example.com/a.svg", icon(src = "data:,", mime_type = "image/png", sizes = ["48x48", "any"])],
    meta = { "example.com/rank": 1, "example.com/list": [true, null] },
    tags = ["notes", "search"],
    deprecated = "use part",
)]
fn everything(#[context] _project: &tool_core::Target) {}

#[test]
fn what_is_written_arrives() {
    let (definition, host) = facts(everything_tool());
    assert_eq!(definition.name, "whole");
    assert_eq!(host.title.as_deref(), Some("Whole"));
    assert_eq!((host.exposure, host.effect), (Exposure::Both, Effect::Additive));
    assert_eq!((host.idempotent, host.open_world), (Some(true), false));
    assert_eq!(host.target.as_deref(), Some("project"));
    assert_eq!(host.scopes, BTreeSet::from(["notes:read".to_owned(), "notes:write".to_owned()]));
    assert_eq!(host.timeout, Some(Duration::from_millis(1_500)));
    let icon = Icon::new("data:,").with_mime_type("image/png").with_size("48x48").with_size("any");
    assert_eq!(host.icons, [Icon::new("https://example.com/a.svg"), icon]);
    assert_eq!(Value::Object(host.meta), json!({ "example.com/rank": 1, "example.com/list": [true, null] }));
    assert_eq!(host.tags, BTreeSet::from(["notes".to_owned(), "search".to_owned()]));
    assert_eq!(host.deprecated.as_deref(), Some("use part"));
}

/// Is for outside.
#[tool(title = "Outside", exposure = external, effect = read_only, idempotent = false, open_world)]
fn outside() {}

/// Is for inside.
#[tool(exposure = internal, effect = destructive, idempotent = true, headless(never = "it has a session"))]
fn inside() {}

/// Is for later.
#[tool(headless(not_yet = "it asks for a file"), timeout = "2m", control = waits)]
fn later() {}

/// Is for much later.
#[tool(timeout = "1h", blocking = false, control, kind = immediate, parallelism = parallel)]
fn much_later() {}

/// Takes turns.
#[tool(parallelism = serial_by("id"), kind = operation)]
fn turns(#[serde(rename = "id")] note: String) {
    drop(note);
}

#[test]
fn every_value_of_a_key_arrives() {
    let host = facts(outside_tool()).1;
    assert_eq!(
        (host.exposure, host.effect, host.idempotent),
        (Exposure::External, Effect::ReadOnly, Some(false))
    );
    assert!(host.open_world);
    let host = facts(inside_tool()).1;
    assert_eq!(
        (host.exposure, host.effect, host.idempotent),
        (Exposure::Internal, Effect::Destructive, Some(true))
    );
    assert_eq!(host.headless, Headless::Never("it has a session".to_owned()));
    let host = facts(later_tool()).1;
    assert_eq!(host.headless, Headless::NotYet("it asks for a file".to_owned()));
    assert_eq!(host.timeout, Some(Duration::from_mins(2)));
    assert_eq!(host.control, Control::Waits);
    let host = facts(much_later_tool()).1;
    assert_eq!(host.timeout, Some(Duration::from_hours(1)));
    assert_eq!((host.control, host.parallelism), (Control::Acts, Parallelism::Parallel));
    assert_eq!(host.kind, Kind::Immediate);
    let host = facts(turns_tool()).1;
    assert_eq!((host.control, host.parallelism), (Control::No, Parallelism::SerialBy("id".to_owned())));
    assert_eq!(host.kind, Kind::Operation);
}

const WORDS: &str = "From a constant.";

#[tool(description = "From a literal.")]
fn literal() {}

#[tool(description = WORDS)]
fn constant() {}

#[tool(description = concat!("Put ", "together."))]
fn together() {}

#[tool(description = include_str!("description.txt"))]
fn included() {}

/// Before.
#[doc = include_str!("description.txt")]
/// After.
#[tool]
fn mixed() {}

/// The comment is for people.
#[tool(description = "The key is for the model.")]
fn both_written() {}

#[tool]
#[cfg_attr(all(), doc = "Holds.")]
#[cfg_attr(any(), doc = "Does not hold.")]
/// Always.
fn conditional() {}

#[test]
fn descriptions_come_from_wherever_they_are_written() {
    let described = |tool| facts(tool).0.description.trim_end().to_owned();
    assert_eq!(described(literal_tool()), "From a literal.");
    assert_eq!(described(constant_tool()), "From a constant.");
    assert_eq!(described(together_tool()), "Put together.");
    assert_eq!(described(included_tool()), "From a file.");
    assert_eq!(described(mixed_tool()), "Before.\nFrom a file.\n\nAfter.");
    assert_eq!(described(both_written_tool()), "The key is for the model.");
    assert_eq!(described(conditional_tool()), "Holds.\nAlways.");
}

/// Is called in another way.
#[tool(companion = tool_of_renamed)]
fn renamed() {}

/// Is found under another path.
#[tool(crate = ::tool_core)]
fn elsewhere() {}

mod reexport {
    pub(crate) use ::tool_core;
}

struct Elsewhere;

#[tools(crate = crate::attributes::keys::reexport::tool_core)]
impl Elsewhere {
    /// Is found under another path.
    #[tool]
    fn method(&self, #[serde(default)] word: String) -> String {
        word
    }
}

impl Provides<Elsewhere> for () {
    fn provide(&self) -> &Elsewhere {
        &Elsewhere
    }
}

#[tokio::test]
async fn companions_and_crates_have_other_names() {
    assert_eq!(facts(tool_of_renamed()).0.name, "renamed");
    assert_eq!(facts(elsewhere_tool()).0.name, "elsewhere");
    let surface = surface(Registry::builder(()).tools::<Elsewhere>());
    assert_eq!(surface.call("method", json!({ "word": "w" })).await.text(), "w");
}

fn told(error: std::fmt::Error) -> ToolError {
    ToolError::new("told", error.to_string())
}

/// Names its error.
#[tool(error = self::told)]
fn failing() -> Result<(), std::fmt::Error> {
    Err(std::fmt::Error)
}

#[tokio::test]
async fn the_error_key_is_asked() {
    let surface = surface(Registry::builder(()).tool(failing_tool()));
    assert_eq!(surface.call("failing", json!({})).await.code().as_deref(), Some("told"));
}

#[test]
fn deprecation_reaches_whoever_reads_the_description() {
    let registry = Registry::builder(()).tool(old_tool()).build().unwrap();
    let invoker = tool_core::Invoker::builder(registry).unlimited().build().unwrap();
    let surface = tool_core::Surface::outside("test", &invoker, tool_core::Allow::exposed()).build().unwrap();
    let listed = surface.listed(&tool_core::Caller::new("alice"), "old").unwrap();
    assert!(listed.description.starts_with("Does it the old way."), "{}", listed.description);
    assert!(listed.description.contains("use new_way"), "{}", listed.description);
}

/// Does it the old way.
#[tool(title = "Old", exposure = both, deprecated = "use new_way")]
fn old() {}
