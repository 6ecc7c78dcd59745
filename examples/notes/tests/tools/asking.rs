//! `delete_project` asks before it deletes notes: the product's own client over MCP, and an assistant that cannot be asked.

use crate::support::{Notes, message, user};
use notes::mcp;
use serde_json::{Value, json};
use tool_core::{InputAnswer, testing::TestSurface};

/// A call of alice's by a client of 2026-07-28, which can show forms.
fn delete() -> Value {
    let mut call = message("tools/call", &json!({"name": "delete_project", "arguments": {}}));
    call["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}
    });
    call
}

async fn projects_of(notes: &Notes) -> usize {
    let listed = notes.outside("alice").call("list_projects", json!({})).await;
    listed.structured()["items"].as_array().unwrap().len()
}

#[tokio::test]
async fn the_user_is_asked_about_the_notes_that_there_are_now() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    notes.note("alice", &project, "apple").await;
    let assistant = TestSurface::new(&notes.assistant()).with_caller(user("alice")).target(&project);
    let agrees = assistant.clone().with_answer("confirm", InputAnswer::accepted([("delete", true)]));
    let waits = assistant.clone().with_answer("other", InputAnswer::Declined);

    let question = waits.call("delete_project", json!({})).await;
    let asked =
        |answer: &tool_core::testing::TestAnswer| answer.input_required().requests[0].message().to_owned();
    assert_eq!(asked(&question), "Delete this project with its only note? Nothing brings it back.");
    notes.note("alice", &project, "pear").await;
    let question = waits.call("delete_project", json!({})).await;
    assert_eq!(asked(&question), "Delete this project with its 2 notes? Nothing brings them back.");

    for refuses in [InputAnswer::Declined, InputAnswer::Cancelled, InputAnswer::accepted([("delete", false)])]
    {
        let kept = assistant.clone().with_answer("confirm", refuses).call("delete_project", json!({})).await;
        assert_eq!(kept.text(), "not-confirmed: the user keeps the project; nothing was deleted");
    }
    assert_eq!(projects_of(&notes).await, 1);
    assert_eq!(agrees.call("delete_project", json!({})).await.code(), None);
    assert_eq!(projects_of(&notes).await, 0);
}

#[tokio::test]
async fn an_assistant_that_cannot_be_asked_reads_what_to_send() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    notes.note("alice", &project, "apple").await;
    let assistant = TestSurface::new(&notes.assistant()).with_caller(user("alice")).target(&project);
    let refused = assistant.call("delete_project", json!({})).await;
    assert_eq!(
        refused.text(),
        "input-unavailable: this call must ask first, and nobody can be asked here: Delete this project with its only \
         note? Nothing brings it back. Find out, and call it again with the argument `confirm`"
    );
    assert_eq!(projects_of(&notes).await, 1);
    assert_eq!(assistant.call("delete_project", json!({"confirm": true})).await.code(), None);
    assert_eq!(projects_of(&notes).await, 0);
}

#[tokio::test]
async fn a_client_of_the_product_asks_over_mcp() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    notes.note("alice", &project, "apple").await;
    // As the product would serve its own client: the target is an argument there.
    let own =
        tool_core::Surface::first_party("desktop", notes.surface.invoker(), tool_core::Allow::exposed())
            .target_argument(tool_core::TargetArgument::new("project", "project_id", "The project."))
            .build()
            .unwrap();
    let handler = mcp::handler(own);
    let mut call = delete();
    call["params"]["arguments"]["project_id"] = json!(project);
    let asked = handler.handle(call.clone(), user("alice")).await.unwrap();
    assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
    let request = &asked["result"]["inputRequests"]["confirm"];
    assert_eq!(request["method"], "elicitation/create");
    assert_eq!(request["params"]["requestedSchema"]["required"], json!(["delete"]));
    assert_eq!(projects_of(&notes).await, 1);

    call["params"]["requestState"] = asked["result"]["requestState"].clone();
    call["params"]["inputResponses"] = json!({"confirm": {"action": "accept", "content": {"delete": true}}});
    // Somebody else's answer is none.
    let foreign = handler.handle(call.clone(), user("bob")).await.unwrap();
    assert_ne!(foreign["result"]["isError"], json!(false), "{foreign}");
    assert_eq!(projects_of(&notes).await, 1);
    let deleted = handler.handle(call, user("alice")).await.unwrap();
    assert!(deleted["result"].get("isError").is_none(), "{deleted}");
    assert_eq!(projects_of(&notes).await, 0);
}
