//! Approvals over MCP: what a client's program finds beside the result, and what the model reads.

use std::{num::NonZeroUsize, sync::Arc};

use http::StatusCode;
use serde_json::{Value, json};
use tool_core::{Caller, Concurrency, Invoker, SealedApprovals, approve_destructive};
use tool_mcp::{Handler, ServerIdentity, http::Mount};

use crate::{
    mcp_fixture::{alice, call, legacy, modern},
    mcp_http::{mount_of, post, text},
    support::{Fixture, Projects, Runs, Slow, one_word, outside, registry},
};

const REQUEST: &str = "tool-core/approval-request";
const TICKET: &str = "tool-core/approval-ticket";
const ASKED: &str =
    "approval-required: a person must approve this call first: this tool may overwrite or delete something";

struct Server {
    handler: Handler,
    approvals: Arc<SealedApprovals>,
    runs: Runs,
}

impl Server {
    fn new() -> Self {
        let tool = Fixture::new("erase").input(one_word());
        let runs = tool.runs();
        let approvals = Arc::new(SealedApprovals::new([7; 32], approve_destructive()).unwrap());
        let builder = Invoker::builder(registry([tool])).unlimited().ownership(Projects);
        let invoker = builder.approval(Arc::clone(&approvals)).build().unwrap();
        let handler = Handler::new(outside(&invoker), ServerIdentity::new("notes", "1.0.0"));
        Self { handler, approvals, runs }
    }

    async fn ask(&self, message: Value) -> Value {
        self.handler.handle(message, alice()).await.expect("a request is answered")
    }

    fn approve(&self, answer: &Value) -> String {
        let request = answer["result"]["_meta"][REQUEST].as_str().expect("a request for approval");
        self.approvals.approve(request, &Caller::new("bob")).unwrap()
    }
}

fn erase() -> Value {
    call("erase", json!({ "word": "this" }))
}

fn with_ticket(mut message: Value, ticket: impl Into<Value>) -> Value {
    message["params"]["_meta"][TICKET] = ticket.into();
    message
}

#[tokio::test]
async fn a_call_is_asked_about_approved_and_made_again_in_both_eras() {
    for era in [legacy, modern] {
        let server = Server::new();
        let refused = server.ask(era("tools/call", erase())).await;
        assert_eq!(refused["result"]["isError"], true);
        assert_eq!(refused["result"]["content"], json!([{ "type": "text", "text": ASKED }]));
        let ticket = server.approve(&refused);
        assert_eq!(server.runs.count(), 0);
        let ran = server.ask(with_ticket(era("tools/call", erase()), ticket.as_str())).await;
        assert_eq!(ran["result"]["content"], json!([{ "type": "text", "text": "ran" }]));
        assert!(ran["result"].get("isError").is_none(), "{ran}");
        let replayed = server.ask(with_ticket(era("tools/call", erase()), ticket.as_str())).await;
        assert_eq!(replayed["result"]["content"][0]["text"], ASKED);
        assert_eq!(server.runs.count(), 1);
    }
}

#[tokio::test]
async fn the_request_is_beside_the_content_and_beside_the_servers_name() {
    let server = Server::new();
    let refused = server.ask(modern("tools/call", erase())).await;
    let meta = refused["result"]["_meta"].as_object().unwrap();
    let keys: Vec<_> = meta.keys().map(String::as_str).collect();
    assert_eq!(keys, ["io.modelcontextprotocol/serverInfo", REQUEST]);
    let request = meta[REQUEST].as_str().unwrap();
    assert_eq!(server.approvals.read(request).unwrap().arguments()["word"], "this");
    assert!(!refused["result"]["content"].to_string().contains(request));

    let refused = server.ask(legacy("tools/call", erase())).await;
    let keys: Vec<_> = refused["result"]["_meta"].as_object().unwrap().keys().collect();
    assert_eq!(keys, [REQUEST], "an older peer reads no newer key");
}

#[tokio::test]
async fn the_oldest_revision_gets_the_request_too() {
    let server = Server::new();
    let mut message = legacy("tools/call", erase());
    message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2024-11-05");
    let refused = server.ask(message.clone()).await;
    let ticket = server.approve(&refused);
    let ran = server.ask(with_ticket(message, ticket)).await;
    assert_eq!(ran["result"]["content"][0]["text"], "ran");
}

