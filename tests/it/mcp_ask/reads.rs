//! Prompts and documents that ask first.

use std::{future::ready, sync::Arc};

use serde_json::{Value, json};
use tool_core::{
    Exposure, Field, HostMetadata, InputRequest, Invoker, Prompt, ReadCall, Registry, Resource, ToolError,
};
use tool_mcp::Handler;

use super::{CAPABILITIES, again, ask, everything, handler};
use crate::{
    mcp_fixture::{legacy, modern},
    support::outside,
};

fn toned(call: &ReadCall) -> Result<String, ToolError> {
    let tone = InputRequest::form("tone", "How should it sound?").with_field(Field::text("tone"));
    let content = call.ask(&tone)?.into_content()?;
    Ok(format!("It sounds {}.", content["tone"].as_str().unwrap_or_default()))
}

fn server() -> Handler {
    let shown = || HostMetadata::default().with_title("Letter").with_exposure(Exposure::Both);
    let registry = Registry::builder(())
        .prompt(Prompt::new("letter").description("Asks.").host(shown()), |_: Arc<()>, call| {
            ready(toned(&call))
        })
        .resource(
            Resource::new("letters://draft", "draft").description("Asks.").host(shown()),
            |_: Arc<()>, call| ready(toned(&call)),
        )
        .build()
        .unwrap();
    handler(&outside(&Invoker::builder(registry).unlimited().build().unwrap()))
}

fn reads() -> [(&'static str, Value, &'static str); 2] {
    [
        ("prompts/get", json!({ "name": "letter" }), "/messages/0/content/text"),
        ("resources/read", json!({ "uri": "letters://draft" }), "/contents/0/text"),
    ]
}

#[tokio::test]
async fn a_prompt_and_a_document_ask_and_are_read_with_the_answer() {
    let server = server();
    for (method, params, place) in reads() {
        let mut message = modern(method, params);
        message["params"]["_meta"][CAPABILITIES] = everything();
        let asked = ask(&server, message.clone()).await;
        assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
        let form = &asked["result"]["inputRequests"]["tone"];
        assert_eq!(
            (&form["method"], &form["params"]["message"]),
            (&json!("elicitation/create"), &json!("How should it sound?"))
        );

        let warm = json!({ "tone": { "action": "accept", "content": { "tone": "warm" } } });
        let answered = ask(&server, again(message.clone(), &asked, warm.clone())).await;
        assert_eq!(answered["result"].pointer(place), Some(&json!("It sounds warm.")), "{answered}");

        let mut changed = again(message, &asked, warm);
        changed["params"]["requestState"] = json!("AAAA");
        let refused = ask(&server, changed).await;
        assert_eq!(
            (&refused["error"]["code"], &refused["error"]["data"]["code"]),
            (&json!(-32602), &json!("input-state-invalid")),
            "{refused}"
        );
    }
}

#[tokio::test]
async fn the_state_of_one_is_none_of_the_other() {
    let server = server();
    let [mut prompt, mut document] = reads().map(|(method, params, _)| modern(method, params));
    for message in [&mut prompt, &mut document] {
        message["params"]["_meta"][CAPABILITIES] = everything();
    }
    let asked = ask(&server, prompt).await;
    let refused = ask(&server, again(document, &asked, json!({}))).await;
    assert_eq!(refused["error"]["data"]["code"], "input-state-mismatch", "{refused}");
}

#[tokio::test]
async fn whoever_cannot_be_asked_reads_that() {
    let server = server();
    for (method, params, _) in reads() {
        for (message, code) in [(modern(method, params.clone()), -32021), (legacy(method, params), -32603)] {
            let refused = ask(&server, message).await;
            let text = refused["error"]["message"].as_str().unwrap();
            assert!(text.starts_with("input-unavailable: "), "{refused}");
            assert_eq!(refused["error"]["code"], code, "{refused}");
        }
    }
}
