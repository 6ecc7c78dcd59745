//! `tests/judge-calls.json`, which other clients make against a service with demo data: one success and one refusal of
//! every tool (of those about an operation the refusal). Here the same calls are made directly, as alice; and as bob, for whom the names change places.

use crate::support::{Notes, text, user};
use notes::demo_data;
use serde_json::Value;
use std::{collections::BTreeMap, fs, path::Path};

fn calls() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/judge-calls.json")).unwrap()
}

fn swapped(calls: &str) -> String {
    calls.replace("alice", "nobody").replace("bob", "alice").replace("nobody", "bob")
}

async fn with_demo_data() -> Notes {
    let notes = Notes::new();
    let users = ["alice", "bob"].map(|name| name.parse().unwrap()).to_vec();
    demo_data::fill(&notes.service.store, users).await.unwrap();
    notes
}

/// Makes the calls and compares with what is expected, as the clients do.
async fn make(
    notes: &Notes,
    token: &str,
    calls: &str,
) {
    let calls: Vec<Value> = serde_json::from_str(calls).unwrap();
    for call in calls {
        let result =
            notes.call(token, call["name"].as_str().unwrap(), &call["arguments"]).await.json()["result"]
                .clone();
        let is_error = result["isError"] == true;
        if let Some(error) = call.get("error") {
            assert_eq!(is_error, *error, "{call}: {result}");
        }
        if let Some(expected) = call.get("text") {
            let found = result["content"][0]["text"].as_str().unwrap();
            assert!(found.contains(expected.as_str().unwrap()), "{call}: {result}");
        }
        if let Some(structured) = call.get("structured") {
            assert_eq!(result["structuredContent"], *structured, "{call}");
        }
        // What the clients do not do: they leave the database before it is looked at.
        if !is_error && ["export_project", "import_notes"].contains(&call["name"].as_str().unwrap()) {
            let operation = serde_json::json!({"operation": result["structuredContent"]["operation"]});
            let ended = notes.call(token, "wait_for_operation", &operation).await.json();
            assert_eq!(ended["result"]["structuredContent"]["state"], "succeeded", "{ended}");
        }
    }
}

async fn notes_of(
    notes: &Notes,
    token: &str,
    project: &str,
) -> Vec<(String, String)> {
    let export = notes.rest(token, "GET", &format!("/projects/{project}/export")).await.json();
    let rows = export["notes"].as_array().unwrap().iter();
    rows.map(|note| (text(&note["title"]), text(&note["body"]))).collect()
}

#[tokio::test]
async fn the_calls_hold_for_both_users_again_and_again_and_leave_exactly_these_rows() {
    let notes = with_demo_data().await;
    for _ in 0..2 {
        make(&notes, "T1", &calls()).await;
        make(&notes, "T2", &swapped(&calls())).await;
    }
    for (token, project) in [("T1", "p_alice"), ("T2", "p_bob")] {
        let listed = notes.rest(token, "GET", "/projects").await.json();
        let names: Vec<_> = listed.as_array().unwrap().iter().map(|project| text(&project["name"])).collect();
        assert_eq!(names, ["Fruit", "Vegetables"]);
        let row = |title: &str, body: &str| (title.to_owned(), body.to_owned());
        assert_eq!(
            notes_of(&notes, token, project).await,
            [
                row("Apples", "Red ones, from the tree behind the house."),
                row("Pears", "Yellow ones, from the market."),
                // One from each round; the third note is gone.
                row("Cherries", "Sour ones."),
                // Of the file, once: the second import of it adds nothing more.
                row("Quinces", "Hard ones."),
                row("Cherries", "Sour ones."),
            ]
        );
    }
}

#[tokio::test]
async fn each_tool_has_a_success_and_a_refusal() {
    let notes = with_demo_data().await;
    let mut refusals: BTreeMap<String, Vec<bool>> = BTreeMap::new();
    for call in serde_json::from_str::<Vec<Value>>(&calls()).unwrap() {
        refusals.entry(text(&call["name"])).or_default().push(call["error"] == true);
    }
    let listed = notes.surface.catalogue(&user("alice")).tools;
    // An id of an operation cannot be written down in advance.
    let needs_an_operation = |tool: &str| ["cancel_operation", "wait_for_operation"].contains(&tool);
    let made = |tool: &str| if needs_an_operation(tool) { vec![true] } else { vec![false, true] };
    let expected = listed.iter().map(|tool| (tool.name.clone(), made(&tool.name))).collect();
    assert_eq!(refusals, expected);
}

#[tokio::test]
async fn demo_data_is_given_to_an_empty_database_only() {
    let notes = Notes::new();
    notes.project("bob", "garden").await;
    demo_data::fill(&notes.service.store, vec!["alice".parse().unwrap()]).await.unwrap();
    assert_eq!(notes.rest("T1", "GET", "/projects").await.json(), serde_json::json!([]));
}
