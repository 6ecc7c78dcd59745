//! An engine whose tools, resources and prompts come and go at run time.

mod changes;
mod exposure;
mod left_out;

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use serde_json::{Value, json};
use tokio::sync::Notify;
use tool_core::{
    Allow, Answer, AttachedSource, BoxError, Caller, Invoker, PromptMessages, Registry, ResourceContents,
    Source, SourceEntry, Surface, ToolCall, ToolError, ToolOutput,
};

use crate::support::Fixture;

/// An engine in memory. A clone is the same one.
#[derive(Clone, Default)]
struct Engine(Arc<Inside>);

#[derive(Default)]
struct Inside {
    entries: Mutex<Vec<SourceEntry>>,
    changed: Notify,
    is_down: AtomicBool,
    runs: AtomicUsize,
    /// What the tool `slow` waits for.
    may_end: Notify,
    begun: Notify,
}

impl Engine {
    fn of(entries: impl IntoIterator<Item = SourceEntry>) -> Self {
        let engine = Self::default();
        engine.set(entries);
        engine
    }

    /// Says what it has from now on, and that it changed.
    fn set(&self, entries: impl IntoIterator<Item = SourceEntry>) {
        *self.0.entries.lock().unwrap() = entries.into_iter().collect();
        self.0.changed.notify_one();
    }

    fn runs(&self) -> usize {
        self.0.runs.load(Ordering::SeqCst)
    }
}

#[tool_core::async_trait]
impl Source for Engine {
    fn name(&self) -> &'static str {
        "memory"
    }

    async fn list(&self) -> Result<Vec<SourceEntry>, BoxError> {
        if self.0.is_down.load(Ordering::SeqCst) {
            return Err("the engine at 10.0.0.7 does not answer".into());
        }
        Ok(self.0.entries.lock().unwrap().clone())
    }

    async fn call(&self, id: &str, call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        self.0.runs.fetch_add(1, Ordering::SeqCst);
        if id == "slow" {
            self.0.begun.notify_one();
            self.0.may_end.notified().await;
        }
        Ok(ToolOutput::json(json!({ "id": id, "got": call.arguments() })))
    }

    async fn read(&self, id: &str, call: &ToolCall<'_>) -> Result<ResourceContents, ToolError> {
        self.0.runs.fetch_add(1, Ordering::SeqCst);
        Ok(json!({ "id": id, "got": call.arguments() }).into())
    }

    async fn render(&self, id: &str, _: &ToolCall<'_>) -> Result<PromptMessages, ToolError> {
        self.0.runs.fetch_add(1, Ordering::SeqCst);
        Ok(PromptMessages::user(id))
    }

    async fn changed(&self) {
        self.0.changed.notified().await;
    }
}

fn exposed(entry: SourceEntry) -> SourceEntry {
    entry.with_metadata(json!({ "mcp": { "expose": true } }))
}

fn tool(id: &str) -> SourceEntry {
    exposed(SourceEntry::tool(id, "Does something."))
}

/// A registry of the product's own, with a surface for outside callers.
struct Product {
    registry: Registry,
    surface: Surface,
}

fn product() -> Product {
    product_with(|surface| surface)
}

fn product_with(change: impl FnOnce(tool_core::SurfaceBuilder) -> tool_core::SurfaceBuilder) -> Product {
    let registry = Registry::builder(()).register(Fixture::new("own")).build().unwrap();
    let invoker = Invoker::builder(registry.clone()).unlimited().build().unwrap();
    let surface = change(Surface::outside("outside", &invoker, Allow::exposed())).build().unwrap();
    Product { registry, surface }
}

impl Product {
    fn names(&self) -> Vec<String> {
        let catalogue = self.surface.catalogue(&Caller::new("alice"));
        catalogue.tools.iter().map(|tool| tool.name.clone()).collect()
    }

    async fn call(&self, name: &str, arguments: Value) -> Answer {
        self.surface.call(self.surface.request(Caller::new("alice"), name, Some(arguments))).await
    }

    async fn text(&self, name: &str, arguments: Value) -> String {
        match self.call(name, arguments).await {
            Answer::Reply(reply) => reply.text(),
            other => format!("{other:?}"),
        }
    }
}

/// Waits until the engine was listed again.
async fn listed_again(
    attached: &AttachedSource,
    engine: &Engine,
    entries: impl IntoIterator<Item = SourceEntry>,
) {
    let mut reports = attached.reports();
    reports.mark_unchanged();
    engine.set(entries);
    reports.changed().await.unwrap();
}
