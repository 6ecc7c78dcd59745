//! Notes: created, read, changed, deleted.

use crate::support::{Notes, text};
use serde_json::{Value, json};

#[tokio::test]
async fn a_created_note_is_read_as_it_was_answered() {
    let notes = Notes::new();
    let project = notes.project("T1", "garden").await;
    let sent = json!({"title": "apple \0 🍎", "body": "line 1\nline 2"});
    let created = notes.send("T1", "POST", &format!("{project}/notes"), sent.clone()).await.expect(201);

    assert_eq!((&created["title"], &created["body"]), (&sent["title"], &sent["body"]));
    assert_eq!(created["created_at"], created["updated_at"]);
    let path = format!("{project}/notes/{}", text(&created["id"]));
    assert_eq!(notes.get("T1", &path).await.expect(200), created);
}

#[tokio::test]
async fn a_note_may_have_no_text() {
    let notes = Notes::new();
    let project = notes.project("T1", "garden").await;
    let created = notes.send("T1", "POST", &format!("{project}/notes"), json!({"title": "apple"})).await;
    assert_eq!(created.expect(201)["body"], "");
}

#[tokio::test]
async fn title_and_text_are_bounded() {
    let notes = Notes::new();
    let project = notes.project("T1", "garden").await;
    let note = notes.note(&project, &"t".repeat(200), &"b".repeat(20_000)).await;
    let refused = [
        (
            json!({"title": " ", "body": ""}),
            "blank",
            "title is blank; write at least one character that is not a space",
        ),
        (json!({"title": "t".repeat(201)}), "too-long", "title is too long; write at most 200 characters"),
        (
            json!({"title": "t", "body": "b".repeat(20_001)}),
            "too-long",
            "body is too long; write at most 20000 characters",
        ),
    ];
    for (body, code, message) in refused {
        let created = notes.send("T1", "POST", &format!("{project}/notes"), body.clone()).await;
        created.expect_error(422, code, message);
        notes.send("T1", "PATCH", &note, body).await.expect_error(422, code, message);
    }
    assert_eq!(notes.get("T1", &note).await.expect(200)["title"], "t".repeat(200));
}

#[tokio::test]
async fn a_change_touches_only_what_it_names() {
    let notes = Notes::new();
    let project = notes.project("T1", "garden").await;
    let note = notes.note(&project, "apple", "red").await;

    let changed = notes.send("T1", "PATCH", &note, json!({"body": "green"})).await.expect(200);
    assert_eq!((&changed["title"], &changed["body"]), (&json!("apple"), &json!("green")));
    let changed = notes.send("T1", "PATCH", &note, json!({"title": "pear", "body": null})).await.expect(200);
    assert_eq!((&changed["title"], &changed["body"]), (&json!("pear"), &json!("green")));
    assert_eq!(notes.get("T1", &note).await.expect(200), changed);
}

#[tokio::test]
async fn a_repeated_change_changes_nothing() {
    let notes = Notes::new();
    let project = notes.project("T1", "garden").await;
    let note = notes.note(&project, "apple", "red").await;
    let change = json!({"title": "pear", "body": "green"});

    let first = notes.send("T1", "PATCH", &note, change.clone()).await.expect(200);
    // The clock has milliseconds; enough requests pass for it to move if it were read again.
    for _ in 0..20 {
        assert_eq!(notes.send("T1", "PATCH", &note, change.clone()).await.expect(200), first);
    }
    assert_eq!(notes.send("T1", "PATCH", &note, json!({})).await.expect(200), first);
}

#[tokio::test]
async fn a_deleted_note_is_gone() {
    let notes = Notes::new();
    let project = notes.project("T1", "garden").await;
    let note = notes.note(&project, "apple", "red").await;

    assert_eq!(notes.send("T1", "DELETE", &note, Value::Null).await.expect(204), Value::Null);

    assert_eq!(notes.get("T1", &note).await.status, 404);
    assert_eq!(notes.get("T1", &format!("{project}/notes?query=apple")).await.expect(200), json!([]));
    assert_eq!(notes.send("T1", "DELETE", &note, Value::Null).await.status, 404);
}
