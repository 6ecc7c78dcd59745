//! Operations as a caller and an operator notice them: what is answered at once, whose turn it is, how one waits, and
//! what is asked again when the turn comes.

mod again;
mod asked;
mod cancel;
pub(crate) mod completions;
pub(crate) mod errors;
pub(crate) mod findings;
mod host_queue;
mod kept;
mod nested;
mod odd;
mod owner;
mod queued;
mod records;
mod stop;
mod survey;
mod trace;
mod turns;
pub(crate) mod undo;
mod wait;
mod written;

use std::sync::Arc;

use serde_json::{Value, json};
use tool_core::{
    Caller, HostMetadata, InProcessQueue, InProcessQueueBuilder, Invoker, InvokerBuilder, Kind,
    OperationQueue, OperationTools, Reply, Surface, ToolOutput,
};

use crate::{
    door::{Held, one_key, recorder::Recorder, settle},
    support::{Fixture, Projects, outside, registering, reply},
};

impl Held {
    /// Returns the tool as an operation, which ends as well when it is to stop.
    fn operation(&self, name: &str, host: impl FnOnce(HostMetadata) -> HostMetadata) -> Fixture {
        let (says, may_end) = (self.says.clone(), Arc::clone(&self.may_end));
        let output = json!({
            "type": "object",
            "properties": { "done": { "type": "string", "description": "The key." } },
            "required": ["done"]
        });
        let fixture = Fixture::new(name).host(|it| host(it.with_kind(Kind::Operation)));
        fixture.input(one_key()).output(output).body(move |seen| {
            let (says, may_end) = (says.clone(), Arc::clone(&may_end));
            async move {
                let key = seen.arguments["key"].as_str().unwrap_or_default();
                says.send(key.into()).unwrap();
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
        let registry = watching.into_iter().fold(registering(tools), |builder, tool| builder.register(tool));
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

fn structured(reply: &Reply) -> Value {
    Value::Object(reply.structured.clone().unwrap_or_else(|| panic!("{}", reply.text())))
}
