//! What a model reads when a call does not do what it was asked.

use crate::support::Notes;
use serde_json::{Value, json};
use tool_core::{Caller, testing::TestSurface};

async fn assert_refused(
    notes: &Notes,
    project: &str,
    tool: &str,
    arguments: Value,
    text: &str,
) {
    let refused = notes.outside("alice").target(project).call(tool, arguments).await;
    assert!(refused.reply().is_error(), "{tool}");
    assert_eq!(refused.text(), text, "{tool}");
}

#[tokio::test]
async fn refusals_of_the_functions_say_what_to_do() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    let cases = [
        (
            "create_project",
            json!({"name": "garden"}),
            "name-taken: you have another project of this name; choose a different name",
        ),
        (
            "create_project",
            json!({"name": " "}),
            "blank: name is blank; write at least one character that is not a space",
        ),
        (
            "create_note",
            json!({"title": "\t", "body": ""}),
            "blank: title is blank; write at least one character that is not a space",
        ),
        (
            "read_note",
            json!({"note_id": "n_0"}),
            "note-not-found: this project has no such note; search the project for its notes",
        ),
    ];
    for (tool, arguments, text) in cases {
        assert_refused(&notes, &project, tool, arguments, text).await;
    }
}

#[tokio::test]
async fn every_fault_of_one_call_is_named() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    let bad = json!({"query": 5, "limit": 101, "order": "newest"});
    let text = "invalid-arguments: \
                /limit: expected an integer from 1 to 100, found an integer out of range\n\
                /order: unknown argument; declared: limit, project_id, query\n\
                /query: expected a string of at most 1000 characters, found an integer";
    assert_refused(&notes, &project, "search_notes", bad, text).await;
}

#[tokio::test]
async fn a_caller_that_no_credential_made_learns_nothing() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    // The id alone makes nobody a user.
    let impostor = TestSurface::new(&notes.surface).with_caller(Caller::new("alice"));
    let listed = impostor.call("list_projects", json!({})).await;
    assert_eq!(listed.code().as_deref(), Some("internal"));
    let searched = impostor.target(&project).call("search_notes", json!({})).await;
    assert_eq!(searched.code().as_deref(), Some("not-found"));
}
