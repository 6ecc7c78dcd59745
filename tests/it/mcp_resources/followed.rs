//! Who is told that a resource, or a list, has changed. Time is paused, so waiting costs nothing.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{sync::mpsc, time::timeout};
use tool_core::Registry;
use tool_mcp::{Handler, stdio};

use super::{handler_of, registry, surface};
use crate::{
    mcp_fixture::{alice, legacy, modern},
    mcp_stdio::Pipe,
};

const LONG: Duration = Duration::from_hours(1);

struct Listening {
    heard: mpsc::UnboundedReceiver<Value>,
    served: tokio::task::JoinHandle<Option<Value>>,
}

impl Listening {
    /// Listens, and reads the acknowledgement.
    async fn to(handler: &Handler, notifications: Value) -> (Self, Value) {
        let (sender, heard) = mpsc::unbounded_channel();
        let (handler, sender) = (handler.clone(), Arc::new(Mutex::new(sender)));
        let message = modern("subscriptions/listen", json!({ "notifications": notifications }));
        let served = tokio::spawn(async move {
            let told = move |message| drop(sender.lock().unwrap().send(message));
            handler.handle_with(message, alice(), told).await
        });
        let mut listening = Self { heard, served };
        let acknowledged = listening.next().await.unwrap();
        (listening, acknowledged["params"]["notifications"].clone())
    }

    async fn next(&mut self) -> Option<Value> {
        timeout(LONG, self.heard.recv()).await.ok().flatten()
    }

    async fn next_uri(&mut self) -> Option<String> {
        let told = self.next().await?;
        assert_eq!(told["method"], "notifications/resources/updated");
        assert_eq!(told["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], 1);
        Some(told["params"]["uri"].as_str().unwrap().to_owned())
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.served.abort();
    }
}

#[tokio::test(start_paused = true)]
async fn a_listener_is_told_of_what_it_may_read_and_of_nothing_else() {
    let registry = registry();
    let surface = surface(&registry);
    let handler = handler_of(surface.clone());
    let uris =
        ["app://context", "notes://p-alice/a", "notes://p-bob/a", "notes://internal", "nothing://at/all"];
    let (mut listening, accepted) = Listening::to(&handler, json!({ "resourceSubscriptions": uris })).await;
    assert_eq!(accepted, json!({ "resourceSubscriptions": uris }), "nothing is learned of any of them");
    for uri in
        ["notes://p-bob/a", "notes://internal", "nothing://at/all", "notes://logo", "notes://p-alice/a"]
    {
        surface.resource_changed(uri);
    }
    assert_eq!(listening.next_uri().await.as_deref(), Some("notes://p-alice/a"));

    // What was the caller's when it subscribed, and is no longer.
    registry.disable("resource:context", "incident 42").unwrap();
    surface.resource_changed("app://context");
    assert_eq!(listening.next_uri().await, None);
    registry.enable("resource:context").unwrap();
    surface.resource_changed("app://context");
    assert_eq!(listening.next_uri().await.as_deref(), Some("app://context"));
}

#[tokio::test(start_paused = true)]
async fn a_listener_that_was_slow_is_told_of_all_it_follows() {
    let surface = surface(&registry());
    let handler = handler_of(surface.clone());
    let asked = json!({ "resourceSubscriptions": ["app://context", "notes://logo"] });
    let (mut listening, _) = Listening::to(&handler, asked).await;
    // More than are kept, before the listener runs again.
    for n in 0..300 {
        surface.resource_changed(format!("notes://p-alice/{n}"));
    }
    let mut told = [listening.next_uri().await.unwrap(), listening.next_uri().await.unwrap()];
    told.sort();
    assert_eq!(told, ["app://context", "notes://logo"]);
}

#[tokio::test(start_paused = true)]
async fn a_client_follows_so_many_and_no_more() {
    let handler = handler_of(surface(&registry()));
    let many: Vec<_> = (0..100).map(|n| format!("notes://p-alice/{n}")).collect();
    let (_listening, accepted) = Listening::to(&handler, json!({ "resourceSubscriptions": many })).await;
    assert_eq!(accepted["resourceSubscriptions"].as_array().unwrap().len(), 64);
}

fn off(registry: &Registry, name: &str) {
    registry.disable(name, "incident 42").unwrap();
}

#[tokio::test(start_paused = true)]
async fn each_list_is_told_of_by_itself() {
    let registry = registry();
    let handler = handler_of(surface(&registry));
    let asked = json!({ "resourcesListChanged": true, "promptsListChanged": true });
    let (mut listening, accepted) = Listening::to(&handler, asked.clone()).await;
    assert_eq!(accepted, asked);
    off(&registry, "resource:context");
    assert_eq!(listening.next().await.unwrap()["method"], "notifications/resources/list_changed");
    off(&registry, "prompt:summarise");
    assert_eq!(listening.next().await.unwrap()["method"], "notifications/prompts/list_changed");
    assert_eq!(listening.next().await, None);
}

#[tokio::test(start_paused = true)]
async fn a_client_with_a_handshake_follows_over_stdio() {
    let registry = registry();
    let surface = surface(&registry);
    let mut pipe = Pipe::new(handler_of(surface.clone()), stdio::as_local(alice()));
    let hello = legacy(
        "initialize",
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "c", "version": "1" } }),
    );
    let told = answer(&mut pipe, &hello).await;
    assert_eq!(
        told["result"]["capabilities"]["resources"],
        json!({ "subscribe": true, "listChanged": true })
    );
    pipe.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    let foreign =
        answer(&mut pipe, &legacy("resources/subscribe", json!({ "uri": "notes://p-bob/a" }))).await;
    assert_eq!(foreign["error"], json!({ "code": -32002, "message": "Resource not found" }));
    let follow = legacy("resources/subscribe", json!({ "uri": "app://context" }));
    assert_eq!(answer(&mut pipe, &follow).await["result"], json!({}));
    surface.resource_changed("app://context");
    assert_eq!(
        next(&mut pipe).await,
        json!({
            "jsonrpc": "2.0", "method": "notifications/resources/updated", "params": { "uri": "app://context" }
        })
    );
    let leave = legacy("resources/unsubscribe", json!({ "uri": "app://context" }));
    assert_eq!(answer(&mut pipe, &leave).await["result"], json!({}));
    surface.resource_changed("app://context");
    off(&registry, "resource:logo");
    assert_eq!(
        next(&mut pipe).await["method"],
        "notifications/resources/list_changed",
        "and no update before it"
    );
}

async fn answer(pipe: &mut Pipe, message: &Value) -> Value {
    pipe.send(&message.to_string()).await;
    next(pipe).await
}

async fn next(pipe: &mut Pipe) -> Value {
    serde_json::from_str(&pipe.next_line().await.expect("a message")).unwrap()
}
