//! Who is told that the list of tools has changed, when, and how often. Time is paused, so waiting costs nothing.

mod handshake;
mod subscribed;
mod told;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use http::{StatusCode, header};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tokio::time::timeout;
use tool_core::{Available, BoxError, Caller, Invoker, Registered, Registry, Surface};
use tool_mcp::{
    Handler, ServerIdentity,
    http::{Mount, ResponseBody},
};

use crate::{
    mcp_fixture::modern,
    mcp_http::{mount_of, post, with},
    support::{Fixture, outside, registering},
};

/// Longer than anything that is to come takes.
const LONG: Duration = Duration::from_hours(1);

/// The same over HTTP, where rmcp keeps streams alive by the clock of the machine, which is not paused: beyond the 15 s of
/// its interval it would do nothing else.
const LONG_OVER_HTTP: Duration = Duration::from_secs(2);

/// A server whose tools may change.
struct Server {
    registry: Registry,
    surface: Surface,
    handler: Handler,
    mount: Mount,
    /// Whether the tool `at_work` can be used.
    open: Arc<AtomicBool>,
}

impl Server {
    fn new() -> Self {
        Self::with(|handler| handler)
    }

    fn with(configure: impl FnOnce(Handler) -> Handler) -> Self {
        let open = Arc::new(AtomicBool::new(true));
        let opened = Arc::clone(&open);
        // What is in `bobs` is bob's alone.
        let available = move |caller: &Caller, tool: &Registered| -> Result<Available, BoxError> {
            let hidden = tool.name().is_within("bobs") && caller.id() != "bob"
                || tool.name().as_str() == "at_work" && !opened.load(Ordering::SeqCst);
            Ok(if hidden { Available::Hidden } else { Available::Visible })
        };
        let registry = registering(["at_work", "first"].map(Fixture::new)).build().unwrap();
        let invoker = Invoker::builder(registry.clone()).unlimited().availability(available).build().unwrap();
        let surface = outside(&invoker);
        let handler = configure(Handler::new(surface.clone(), ServerIdentity::new("samples", "1.2.3")));
        Self { registry, surface, mount: mount_of(handler.clone()), handler, open }
    }

    fn register(&self, name: &str) {
        self.registry.update(|update| update.register(Fixture::new(name))).unwrap();
    }

    /// Opens a subscription over HTTP, and reads its acknowledgement.
    async fn listen(&self, caller: &str, id: u64) -> Stream {
        let mut stream = self.open(caller, &listen(id, json!({ "toolsListChanged": true }))).await;
        assert_eq!(
            stream.next().await.unwrap(),
            json!({
                "jsonrpc": "2.0",
                "method": "notifications/subscriptions/acknowledged",
                "params": {
                    "_meta": { "io.modelcontextprotocol/subscriptionId": id },
                    "notifications": { "toolsListChanged": true }
                }
            })
        );
        stream
    }

    async fn open(&self, caller: &str, message: &Value) -> Stream {
        let request = with(post(message), header::AUTHORIZATION, &format!("Bearer T-{caller}"));
        let response = self.mount.respond(request).await;
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()[header::CONTENT_TYPE], "text/event-stream");
        Stream { body: response.into_body(), text: String::new() }
    }
}

/// A request to listen.
fn listen(id: u64, notifications: Value) -> Value {
    let mut message = modern("subscriptions/listen", Value::from_iter([("notifications", notifications)]));
    message["id"] = id.into();
    message
}

/// The notification that a subscription is told.
fn changed(id: u64) -> Value {
    json!({
        "jsonrpc": "2.0",
        "method": "notifications/tools/list_changed",
        "params": { "_meta": { "io.modelcontextprotocol/subscriptionId": id } }
    })
}

/// The events of one answer.
struct Stream {
    body: ResponseBody,
    text: String,
}

impl Stream {
    /// Returns the next message; nothing at the end. What only keeps the stream alive is passed over.
    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let event: String = self.text.drain(..end + 2).collect();
                let data: String = event.lines().filter_map(|line| line.strip_prefix("data:")).collect();
                if !data.trim().is_empty() {
                    return Some(serde_json::from_str(&data).unwrap());
                }
                continue;
            }
            let frame = self.body.frame().await?.unwrap();
            self.text.push_str(std::str::from_utf8(&frame.into_data().unwrap()).unwrap());
        }
    }

    /// Returns whether nothing comes for a long time.
    async fn is_silent(&mut self) -> bool {
        timeout(LONG_OVER_HTTP, self.next()).await.is_err()
    }
}
