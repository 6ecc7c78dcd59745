//! Tools made of argument structs.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tool_core::{Registry, Run, Tool, ToolCall, ToolError, tool};

use super::surface;

struct App {
    name: &'static str,
}

/// Deletes one note.
#[derive(Deserialize, JsonSchema, Tool)]
#[serde(deny_unknown_fields)]
#[tool(title = "Delete a note", exposure = both)]
#[tool(effect = destructive)]
struct DeleteNote {
    /// Id of the note.
    note: String,
    /// Why.
    #[serde(default)]
    reason: Option<String>,
}

enum DeleteError {
    Gone,
    Broken(std::fmt::Error),
}

impl std::fmt::Display for DeleteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Gone => f.write_str("gone"),
            Self::Broken(error) => error.fmt(f),
        }
    }
}

impl Run<App> for DeleteNote {
    type Output = String;
    type Error = DeleteError;

    async fn run(self, app: &App, call: &ToolCall<'_>) -> Result<String, DeleteError> {
        match self.note.as_str() {
            "gone" => Err(DeleteError::Gone),
            "broken" => Err(DeleteError::Broken(std::fmt::Error)),
            note => Ok(format!("{} deleted {note} for {} {:?}", app.name, call.caller().id(), self.reason)),
        }
    }

    fn explain(error: DeleteError) -> ToolError {
        match error {
            DeleteError::Gone => ToolError::new("note-gone", "there is no such note; list the notes first"),
            DeleteError::Broken(error) => ToolError::internal(error),
        }
    }
}

// The attribute and the derive's own attribute of that name stand in one file.
/// Says something.
#[tool]
fn beside() {}

#[tokio::test]
async fn a_struct_runs_with_its_state_and_explains_its_errors() {
    let surface =
        surface(Registry::builder(App { name: "app" }).tool(DeleteNote::tool()).tool(beside_tool()));
    let surface = surface.as_caller("alice");
    assert_eq!(surface.names(), ["beside", "delete_note"]);
    let deleted = surface.call("delete_note", json!({ "note": "n1" })).await;
    assert_eq!(deleted.text(), "app deleted n1 for alice None");
    let gone = surface.call("delete_note", json!({ "note": "gone" })).await;
    assert_eq!(gone.code().as_deref(), Some("note-gone"));
    let broken = surface.call("delete_note", json!({ "note": "broken" })).await;
    assert_eq!(broken.code().as_deref(), Some("internal"));
    let unknown = surface.call("delete_note", json!({ "note": "n1", "nota": 1 })).await.text();
    assert!(unknown.contains("/nota: unknown argument"), "{unknown}");
}

#[test]
fn the_words_about_the_struct_are_the_description_and_nothing_else() {
    let registry = Registry::builder(App { name: "app" }).tool(DeleteNote::tool()).build().unwrap();
    let snapshot = registry.snapshot();
    let tool = snapshot.get("delete_note").unwrap();
    assert_eq!(tool.definition().description, "Deletes one note.");
    assert_eq!(tool.definition().input_schema["description"], json!(null));
    assert_eq!(tool.definition().input_schema["properties"]["note"]["description"], "Id of the note.");
    assert_eq!(tool.host().title.as_deref(), Some("Delete a note"));
}

/// Hides its errors, because it says nothing else.
#[derive(Deserialize, JsonSchema, Tool)]
#[serde(deny_unknown_fields)]
#[tool(name = "fail", companion = as_tool)]
struct HTTPFail {}

impl<S: Sync> Run<S> for HTTPFail {
    type Output = ();
    type Error = std::io::Error;

    async fn run(self, _: &S, _: &ToolCall<'_>) -> Result<(), std::io::Error> {
        Err(std::io::Error::other("password=hunter2"))
    }
}

#[tokio::test]
async fn an_error_that_nobody_explains_is_hidden() {
    let surface = surface(Registry::builder(()).tool(HTTPFail::as_tool()));
    let failed = surface.call("fail", json!({})).await;
    assert_eq!(failed.code().as_deref(), Some("internal"));
    assert!(!failed.text().contains("hunter2"), "{}", failed.text());
}

/// Moves a note.
#[derive(Deserialize, JsonSchema, Tool)]
#[serde(deny_unknown_fields)]
struct MoveNote {
    #[serde(alias = "id", alias = "note_id")]
    note: String,
    #[serde(rename = "to", alias = "into")]
    target: String,
}

impl Run<App> for MoveNote {
    type Output = String;
    type Error = std::convert::Infallible;

    async fn run(self, _: &App, _: &ToolCall<'_>) -> Result<String, Self::Error> {
        Ok(format!("{} to {}", self.note, self.target))
    }
}

#[tokio::test]
async fn an_alias_of_a_field_is_taken_and_not_advertised() {
    let registry = Registry::builder(App { name: "app" }).tool(MoveNote::tool());
    let surface = surface(registry);
    for (note, to) in [("note", "to"), ("id", "into"), ("note_id", "to")] {
        assert_eq!(surface.call("move_note", json!({ note: "n-1", to: "p-2" })).await.text(), "n-1 to p-2");
    }
    let both = surface.call("move_note", json!({ "note": "n-1", "id": "n-2", "to": "p-2" })).await;
    assert_eq!(both.text(), "invalid-arguments: /id: unknown argument; declared: note, to");
}
