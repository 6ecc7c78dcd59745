//! Projects: listed, created, deleted.

use crate::support::{Notes, column, text};
use serde_json::{Value, json};

#[tokio::test]
async fn a_created_project_is_listed_as_it_was_answered() {
    let notes = Notes::new();
    let created = notes.send("T1", "POST", "/projects", json!({"name": "garden"})).await.expect(201);

    assert_eq!(created["name"], "garden");
    assert!(text(&created["id"]).starts_with("p_"));
    assert_eq!(notes.get("T1", "/projects").await.expect(200), json!([created]));
}

#[tokio::test]
async fn projects_are_listed_by_name() {
    let notes = Notes::new();
    for name in ["pear", "apple", "zebra"] {
        notes.project("T1", name).await;
    }
    assert_eq!(column(&notes.get("T1", "/projects").await.expect(200), "name"), ["apple", "pear", "zebra"]);
}

#[tokio::test]
async fn a_name_is_used_once() {
    let notes = Notes::new();
    notes.project("T1", "garden").await;
    let message = "you have another project of this name; choose a different name";
    let again = notes.send("T1", "POST", "/projects", json!({"name": "garden"})).await;
    again.expect_error(409, "name-taken", message);
}

#[tokio::test]
async fn a_name_has_1_to_100_characters() {
    let notes = Notes::new();
    let blank = "name is blank; write at least one character that is not a space";
    for name in ["", " ", "\n\t"] {
        notes.send("T1", "POST", "/projects", json!({"name": name})).await.expect_error(422, "blank", blank);
    }
    // Characters, not bytes: each of these has two.
    notes.project("T1", &"é".repeat(100)).await;
    let long = notes.send("T1", "POST", "/projects", json!({"name": "é".repeat(101)})).await;
    long.expect_error(422, "too-long", "name is too long; write at most 100 characters");
}

#[tokio::test]
async fn a_deleted_project_is_gone_with_its_notes() {
    let notes = Notes::new();
    let project = notes.project("T1", "garden").await;
    let note = notes.note(&project, "apple", "red").await;

    assert_eq!(notes.send("T1", "DELETE", &project, Value::Null).await.expect(204), Value::Null);

    assert_eq!(notes.get("T1", "/projects").await.expect(200), json!([]));
    assert_eq!(notes.get("T1", &note).await.status, 404);
    assert_eq!(notes.send("T1", "DELETE", &project, Value::Null).await.status, 404);
}