#[tokio::test]
async fn a_ticket_that_is_no_text_or_too_long_is_an_error_of_the_request() {
    let server = Server::new();
    let malformed = [json!(1), json!(true), json!([]), json!({}), json!("t".repeat(16 * 1024 + 1))];
    for (ticket, era) in
        malformed.into_iter().flat_map(|ticket| [(ticket.clone(), legacy as fn(_, _) -> _), (ticket, modern)])
    {
        let answer = server.ask(with_ticket(era("tools/call", erase()), ticket)).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        assert_eq!(
            answer["error"]["message"],
            r#"Invalid params of tools/call: `_meta["tool-core/approval-ticket"]` must be a string of at most 16384 bytes, the ticket as the approval gave it"#
        );
    }
    for ticket in [json!("t".repeat(16 * 1024)), json!(""), json!(null)] {
        let answer = server.ask(with_ticket(legacy("tools/call", erase()), ticket)).await;
        assert_eq!(answer["result"]["content"][0]["text"], ASKED, "text that is no ticket is no approval");
    }
    assert_eq!(server.runs.count(), 0);
}

#[tokio::test]
async fn a_ticket_among_the_arguments_is_none() {
    let server = Server::new();
    let ticket = server.approve(&server.ask(legacy("tools/call", erase())).await);
    let mut message = legacy("tools/call", erase());
    message["params"]["arguments"]["_meta"] = json!({ TICKET: ticket });
    let answer = server.ask(message).await;
    assert!(answer["result"]["content"][0]["text"].as_str().unwrap().starts_with("invalid-arguments: "));
    assert_eq!(server.runs.count(), 0);
}

#[tokio::test]
async fn a_busy_server_says_when_to_come_back() {
    let slow = Slow::default();
    let one = Concurrency::default().with_running(NonZeroUsize::MIN).with_waiting(0);
    let invoker = Invoker::builder(registry([slow.tool()])).unlimited().concurrency(one).build().unwrap();
    let handler = Handler::new(outside(&invoker), ServerIdentity::new("notes", "1.0.0"));
    let running = {
        let handler = handler.clone();
        tokio::spawn(
            async move { handler.handle(legacy("tools/call", call("slow", json!({}))), alice()).await },
        )
    };
    slow.begun.notified().await;
    let busy = handler.handle(legacy("tools/call", call("slow", json!({}))), alice()).await.unwrap();
    let text = busy["result"]["content"][0]["text"].as_str().unwrap();
    let ms = busy["result"]["_meta"]["tool-core/retry-after-ms"].as_u64().expect("a number");
    assert!(text.starts_with("busy: "), "{text}");
    assert!(ms >= 1 && text.ends_with(&seconds(ms)), "{text}, {ms} ms");
    slow.may_end.notify_one();
    let ran = running.await.unwrap().unwrap();
    assert_eq!(ran["result"]["content"][0]["text"], "ran");
    assert!(
        ran["result"].get("_meta").is_none(),
        "a result that has nothing for programs has no place for it"
    );
}

/// The wait as the text says it.
fn seconds(ms: u64) -> String {
    match ms.div_ceil(1000) {
        1 => "1 second".to_owned(),
        seconds => format!("{seconds} seconds"),
    }
}

async fn respond(mount: &Mount, message: &Value) -> (StatusCode, Value) {
    let response = mount.respond(post(message)).await;
    (response.status(), serde_json::from_str(&text(response).await).unwrap())
}

#[tokio::test]
async fn over_http_the_request_and_the_ticket_travel_the_same_way() {
    let server = Server::new();
    let mount = mount_of(server.handler.clone());
    let (status, refused) = respond(&mount, &modern("tools/call", erase())).await;
    assert_eq!(status, StatusCode::OK, "a call that is refused is a result");
    let ticket = server.approve(&refused);
    let (_, ran) = respond(&mount, &with_ticket(modern("tools/call", erase()), ticket)).await;
    assert_eq!(ran["result"]["content"][0]["text"], "ran");
    let (status, malformed) = respond(&mount, &with_ticket(modern("tools/call", erase()), 1)).await;
    assert_eq!((status, &malformed["error"]["code"]), (StatusCode::BAD_REQUEST, &json!(-32602)));
    assert_eq!(server.runs.count(), 1);
}
