//! An operation of somebody else is answered as one that never was, to the byte.

use crate::server::file;
use crate::support::{Notes, text};
use serde_json::json;

const UNKNOWN: [&str; 3] = ["00000000000000000000000000000000", "x", "%FF"];

#[tokio::test]
async fn over_rest_and_over_mcp() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    let started = notes.upload("T1", &project, file(10)).await;
    let id = text(&serde_json::from_str::<serde_json::Value>(&started.text).unwrap()["operation"]);
    notes.outside("alice").call("wait_for_operation", json!({"operation": id})).await.structured();

    for method in ["GET", "DELETE"] {
        let foreign = notes.rest("T2", method, &format!("/operations/{id}")).await;
        let text = r#"{"error":{"code":"operation-not-found","message":"you have no such operation; list the operations for their ids"}}"#;
        assert_eq!((foreign.status, foreign.text.as_str()), (404, text));
        for unknown in UNKNOWN {
            let missing = notes.rest("T2", method, &format!("/operations/{unknown}")).await;
            assert_eq!(
                (missing.status, &missing.text),
                (foreign.status, &foreign.text),
                "{method} {unknown}"
            );
        }
    }
    for tool in ["wait_for_operation", "cancel_operation"] {
        let foreign = notes.call("T2", tool, &json!({"operation": id})).await;
        assert!(foreign.text.contains("not-found: no such operation"), "{}", foreign.text);
        for unknown in UNKNOWN {
            let missing = notes.call("T2", tool, &json!({"operation": unknown})).await;
            assert_eq!((missing.status, &missing.text), (foreign.status, &foreign.text), "{tool} {unknown}");
        }
    }
    let listed = notes.rest("T2", "GET", "/operations").await.json();
    assert_eq!(listed, json!({"unfinished": [], "finished": [], "cursor": "0", "gap": false}));
    assert!(!notes.call("T2", "operation_status", &json!({})).await.text.contains(&id));
}

#[tokio::test]
async fn a_file_of_another_project_is_answered_as_a_missing_one() {
    let notes = Notes::new();
    let (garden, kitchen) = (notes.project("alice", "garden").await, notes.project("alice", "kitchen").await);
    let his = notes.project("bob", "garden").await;
    let started = notes.upload("T1", &garden, file(10)).await;
    let file = text(&serde_json::from_str::<serde_json::Value>(&started.text).unwrap()["file"]);
    for (caller, project) in [("alice", &kitchen), ("bob", &his)] {
        for id in [file.as_str(), "f_0"] {
            let ended = notes.ended(caller, "import_notes", json!({"project_id": project, "file": id})).await;
            assert_eq!(
                (&ended["state"], &ended["code"]),
                (&json!("failed"), &json!("file-not-found")),
                "{ended}"
            );
            assert_eq!(ended["text"], "this project has no such file; upload it first");
        }
    }
}
