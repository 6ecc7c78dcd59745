//! Resources and the prompt over HTTP and over the surface: whose they are, and how they are completed.

use crate::support::{Answer, Notes, body, message, post, user};
use serde_json::{Value, json};
use tool_core::parity::assert_readable;

async fn ask(
    notes: &Notes,
    token: &str,
    method: &str,
    params: &Value,
) -> Value {
    let message = message(method, params);
    let request = post(&message).header("authorization", format!("Bearer {token}"));
    let answer: Answer = notes.answer(request.body(body(&message)).unwrap()).await;
    serde_json::from_str(&answer.text).unwrap()
}

async fn read(
    notes: &Notes,
    token: &str,
    uri: &str,
) -> Value {
    ask(notes, token, "resources/read", &json!({ "uri": uri })).await
}

#[tokio::test]
async fn the_context_is_the_callers() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    let context = read(&notes, "T1", "app://context").await["result"]["contents"][0].clone();
    assert_eq!(context["mimeType"], "application/json");
    let context: Value = serde_json::from_str(context["text"].as_str().unwrap()).unwrap();
    assert_eq!((&context["user"], &context["projects"][0]["id"]), (&json!("alice"), &json!(project)));
    let bobs = read(&notes, "T2", "app://context").await["result"]["contents"][0]["text"].clone();
    assert!(bobs.as_str().unwrap().contains(r#""projects":[]"#), "{bobs}");
}

#[tokio::test]
async fn a_note_is_read_by_its_owner_and_is_unknown_to_everybody_else() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    let note = notes.note("alice", &project, "apple").await;
    let uri = format!("notes://{project}/{note}");
    let found = read(&notes, "T1", &uri).await["result"]["contents"][0].clone();
    assert_eq!((&found["uri"], &found["mimeType"]), (&json!(uri), &json!("text/markdown")));
    assert!(found["text"].as_str().unwrap().starts_with("# apple"), "{found}");

    let unknown = read(&notes, "T1", "notes://p_nobody/n_none").await["error"].to_string();
    for (token, uri) in
        [("T2", uri.as_str()), ("T1", &format!("notes://{project}/n_none")), ("T1", "notes://x")]
    {
        assert_eq!(read(&notes, token, uri).await["error"].to_string(), unknown, "{token} {uri}");
    }
}

#[tokio::test]
async fn the_prompt_is_about_a_project_of_the_callers() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    notes.note("alice", &project, "apple").await;
    let get = json!({ "name": "summarise_project", "arguments": { "project": project } });
    let rendered = ask(&notes, "T1", "prompts/get", &get).await["result"]["messages"][0].clone();
    assert_eq!(rendered["role"], "user");
    assert!(rendered["content"]["text"].as_str().unwrap().contains("# apple"), "{rendered}");
    let foreign = ask(&notes, "T2", "prompts/get", &get).await;
    assert_eq!(foreign["error"]["message"], "Unknown prompt: summarise_project");
}

#[tokio::test]
async fn completions_are_the_callers_own() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    let note = notes.note("alice", &project, "apple").await;
    let complete = async |token: &str, of: Value, argument: &str, given: Value| {
        let params = json!({
            "ref": of, "argument": { "name": argument, "value": "" }, "context": { "arguments": given }
        });
        ask(&notes, token, "completion/complete", &params).await["result"]["completion"]["values"].clone()
    };
    let prompt = json!({ "type": "ref/prompt", "name": "summarise_project" });
    let template = json!({ "type": "ref/resource", "uri": "notes://{project}/{note}" });
    assert_eq!(complete("T1", prompt.clone(), "project", json!({})).await, json!([project]));
    assert_eq!(complete("T2", prompt, "project", json!({})).await, json!([]));
    let given = json!({ "project": project });
    assert_eq!(complete("T1", template.clone(), "note", given.clone()).await, json!([note]));
    assert_eq!(complete("T2", template, "note", given).await, json!([]));
}

#[tokio::test]
async fn what_is_listed_can_be_read() {
    let notes = Notes::new();
    for name in ["alice", "bob"] {
        assert_readable(&notes.surface, &user(name)).await;
        assert_readable(&notes.assistant(), &user(name)).await;
    }
}
