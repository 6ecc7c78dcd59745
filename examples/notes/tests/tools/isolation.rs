//! Two users who do not see each other over MCP, and answers that tell nothing, to the byte.

use crate::support::{Notes, text};
use serde_json::{Value, json};

/// Ids that name nothing: well-formed and hostile ones.
const MISSING: [&str; 5] = ["p_00000000000000000000000000000000", "x", "' OR 1=1", "\0", "🍎"];

/// Every tool about a project, with good arguments; and with bad ones, which must not be looked at first.
fn calls(note: &str) -> [(&'static str, Value); 10] {
    [
        ("search_notes", json!({"query": "apple"})),
        ("search_notes", json!({"query": 5, "limit": 0, "sort": "newest"})),
        ("read_note", json!({"note_id": note})),
        ("create_note", json!({"title": "planted", "body": ""})),
        ("create_note", json!({"title": 5})),
        ("update_note", json!({"note_id": note, "title": "planted"})),
        ("delete_note", json!({"note_id": note})),
        ("export_project", json!({})),
        ("import_notes", json!({"file": "f_0"})),
        ("import_notes", json!({"file": 5})),
    ]
}

const NO_PROJECT: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"not-found: no such project"}],"isError":true}}"#;

fn canonical(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[tokio::test]
async fn a_foreign_project_is_answered_as_a_missing_one_and_is_left_alone() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    let note = notes.note("alice", &project, "apple").await;
    let before = notes.rest("T1", "GET", &format!("/projects/{project}/export")).await.json();

    for (tool, arguments) in calls(&note) {
        let about = |id: &str| {
            let mut arguments = arguments.clone();
            arguments["project_id"] = id.into();
            arguments
        };
        let foreign = notes.call("T2", tool, &about(&project)).await;
        assert_eq!(canonical(&foreign.text), canonical(NO_PROJECT), "{tool}");
        for id in MISSING {
            let missing = notes.call("T2", tool, &about(id)).await;
            assert_eq!((missing.status, &missing.text), (foreign.status, &foreign.text), "{tool} {id}");
        }
    }

    assert_eq!(notes.rest("T1", "GET", &format!("/projects/{project}/export")).await.json(), before);
}

#[tokio::test]
async fn a_note_of_another_project_is_answered_as_a_missing_one() {
    let notes = Notes::new();
    let (garden, kitchen) = (notes.project("alice", "garden").await, notes.project("alice", "kitchen").await);
    let elsewhere = notes.note("alice", &garden, "apple").await;
    for tool in ["read_note", "update_note", "delete_note"] {
        let about = |note: &str| json!({"project_id": kitchen, "note_id": note});
        let foreign = notes.call("T1", tool, &about(&elsewhere)).await;
        let missing = notes.call("T1", tool, &about("n_0")).await;
        assert_eq!((foreign.status, &foreign.text), (missing.status, &missing.text), "{tool}");
        let answer = text(&missing.json()["result"]["content"][0]["text"]);
        assert_eq!(answer, "note-not-found: this project has no such note; search the project for its notes");
    }
    let kept = json!({"project_id": garden, "note_id": elsewhere});
    assert_eq!(notes.call("T1", "read_note", &kept).await.json()["result"]["isError"], Value::Null);
}

#[tokio::test]
async fn a_tool_that_is_not_offered_is_answered_as_one_that_does_not_exist() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    for withheld in ["delete_project", "select_project", "current_project"] {
        for arguments in [json!({"project_id": project}), json!({}), json!({"project_id": 5})] {
            let refused = notes.call("T1", withheld, &arguments).await;
            let unknown = notes.call("T1", "no_such_tool", &arguments).await;
            assert_eq!(refused.status, unknown.status, "{withheld}");
            assert_eq!(refused.text.replace(withheld, "no_such_tool"), unknown.text, "{withheld}");
            assert_eq!(canonical(&unknown.text)["error"]["code"], -32602);
        }
    }
    assert_eq!(notes.rest("T1", "GET", "/projects").await.json()[0]["id"], project);
}

#[tokio::test]
async fn each_user_lists_the_own_projects_only() {
    let notes = Notes::new();
    let (hers, his) = (notes.project("alice", "garden").await, notes.project("bob", "garden").await);
    for (token, project) in [("T1", hers), ("T2", his)] {
        let listed = notes.call(token, "list_projects", &json!({})).await.json();
        let items = listed["result"]["structuredContent"]["items"].as_array().unwrap().clone();
        assert_eq!(items.iter().map(|item| text(&item["id"])).collect::<Vec<_>>(), [project]);
    }
}

#[tokio::test]
async fn what_rest_changes_holds_for_mcp_at_once() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    let read = json!({"project_id": project});
    assert_eq!(notes.outside("alice").call("export_project", read.clone()).await.code(), None);

    assert_eq!(notes.rest("T1", "DELETE", &format!("/projects/{project}")).await.status, 204);

    let gone = notes.outside("alice").call("export_project", read).await;
    assert_eq!(gone.code().as_deref(), Some("not-found"));
}
