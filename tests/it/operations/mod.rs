//! Operations as a caller and an operator notice them: what is answered at once, whose turn it is, how one waits, and
//! what is asked again when the turn comes.

mod again;
mod cancel;
pub(crate) mod errors;
mod host_queue;
mod kept;
mod nested;
mod owner;
mod queued;
mod records;
mod stop;
mod turns;
mod wait;
mod written;

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::{Semaphore, mpsc};
use tool_core::{
    Answer, Caller, HostMetadata, InProcessQueue, InProcessQueueBuilder, Invoker, InvokerBuilder, Kind,
    OperationQueue, OperationTools, Registry, Reply, Surface, ToolOutput,
};

use crate::{
    door::recorder::Recorder,
    support::{Fixture, Projects, outside},
};

/// A tool whose runs say that they have begun, and end when a test lets one of them, or when they are to stop.
struct Held {
    begun: mpsc::UnboundedReceiver<String>,
    says: mpsc::UnboundedSender<String>,
    may_end: Arc<Semaphore>,
}

impl Held {
    fn new() -> Self {
        let (says, begun) = mpsc::unbounded_channel();
        Self { begun, says, may_end: Arc::new(Semaphore::new(0)) }
    }

    /// Returns the tool, an operation.
    fn tool(&self, name: &str, host: impl FnOnce(HostMetadata) -> HostMetadata) -> Fixture {
        let (says, may_end) = (self.says.clone(), Arc::clone(&self.may_end));
        let input = json!({
            "type": "object",
            "properties": { "key": { "type": "string", "description": "A key." } },
            "additionalProperties": false
        });
        let output = json!({
            "type": "object",
            "properties": { "done": { "type": "string", "description": "The key." } },
            "required": ["done"]
        });
        let fixture = Fixture::new(name).host(|it| host(it.with_kind(Kind::Operation)));
        fixture.input(input).output(output).body(move |seen| {
            let (says, may_end) = (says.clone(), Arc::clone(&may_end));
            async move {
                let key = seen.arguments["key"].as_str().unwrap_or_default().to_owned();
                says.send(key.clone()).unwrap();
                tokio::select! {
                    permit = may_end.acquire() => permit.unwrap().forget(),
                    () = seen.cancellation.cancelled() => {
                        return Err(tool_core::ToolError::new("gave-up", "stopped after half of it"));
                    }
                }
                Ok(ToolOutput::json(json!({ "done": key })))
            }
        })
    }

    /// Waits until a run has begun; returns its key.
    async fn begun(&mut self) -> String {
        self.begun.recv().await.unwrap()
    }

    fn none_begun(&mut self) -> bool {
        self.begun.try_recv().is_err()
    }

    fn end_one(&self) {
        self.may_end.add_permits(1);
    }
}

/// A surface for outside callers with the tools, and those that watch operations.
struct Stage {
    surface: Surface,
    audit: Recorder,
}

impl Stage {
    fn new(tools: impl IntoIterator<Item = Fixture>) -> Self {
        Self::sized(tools, InProcessQueue::builder())
    }

    fn sized(tools: impl IntoIterator<Item = Fixture>, queue: InProcessQueueBuilder) -> Self {
        Self::with(tools, Arc::new(queue.build()), |builder| builder)
    }

    fn with<Q: OperationQueue>(
        tools: impl IntoIterator<Item = Fixture>,
        queue: Arc<Q>,
        decide: impl FnOnce(InvokerBuilder) -> InvokerBuilder,
    ) -> Self {
        let watch = OperationTools::new(Arc::clone(&queue));
        let watching = [watch.status(), watch.wait(), watch.cancel()];
        let registry = tools.into_iter().fold(Registry::builder(()), |builder, tool| builder.register(tool));
        let registry = watching.into_iter().fold(registry, |builder, tool| builder.register(tool));
        let audit = Recorder::default();
        let builder = Invoker::builder(registry.build().unwrap()).unlimited().ownership(Projects);
        let builder = builder.audit(audit.clone()).operations(queue);
        Self { surface: outside(&decide(builder).build().unwrap()), audit }
    }

    fn invoker(&self) -> &Invoker {
        self.surface.invoker()
    }

    async fn call(&self, caller: &str, tool: &str, arguments: Value) -> Reply {
        reply(self.surface.call(self.surface.request(Caller::new(caller), tool, Some(arguments))).await)
    }

    /// Starts an operation; returns its id.
    async fn start(&self, caller: &str, tool: &str, arguments: Value) -> String {
        let reply = self.call(caller, tool, arguments).await;
        structured(&reply)["operation"].as_str().unwrap().to_owned()
    }

    /// Waits for an operation; returns what the caller reads.
    async fn ended(&self, caller: &str, id: &str) -> Value {
        let reply = self.call(caller, "wait_for_operation", json!({ "operation": id })).await;
        let shown = structured(&reply);
        assert_eq!(shown["finished"], true, "{shown}");
        shown
    }

    /// Returns how an operation stands.
    async fn state(&self, caller: &str, id: &str) -> String {
        let reply = self.call(caller, "operation_status", json!({})).await;
        let listed = structured(&reply);
        let all =
            ["unfinished", "finished"].into_iter().flat_map(|part| listed[part].as_array().unwrap().clone());
        let found: Vec<_> = all.filter(|operation| operation["operation"] == id).collect();
        assert_eq!(found.len(), 1, "{listed}");
        found[0]["state"].as_str().unwrap().to_owned()
    }
}

fn reply(answer: Answer) -> Reply {
    match answer {
        Answer::Reply(reply) => reply,
        other => panic!("{other:?}"),
    }
}

fn structured(reply: &Reply) -> Value {
    Value::Object(reply.structured.clone().unwrap_or_else(|| panic!("{}", reply.text())))
}

/// Lets every task run until all of them wait.
async fn settle() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}
