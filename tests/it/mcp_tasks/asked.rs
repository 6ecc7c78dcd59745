//! A task that asks: how a client reads what is asked, and how it answers.

use serde_json::{Value, json};

use super::{CAPABILITIES, Server, about, tasks};
use crate::mcp_fixture::call;

/// Starts the task that asks, by a client that can be asked.
async fn start(server: &Server) -> String {
    let mut message = tasks("tools/call", call("ask", json!({})));
    message["params"]["_meta"][CAPABILITIES]["elicitation"] = json!({ "form": {} });
    let answer = server.ask(&message).await;
    assert_eq!(answer["result"]["resultType"], "task", "{answer}");
    answer["result"]["taskId"].as_str().unwrap().to_owned()
}

async fn update(server: &Server, task: &str, responses: Value) -> Value {
    let mut message = about("tasks/update", task);
    message["params"]["inputResponses"] = responses;
    server.ask(&message).await
}

#[tokio::test(start_paused = true)]
async fn a_client_reads_what_is_asked_and_answers_it() {
    let server = Server::new();
    let task = start(&server).await;
    let asked = server.ended(&task).await;
    assert_eq!(
        (&asked["status"], &asked["statusMessage"]),
        (&json!("input_required"), &json!("it waits for an answer"))
    );
    let form = json!({
        "type": "object",
        "properties": { "delete": { "type": "boolean" } },
        "required": ["delete"]
    });
    let params = json!({ "mode": "form", "message": "Delete 3 notes?", "requestedSchema": form });
    assert_eq!(
        asked["inputRequests"],
        json!({ "sure": { "method": "elicitation/create", "params": params } })
    );

    // What nobody asked for is ignored, and so is what is no response.
    for responses in
        [json!({}), json!({ "other": { "action": "accept" } }), json!({ "sure": { "action": "perhaps" } })]
    {
        let ignored = update(&server, &task, responses).await;
        assert_eq!(ignored["result"]["resultType"], "complete", "{ignored}");
        assert_eq!(server.get(&task).await["status"], "input_required");
    }
    let foreign = {
        let mut message = about("tasks/update", &task);
        message["params"]["inputResponses"] = json!({ "sure": { "action": "decline" } });
        server.respond("bob", &message).await.1
    };
    assert!(foreign.contains("-32602"), "{foreign}");

    let answered = json!({ "sure": { "action": "accept", "content": { "delete": true } } });
    let acknowledged = update(&server, &task, answered).await;
    assert_eq!(acknowledged["result"]["resultType"], "complete");
    assert!(acknowledged["result"].get("status").is_none(), "{acknowledged}");
    let ended = server.ended(&task).await;
    assert_eq!(
        (&ended["status"], &ended["result"]["content"][0]["text"]),
        (&json!("completed"), &json!("true"))
    );
    assert!(ended.get("inputRequests").is_none(), "{ended}");
}

#[tokio::test(start_paused = true)]
async fn a_tool_hands_on_the_operation_that_its_call_became_or_shows_it() {
    let server = Server::new();
    let handed_on = server.start("hands_on").await;
    let ended = server.ended(&handed_on).await;
    assert_eq!(ended["result"]["content"][0]["text"], "said");
    let shown = server.ask(&tasks("tools/call", call("shows", json!({})))).await;
    assert_eq!(
        (&shown["result"]["resultType"], &shown["result"]["isError"]),
        (&json!("complete"), &Value::Null)
    );
    assert_eq!(shown["result"]["structuredContent"]["state"], "queued", "{shown}");
}
