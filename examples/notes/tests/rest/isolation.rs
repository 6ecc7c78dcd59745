//! Two users who do not see each other, and ids that tell nothing.

use crate::support::{Notes, column};
use serde_json::{Value, json};

/// Ids that name nothing: well-formed and hostile ones.
const MISSING: [&str; 5] =
    ["p_00000000000000000000000000000000", "x", "%27%20OR%201%3D1", "%00", "%F0%9F%8D%8E"];

fn routes(
    project: &str,
    note: &str,
) -> [(&'static str, String, Value); 10] {
    let note = format!("{project}/notes/{note}");
    [
        ("DELETE", project.to_owned(), Value::Null),
        ("GET", format!("{project}/export"), Value::Null),
        ("POST", format!("{project}/import"), json!({"title": "planted"})),
        ("POST", format!("{project}/reindex"), Value::Null),
        ("GET", format!("{project}/notes?query=apple"), Value::Null),
        ("POST", format!("{project}/notes"), json!({"title": "planted"})),
        // A body that would be refused must not be looked at before the owner is known.
        ("POST", format!("{project}/notes"), json!({"title": 5})),
        ("GET", note.clone(), Value::Null),
        ("PATCH", note.clone(), json!({"title": "planted"})),
        ("DELETE", note, Value::Null),
    ]
}

const NO_PROJECT: &str = r#"{"error":{"code":"project-not-found","message":"you have no such project; list the projects for their ids"}}"#;
const NO_NOTE: &str = r#"{"error":{"code":"note-not-found","message":"this project has no such note; search the project for its notes"}}"#;

async fn assert_no_project(
    notes: &Notes,
    method: &str,
    path: &str,
    body: Value,
) {
    let answer = notes.send("T2", method, path, body).await;
    assert_eq!(answer.status, 404, "{method} {path}");
    assert_eq!(String::from_utf8_lossy(&answer.bytes), NO_PROJECT, "{method} {path}");
}

#[tokio::test]
async fn a_foreign_project_is_answered_as_a_missing_one_and_is_left_alone() {
    let notes = Notes::new();
    let project = notes.project("T1", "garden").await;
    let note = notes.note(&project, "apple", "red").await;
    let before = notes.get("T1", &format!("{project}/export")).await.expect(200);

    for (method, path, body) in routes(&project, note.rsplit('/').next().unwrap()) {
        assert_no_project(&notes, method, &path, body).await;
    }
    for id in MISSING {
        for (method, path, body) in routes(&format!("/projects/{id}"), "n_0") {
            assert_no_project(&notes, method, &path, body).await;
        }
    }

    assert_eq!(notes.get("T1", &format!("{project}/export")).await.expect(200), before);
}

#[tokio::test]
async fn the_session_cannot_point_at_a_foreign_or_missing_project() {
    let notes = Notes::new();
    let project = notes.project("T1", "garden").await;
    for id in [project.trim_start_matches("/projects/"), "p_0", "", "' OR 1=1"] {
        assert_no_project(&notes, "POST", "/session/project", json!({"project": id})).await;
    }
    assert_eq!(notes.get("T2", "/session/project").await.expect(200), json!({}));
}

#[tokio::test]
async fn a_note_of_another_project_is_answered_as_a_missing_one() {
    let notes = Notes::new();
    let garden = notes.project("T1", "garden").await;
    let kitchen = notes.project("T1", "kitchen").await;
    let apple = notes.note(&garden, "apple", "red").await;

    let elsewhere = apple.rsplit('/').next().unwrap();
    for id in [elsewhere].into_iter().chain(MISSING) {
        for (method, body) in
            [("GET", Value::Null), ("PATCH", json!({"title": "planted"})), ("DELETE", Value::Null)]
        {
            let answer = notes.send("T1", method, &format!("{kitchen}/notes/{id}"), body).await;
            assert_eq!(answer.status, 404, "{method} {id}");
            assert_eq!(String::from_utf8_lossy(&answer.bytes), NO_NOTE, "{method} {id}");
        }
    }
    assert_eq!(notes.get("T1", &apple).await.expect(200)["title"], "apple");
}

#[tokio::test]
async fn an_address_that_is_not_utf_8_names_no_project() {
    let notes = Notes::new();
    let project = notes.project("T1", "garden").await;
    for address in ["/projects/%FF/export".to_owned(), format!("{project}/notes/%FF")] {
        for token in ["T1", "T2"] {
            let answer = notes.get(token, &address).await;
            assert_eq!((answer.status, String::from_utf8_lossy(&answer.bytes).as_ref()), (404, NO_PROJECT));
        }
    }
}

#[tokio::test]
async fn lists_searches_and_names_are_separate() {
    let notes = Notes::new();
    let hers = notes.project("T1", "garden").await;
    let his = notes.project("T2", "garden").await;
    notes.note(&hers, "apple", "red").await;

    assert_eq!(column(&notes.get("T1", "/projects").await.expect(200), "name"), ["garden"]);
    assert_eq!(column(&notes.get("T2", "/projects").await.expect(200), "name"), ["garden"]);
    assert_eq!(notes.get("T2", &format!("{his}/notes?query=apple")).await.expect(200), json!([]));
    notes.send("T2", "DELETE", &his, Value::Null).await.expect(204);
    assert_eq!(notes.get("T1", "/projects").await.expect(200).as_array().unwrap().len(), 1);
}
