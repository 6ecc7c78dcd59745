//! What is advertised is accepted: values made from the rendered schemas alone are never refused as arguments.

use crate::support::{Notes, user};
use serde_json::json;
use tool_core::testing::instance;

#[tokio::test]
async fn a_value_made_from_its_schema_is_never_an_argument_fault() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    // The id of a project cannot be made up, and an unknown one would hide what is said of the other arguments.
    let alice = notes.outside("alice").target(&project);
    for tool in notes.surface.catalogue(&user("alice")).tools {
        let starts = ["export_project", "import_notes"].contains(&tool.name.as_str());
        let mut succeeded = 0;
        for seed in 0..200 {
            let arguments = instance(&tool.input_schema, seed);
            let answer = alice.call(&tool.name, arguments.clone()).await;
            match answer.code().as_deref() {
                None => {
                    succeeded += 1;
                    // An operation is waited for, so that the queue does not fill.
                    if let Some(id) = answer.structured().get("operation").filter(|_| starts) {
                        alice.call("wait_for_operation", json!({"operation": id})).await;
                    }
                }
                // A text of white space alone, which no schema that hosts take can say; and ids that nothing has.
                Some("blank" | "name-taken" | "not-found" | "note-not-found") => {}
                Some(code) => panic!("{} answers {code} to seed {seed}: {arguments}", tool.name),
            }
        }
        let takes_an_id =
            ["note_id", "operation"].iter().any(|id| tool.input_schema["properties"].get(id).is_some());
        assert!(takes_an_id || succeeded > 0, "{} never succeeded", tool.name);
    }
}

#[tokio::test]
async fn the_bounds_of_the_schemas_are_those_of_the_functions() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    let note = notes.note("alice", &project, "apple").await;
    // The largest sizes that REST accepts, in characters and not in bytes.
    for (tool, argument, max) in [
        ("create_project", "name", 100),
        ("search_notes", "query", 1_000),
        ("create_note", "title", 200),
        ("create_note", "body", 20_000),
        ("update_note", "title", 200),
        ("update_note", "body", 20_000),
    ] {
        let alice = notes.outside("alice").target(&project);
        let call = async |length: usize| {
            let mut arguments = json!({});
            if tool == "create_note" {
                arguments = json!({"title": "long", "body": "long"});
            }
            if tool == "update_note" {
                arguments["note_id"] = note.as_str().into();
            }
            arguments[argument] = "é".repeat(length).into();
            alice.call(tool, arguments).await
        };
        assert_eq!(call(max).await.code(), None, "{tool} {argument}");
        let refused = call(max + 1).await;
        assert_eq!(refused.code().as_deref(), Some("invalid-arguments"), "{tool} {argument}");
        let expected = format!("invalid-arguments: /{argument}: expected a string of ");
        assert!(refused.text().starts_with(&expected), "{}", refused.text());
    }
}
