//! The current project of a signed-in user.

use crate::support::Notes;
use serde_json::{Value, json};

#[tokio::test]
async fn the_last_selected_project_is_current() {
    let notes = Notes::new();
    assert_eq!(notes.get("T1", "/session/project").await.expect(200), json!({}));
    for name in ["garden", "kitchen"] {
        let project = notes.project("T1", name).await;
        let id = project.trim_start_matches("/projects/");
        let selected = notes.send("T1", "POST", "/session/project", json!({"project": id})).await.expect(200);
        assert_eq!((&selected["project"]["id"], &selected["project"]["name"]), (&json!(id), &json!(name)));
        assert_eq!(notes.get("T1", "/session/project").await.expect(200), selected);
    }
    assert_eq!(notes.get("T2", "/session/project").await.expect(200), json!({}));
}

#[tokio::test]
async fn a_deleted_project_is_current_no_more() {
    let notes = Notes::new();
    let project = notes.project("T1", "garden").await;
    let id = project.trim_start_matches("/projects/");
    notes.send("T1", "POST", "/session/project", json!({"project": id})).await.expect(200);

    notes.send("T1", "DELETE", &project, Value::Null).await.expect(204);

    assert_eq!(notes.get("T1", "/session/project").await.expect(200), json!({}));
}
