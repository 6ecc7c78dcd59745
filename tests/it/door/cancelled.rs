//! What a cancellation is over each transport, and what the records say of it.

use std::time::Duration;

use http::StatusCode;
use serde_json::{Value, json};
use tool_core::{Effect, Invoker, OutcomeClass};
use tool_mcp::{Handler, ServerIdentity, stdio};

use super::{Held, recorder::Recorder};
use crate::{
    mcp_fixture::{alice, call, legacy, modern},
    mcp_http::{mount_of, post, text},
    mcp_stdio::Pipe,
    support::{outside, registry},
};

struct Stage {
    held: Held,
    handler: Handler,
    audit: Recorder,
}

fn stage() -> Stage {
    let (held, audit) = (Held::new(), Recorder::default());
    let read = held.tool("read", |host| host.with_effect(Effect::ReadOnly));
    let invoker = Invoker::builder(registry([read])).unlimited().audit(audit.clone()).build().unwrap();
    let handler = Handler::new(outside(&invoker), ServerIdentity::new("test", "0"));
    Stage { held, handler, audit }
}

impl Stage {
    /// Waits until the one call has ended, and says how.
    async fn end(&self) -> OutcomeClass {
        let ended = async {
            while self.audit.ends().is_empty() {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), ended).await.expect("the call ends");
        let decisions = self.audit.decisions();
        assert_eq!(decisions.len(), 1);
        self.audit.end_of(decisions[0].call).unwrap().outcome
    }
}

#[tokio::test]
async fn over_stdio_a_cancelled_call_is_not_answered_and_recorded_as_cancelled() {
    for (form, cancel) in [(legacy as fn(&str, Value) -> Value, "legacy"), (modern, "modern")] {
        let mut stage = stage();
        let mut pipe = Pipe::new(stage.handler.clone(), stdio::as_local(alice()));
        let mut request = form("tools/call", call("read", json!({})));
        request["id"] = json!(7);
        pipe.send(&request.to_string()).await;
        stage.held.begun().await;
        let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 7, "reason": cancel } });
        pipe.send(&cancel.to_string()).await;
        assert_eq!(stage.end().await, OutcomeClass::Cancelled);
        assert_eq!(pipe.close().await.0, Vec::<Value>::new());
    }
}

#[tokio::test]
async fn over_http_a_client_that_goes_away_cancels_its_call() {
    for message in
        [legacy("tools/call", call("read", json!({}))), modern("tools/call", call("read", json!({})))]
    {
        let mut stage = stage();
        let mount = mount_of(stage.handler.clone());
        let running = tokio::spawn(async move { mount.respond(post(&message)).await.status() });
        stage.held.begun().await;
        running.abort();
        assert_eq!(stage.end().await, OutcomeClass::Cancelled);
    }
}

#[tokio::test]
async fn over_http_a_notification_cancels_nobodys_call() {
    let mut stage = stage();
    let mount = mount_of(stage.handler.clone());
    let mut request = legacy("tools/call", call("read", json!({})));
    request["id"] = json!(7);
    let other = mount.clone();
    let running = tokio::spawn(async move { text(other.respond(post(&request)).await).await });
    stage.held.begun().await;
    let cancel =
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 7 } });
    let response = mount.respond(post(&cancel)).await;
    assert_eq!((response.status(), text(response).await.as_str()), (StatusCode::ACCEPTED, ""));
    stage.held.end_one();
    assert!(running.await.unwrap().contains("ended"), "the call was answered");
    assert_eq!(stage.end().await, OutcomeClass::Completed);
}
