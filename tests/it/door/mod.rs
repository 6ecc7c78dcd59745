//! The one door under load and in an incident: room, lanes, nested calls, switches, stopping, and what always holds.

mod cancelled;
mod commit;
mod nested;
mod properties;
pub(crate) mod recorder;
mod room;
mod shutdown;
mod switch;

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::{
    sync::{Semaphore, mpsc},
    task::JoinHandle,
};
use tool_core::{Answer, Caller, HostMetadata, Surface, ToolOutput};

use crate::support::Fixture;

/// A tool whose runs say that they have begun, and end when a test lets one of them.
pub(crate) struct Held {
    begun: mpsc::UnboundedReceiver<Value>,
    pub(crate) says: mpsc::UnboundedSender<Value>,
    pub(crate) may_end: Arc<Semaphore>,
}

impl Held {
    pub(crate) fn new() -> Self {
        let (says, begun) = mpsc::unbounded_channel();
        Self { begun, says, may_end: Arc::new(Semaphore::new(0)) }
    }

    pub(crate) fn tool(&self, name: &str, host: impl FnOnce(HostMetadata) -> HostMetadata) -> Fixture {
        let (says, may_end) = (self.says.clone(), Arc::clone(&self.may_end));
        Fixture::new(name).host(host).input(one_key()).body(move |seen| {
            let (says, may_end) = (says.clone(), Arc::clone(&may_end));
            async move {
                says.send(seen.arguments["key"].clone()).unwrap();
                may_end.acquire().await.unwrap().forget();
                Ok(ToolOutput::text("ended"))
            }
        })
    }

    /// Waits until a run has begun; returns its key.
    pub(crate) async fn begun(&mut self) -> Value {
        self.begun.recv().await.unwrap()
    }

    pub(crate) fn none_begun(&mut self) -> bool {
        self.begun.try_recv().is_err()
    }

    pub(crate) fn end_one(&self) {
        self.may_end.add_permits(1);
    }
}

/// A schema of one described string argument, which may be left out.
pub(crate) fn one_key() -> Value {
    json!({
        "type": "object",
        "properties": { "key": { "type": "string", "description": "A key." } },
        "additionalProperties": false
    })
}

/// Calls in a task of its own.
pub(crate) fn call(surface: &Surface, caller: &str, tool: &str, arguments: Value) -> JoinHandle<Answer> {
    let (surface, request) = (surface.clone(), surface.request(Caller::new(caller), tool, Some(arguments)));
    tokio::spawn(async move { surface.call(request).await })
}

/// Lets every task run until all of them wait.
pub(crate) async fn settle() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

pub(crate) fn code(answer: &Answer) -> &str {
    match answer {
        Answer::Reply(reply) => reply.code.as_deref().unwrap_or("completed"),
        Answer::UnknownTool => "unknown-tool",
        Answer::Cancelled => "cancelled",
        Answer::Failure(_) => "failure",
        _ => "another",
    }
}
