//! The export and its bounds.

use crate::support::{Notes, column, text};
use serde_json::json;

#[tokio::test]
async fn an_export_has_the_project_and_its_notes_oldest_first() {
    let notes = Notes::new();
    let project = notes.project("T1", "garden").await;
    notes.note(&project, "apple", "red").await;
    notes.note(&project, "pear", "green").await;
    let other = notes.project("T1", "kitchen").await;
    notes.note(&other, "knife", "sharp").await;

    let export = notes.get("T1", &format!("{project}/export")).await.expect(200);

    assert_eq!(format!("/projects/{}", text(&export["project"]["id"])), project);
    assert_eq!(column(&export["notes"], "title"), ["apple", "pear"]);
    assert_eq!(export["omitted"], json!(0));
}

#[tokio::test]
async fn an_export_ends_at_1_mib_of_text_and_says_how_many_notes_it_left_out() {
    let notes = Notes::new();
    let project = notes.project("T1", "garden").await;
    // 4 bytes per character and a title of 1: each note has 80,001 bytes, and 13 of them fit into 1,048,576.
    let body = "🍎".repeat(20_000);
    for _ in 0..15 {
        notes.note(&project, "t", &body).await;
    }
    let export = notes.get("T1", &format!("{project}/export")).await.expect(200);
    assert_eq!(export["notes"].as_array().unwrap().len(), 13);
    assert_eq!(export["omitted"], json!(2));
}

#[tokio::test]
async fn an_export_ends_at_1000_notes() {
    let notes = Notes::new();
    let project = notes.project("T1", "garden").await;
    for number in 0..1_001 {
        notes.note(&project, &number.to_string(), "").await;
    }
    let export = notes.get("T1", &format!("{project}/export")).await.expect(200);
    let titles = column(&export["notes"], "title");
    assert_eq!((titles.len(), titles[0], titles[999]), (1_000, "0", "999"));
    assert_eq!(export["omitted"], json!(1));
}
