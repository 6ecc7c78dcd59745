//! Somebody new, who knows nothing but what is listed.

use crate::support::{Notes, text, user};
use serde_json::{Value, json};
use tool_core::testing::TestAnswer;

/// A model that uses listed tools and advertised arguments only.
struct Model<'n> {
    notes: &'n Notes,
    name: &'static str,
}

impl Model<'_> {
    async fn call(
        &self,
        tool: &str,
        arguments: Value,
    ) -> TestAnswer {
        let catalogue = self.notes.surface.catalogue(&user(self.name));
        let listed = catalogue.tools.iter().find(|listed| listed.name == tool).unwrap();
        let advertised = listed.input_schema["properties"].as_object().unwrap();
        let given = arguments.as_object().unwrap();
        assert!(given.keys().all(|argument| advertised.contains_key(argument)), "{tool}: {arguments}");
        self.notes.outside(self.name).call(tool, arguments).await
    }
}

#[tokio::test]
async fn a_new_user_creates_a_project_adds_a_note_and_finds_it() {
    let notes = Notes::new();
    let bob = Model { notes: &notes, name: "bob" };
    assert_eq!(bob.call("list_projects", json!({})).await.structured()["items"], json!([]));

    let project = bob.call("create_project", json!({"name": "Garden"})).await;
    let project = text(&project.structured()["id"]);
    let listed = bob.call("list_projects", json!({})).await;
    assert_eq!(listed.structured()["items"][0]["id"], project);

    let new = json!({"project_id": project, "title": "Apples", "body": "red and sweet"});
    let created = bob.call("create_note", new).await.structured().clone();
    let found = bob.call("search_notes", json!({"project_id": project, "query": "SWEET"})).await;
    assert_eq!(found.structured()["items"], json!([created]));
    assert_eq!(
        bob.call("search_notes", json!({"project_id": project})).await.structured(),
        found.structured()
    );
    let other = bob.call("search_notes", json!({"project_id": project, "query": "sour"})).await;
    assert_eq!(other.structured()["items"], json!([]));

    let note = json!({"project_id": project, "note_id": created["id"]});
    assert_eq!(*bob.call("read_note", note.clone()).await.structured(), created);
    let mut change = note.clone();
    change["title"] = "Pears".into();
    let changed = bob.call("update_note", change).await.structured().clone();
    assert_eq!((&changed["title"], &changed["body"]), (&json!("Pears"), &json!("red and sweet")));
    let started = bob.call("export_project", json!({"project_id": project})).await;
    let operation = json!({"operation": started.structured()["operation"]});
    let ended = bob.call("wait_for_operation", operation).await;
    let exported = &ended.structured()["result"];
    assert_eq!((&exported["notes"], &exported["omitted"]), (&json!([changed]), &json!(0)));

    assert_eq!(bob.call("delete_note", note.clone()).await.code(), None);
    assert_eq!(bob.call("read_note", note).await.code().as_deref(), Some("note-not-found"));
}

#[tokio::test]
async fn the_assistant_of_the_product_works_on_the_project_of_the_conversation() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    let assistant = tool_core::testing::TestSurface::new(&notes.assistant()).with_caller(user("alice"));
    let here = assistant.clone().target(&project);

    assert!(assistant.call("current_project", json!({})).await.structured().is_empty());
    assert_eq!(here.call("select_project", json!({})).await.structured()["id"], project);
    assert_eq!(assistant.call("current_project", json!({})).await.structured()["result"]["id"], project);
    assert_eq!(here.call("delete_project", json!({})).await.code(), None);
    assert_eq!(assistant.call("list_projects", json!({})).await.structured()["items"], json!([]));
    // Without a project in the conversation, the tool says so.
    assert_eq!(assistant.call("search_notes", json!({})).await.code().as_deref(), Some("target-missing"));
}
