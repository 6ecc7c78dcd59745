//! What a file may hold, and what is said of one that holds something else.

use crate::server::file;
use crate::support::{Notes, text};
use serde_json::{Value, json};

/// Uploads a file of alice's, and returns how its import ends.
async fn imported(
    notes: &Notes,
    project: &str,
    file: impl Into<String>,
) -> Value {
    let started = notes.upload("T1", project, file.into()).await;
    assert_eq!(started.status, 202, "{}", started.text);
    let id = text(&serde_json::from_str::<Value>(&started.text).unwrap()["operation"]);
    notes.rest("T1", "GET", &format!("/operations/{id}?wait_seconds=60")).await.json()
}

async fn count(
    notes: &Notes,
    project: &str,
) -> usize {
    let export = notes.rest("T1", "GET", &format!("/projects/{project}/export")).await.json();
    export["notes"].as_array().unwrap().len()
}

#[tokio::test]
async fn a_bad_line_is_named_and_nothing_is_imported() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    let form = r#"write {"title": "..", "body": ".."} in one line"#;
    let title = "its title is blank or too long; write 1 to 200 characters, not all of them spaces";
    let long_title = format!(r#"{{"title": "{}"}}"#, "é".repeat(201));
    let long_body = format!(r#"{{"title": "a", "body": "{}"}}"#, "é".repeat(20_001));
    for (line, why) in [
        ("", form),
        ("CANARY", form),
        (r#"{"body": "CANARY"}"#, form),
        (r#"{"title": "a", "CANARY": 1}"#, form),
        (r#"{"title": 5}"#, form),
        (r#"["a", "b"]"#, form),
        (r#"{"title": "  "}"#, title),
        (&long_title, title),
        (&long_body, "its body is too long; write at most 20000 characters"),
    ] {
        // The line is the 151st, beyond the first batch.
        let ended = imported(&notes, &project, format!("{}{line}\n{}", file(150), file(1))).await;
        let said = format!("line 151 is not a note: {why}; nothing of the file was imported");
        assert_eq!((&ended["state"], &ended["code"]), (&json!("failed"), &json!("bad-line")), "{ended}");
        assert_eq!(ended["text"], said);
    }
    assert_eq!(count(&notes, &project).await, 0);
}

#[tokio::test]
async fn a_file_is_imported_once_however_often_it_is_asked_for() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    let started = notes.upload("T1", &project, file(101)).await;
    let file =
        json!({"project_id": project, "file": serde_json::from_str::<Value>(&started.text).unwrap()["file"]});
    for _ in 0..3 {
        let ended = notes.ended("alice", "import_notes", file.clone()).await;
        // The upload has started one already, which may be running.
        if ended["code"] != "import-running" {
            assert_eq!(ended["result"], json!({"imported": 101}), "{ended}");
        }
    }
    assert_eq!(notes.ended("alice", "import_notes", file).await["result"], json!({"imported": 101}));
    assert_eq!(count(&notes, &project).await, 101);
}

#[tokio::test]
async fn the_edges_of_a_file() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    for (file, imported_notes) in [
        (String::new(), 0),
        (file(1).trim_end().to_owned(), 1),
        (file(2).replace('\n', "\r\n"), 2),
        (file(100), 100),
        (file(200), 200),
    ] {
        let ended = imported(&notes, &project, file).await;
        assert_eq!(ended["result"], json!({"imported": imported_notes}), "{ended}");
    }
    assert_eq!(count(&notes, &project).await, 303);
    let refused = notes.upload("T1", &project, " ".repeat((16 << 20) + 1)).await;
    assert_eq!(refused.status, 413, "{}", refused.text);
    assert!(refused.text.contains("send at most 16777216 bytes"), "{}", refused.text);
    let refused = notes.upload("T1", &project, vec![b'a', 0xff]).await;
    assert!(refused.text.contains("the file is not UTF-8; send plain text"), "{}", refused.text);
    let foreign = notes.upload("T2", &project, file(1)).await;
    assert_eq!(foreign.status, 404, "{}", foreign.text);
}

#[tokio::test]
async fn files_that_nobody_imports_are_bounded() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    for _ in 0..20 {
        assert_eq!(imported(&notes, &project, "bad").await["code"], "bad-line");
    }
    let refused = notes.upload("T1", &project, file(1)).await;
    assert_eq!(refused.status, 409, "{}", refused.text);
    assert!(refused.text.contains("the project has 20 files that are not imported"), "{}", refused.text);
}

#[tokio::test]
async fn the_search_index_is_rebuilt_and_finds_what_it_found() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    imported(&notes, &project, file(1_200)).await;
    let before = notes.rest("T1", "GET", &format!("/projects/{project}/notes?query=1199")).await.json();
    assert_eq!(before[0]["title"], "note 1199");
    let started = notes.rest("T1", "POST", &format!("/projects/{project}/reindex")).await;
    let id = text(&serde_json::from_str::<Value>(&started.text).unwrap()["operation"]);
    let ended = notes.rest("T1", "GET", &format!("/operations/{id}?wait_seconds=60")).await.json();
    assert_eq!(ended["result"], json!({"notes": 1_200}), "{ended}");
    assert_eq!(
        notes.rest("T1", "GET", &format!("/projects/{project}/notes?query=1199")).await.json(),
        before
    );
}
