//! Subscriptions of 2026-07-28: how they begin, what they are asked for, how many there may be, and how they end.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::time::timeout;
use tool_core::Caller;
use tool_mcp::stdio;

use super::{Server, changed, listen};
use crate::{
    mcp_fixture::{alice, legacy, modern, names},
    mcp_http::{post, text},
    mcp_stdio::Pipe,
};

/// The last message of a subscription that the server ends.
fn ended(id: u64) -> Value {
    json!({
        "jsonrpc": "2.0",
        "id": id,
        "result": {
            "resultType": "complete",
            "_meta": {
                "io.modelcontextprotocol/subscriptionId": id,
                "io.modelcontextprotocol/serverInfo": { "name": "samples", "version": "1.2.3" }
            }
        }
    })
}

#[tokio::test(start_paused = true)]
async fn only_what_was_asked_for_and_is_there_is_acknowledged_and_told() {
    let server = Server::new();
    for asked in [json!({}), json!({ "toolsListChanged": false }), json!({ "promptsListChanged": true })] {
        let mut stream = server.open("alice", &listen(7, asked)).await;
        let acknowledged = stream.next().await.unwrap();
        assert!(
            acknowledged["params"]["notifications"].get("promptsListChanged").is_none(),
            "{acknowledged}"
        );
        server.registry.disable("first", "incident 42").unwrap();
        assert!(stream.is_silent().await);
        server.registry.enable("first").unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_lists_after_the_acknowledgement_misses_nothing() {
    let server = Server::new();
    let mut stream = server.open("alice", &listen(1, json!({ "toolsListChanged": true }))).await;
    // Before the server has looked at anything, for all that the client knows.
    server.register("second");
    assert_eq!(stream.next().await.unwrap()["method"], "notifications/subscriptions/acknowledged");
    let list = server.handler.handle(modern("tools/list", json!({})), alice()).await.unwrap();
    if !names(&list).contains(&"second".to_owned()) {
        assert_eq!(stream.next().await, Some(changed(1)));
    }
    server.register("third");
    assert_eq!(stream.next().await, Some(changed(1)));
}

#[tokio::test(start_paused = true)]
async fn a_listener_that_comes_back_lists_and_is_told_from_there() {
    let server = Server::new();
    drop(server.listen("alice", 1).await);
    server.register("second");
    let mut again = server.listen("alice", 2).await;
    let list = server.handler.handle(modern("tools/list", json!({})), alice()).await.unwrap();
    assert_eq!(names(&list), ["at_work", "first", "second"]);
    assert!(again.is_silent().await, "that is known");
    server.register("third");
    assert_eq!(again.next().await, Some(changed(2)));
}

#[tokio::test(start_paused = true)]
async fn streams_end_when_the_invoker_stops() {
    let server = Server::new();
    let mut stream = server.listen("alice", 9).await;
    assert!(server.surface.invoker().shutdown(Duration::from_secs(1)).await.is_clean());
    assert_eq!(stream.next().await, Some(ended(9)));
    assert_eq!(stream.next().await, None);
    // One that comes too late is acknowledged, and ends.
    let mut late = server.listen("alice", 10).await;
    assert_eq!(late.next().await, Some(ended(10)));
}

#[tokio::test(start_paused = true)]
async fn there_are_so_many_subscriptions_and_a_quarter_is_for_others() {
    let server = Server::with(|handler| handler.with_most_subscriptions(4.try_into().unwrap()));
    let mut alices = Vec::new();
    for id in 0..3 {
        alices.push(server.listen("alice", id).await);
    }
    let refused = json!({
        "jsonrpc": "2.0",
        "id": 3,
        "error": { "code": -32603, "message": "Too many subscriptions are open; end one, or list again from time to time" }
    });
    assert_eq!(server.listen("alice", 3).await.next().await, Some(refused));
    let mut bob = server.listen("bob", 4).await;
    drop(alices.pop());
    assert!(bob.is_silent().await, "meanwhile the stream that was dropped is noticed");
    let mut again = server.listen("alice", 5).await;
    server.register("second");
    assert_eq!(again.next().await, Some(changed(5)), "a place came back");
    assert_eq!(bob.next().await, Some(changed(4)));
}

#[tokio::test(start_paused = true)]
async fn over_a_pair_of_streams_each_subscription_has_its_name() {
    let server = Server::new();
    let mut pipe = Pipe::new(server.handler.clone(), stdio::as_local(alice()));
    for id in [21, 22] {
        let acknowledged = pipe.ask(&listen(id, json!({ "toolsListChanged": true }))).await;
        assert_eq!(acknowledged["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], id);
    }
    server.register("second");
    let mut told = [pipe.receive().await.unwrap(), pipe.receive().await.unwrap()];
    told.sort_by_key(|message| message["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"].as_u64());
    assert_eq!(told, [changed(21), changed(22)]);

    let cancel =
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 21 } });
    pipe.send(&cancel.to_string()).await;
    assert_eq!(pipe.ask(&legacy("ping", json!({}))).await["result"], json!({}));
    server.register("third");
    assert_eq!(pipe.receive().await, Some(changed(22)));
    let before = tokio::time::Instant::now();
    let (rest, stopped) = pipe.close().await;
    stopped.unwrap();
    assert_eq!(rest, [ended(22)], "nobody waits for a client that has gone");
    assert!(before.elapsed() < Duration::from_secs(1));
}

#[tokio::test(start_paused = true)]
async fn a_host_with_a_transport_of_its_own_hands_notifications_over() {
    let server = Server::new();
    let refused =
        server.handler.handle(listen(1, json!({ "toolsListChanged": true })), alice()).await.unwrap();
    assert_eq!(refused["error"]["code"], -32601, "what is told would have nowhere to go");

    let seen = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&seen);
    let listening = server.handler.handle_with(
        listen(2, json!({ "toolsListChanged": true })),
        Caller::new("alice"),
        move |message| told.lock().unwrap().push(message),
    );
    let register = async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        server.register("second");
        tokio::time::sleep(Duration::from_secs(1)).await;
    };
    tokio::select! {
        answer = listening => panic!("it goes on: {answer:?}"),
        () = register => {}
    }
    let seen = seen.lock().unwrap();
    assert_eq!((seen.len(), &seen[1]), (2, &changed(2)));
}

#[tokio::test(start_paused = true)]
async fn a_client_that_cannot_be_told_is_not_promised_anything() {
    let server = Server::new();
    let client = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "c", "version": "0" } });
    let hello = text(server.mount.respond(post(&legacy("initialize", client))).await).await;
    let hello: Value = serde_json::from_str(&hello).unwrap();
    assert_eq!(hello["result"]["capabilities"], json!({ "tools": {} }));
    let listen = text(
        server.mount.respond(post(&legacy("subscriptions/listen", json!({ "notifications": {} })))).await,
    );
    let answer: Value = serde_json::from_str(&timeout(super::LONG, listen).await.unwrap()).unwrap();
    assert_eq!(answer["error"]["code"], -32601);
}
