//! Fixtures; no logic worth testing.

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use serde_json::{Value, json};
use tool_core::{
    Allow, BoxError, Caller, Exposure, HostMetadata, Invoker, Ownership, Registry, Surface, Target,
    TargetArgument, Tool, ToolCall, ToolDefinition, ToolError, ToolOutput,
};

type Running = Pin<Box<dyn Future<Output = Result<ToolOutput, ToolError>> + Send>>;
type Body = Box<dyn Fn(Seen) -> Running + Send + Sync>;

/// What a fixture's body sees of its call.
pub(crate) struct Seen {
    pub(crate) arguments: Value,
    pub(crate) target: Option<String>,
    pub(crate) cancellation: tokio_util::sync::CancellationToken,
}

/// A hand-written tool whose facts and body a test chooses. It says `ran`, and counts its runs.
pub(crate) struct Fixture {
    definition: ToolDefinition,
    host: HostMetadata,
    body: Body,
    runs: Arc<AtomicUsize>,
}

impl Fixture {
    pub(crate) fn new(name: &str) -> Self {
        Self {
            definition: ToolDefinition::new(name, "Says that it ran."),
            host: HostMetadata::default().with_title("Fixture").with_exposure(Exposure::Both),
            body: Box::new(|_| Box::pin(async { Ok(ToolOutput::text("ran")) })),
            runs: Arc::default(),
        }
    }

    pub(crate) fn host(mut self, change: impl FnOnce(HostMetadata) -> HostMetadata) -> Self {
        self.host = change(self.host);
        self
    }

    pub(crate) fn description(mut self, text: &str) -> Self {
        text.clone_into(&mut self.definition.description);
        self
    }

    pub(crate) fn input(mut self, schema: Value) -> Self {
        self.definition.input_schema = schema;
        self
    }

    pub(crate) fn alias(mut self, alias: &str, argument: &str) -> Self {
        self.definition = self.definition.with_alias(alias, argument);
        self
    }

    pub(crate) fn output(mut self, schema: Value) -> Self {
        self.definition.output_schema = Some(schema);
        self
    }

    pub(crate) fn body<F>(mut self, body: impl Fn(Seen) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<ToolOutput, ToolError>> + Send + 'static,
    {
        self.body = Box::new(move |seen| Box::pin(body(seen)));
        self
    }

    /// Returns the count of runs, to be read after the tool has been given away.
    pub(crate) fn runs(&self) -> Runs {
        Runs(Arc::clone(&self.runs))
    }
}

pub(crate) struct Runs(Arc<AtomicUsize>);

impl Runs {
    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

#[tool_core::async_trait]
impl Tool for Fixture {
    fn definition(&self) -> ToolDefinition {
        self.definition.clone()
    }

    fn host(&self) -> HostMetadata {
        self.host.clone()
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        self.runs.fetch_add(1, Ordering::SeqCst);
        let seen = Seen {
            arguments: Value::Object(call.arguments().clone()),
            target: call.target().map(|target| target.id().to_owned()),
            cancellation: call.cancellation().clone(),
        };
        (self.body)(seen).await
    }
}

/// Alice owns p-alice, bob owns p-bob; `p-broken` cannot be found out, and `p-panics` panics.
pub(crate) struct Projects;

#[tool_core::async_trait]
impl Ownership for Projects {
    async fn resolve(&self, caller: &Caller, target: &Target) -> Result<Option<Target>, BoxError> {
        if target.id() == "p-broken" {
            return Err("the database at db.internal is gone".into());
        }
        assert_ne!(target.id(), "p-panics", "the lock at db.internal is poisoned");
        let theirs = target.kind() == "project" && target.id() == format!("p-{}", caller.id());
        Ok(theirs.then(|| target.clone()))
    }
}

/// A schema of one described string argument.
pub(crate) fn one_word() -> Value {
    json!({
        "type": "object",
        "properties": { "word": { "type": "string", "description": "A word." } },
        "required": ["word"],
        "additionalProperties": false
    })
}

pub(crate) fn registry(tools: impl IntoIterator<Item = Fixture>) -> Registry {
    tools.into_iter().fold(Registry::builder(()), |builder, tool| builder.register(tool)).build().unwrap()
}

pub(crate) fn invoker(tools: impl IntoIterator<Item = Fixture>) -> Invoker {
    Invoker::builder(registry(tools)).unlimited().ownership(Projects).build().unwrap()
}

/// A surface for outside callers that lists everything exposed and takes the project as `project_id`.
pub(crate) fn outside(invoker: &Invoker) -> Surface {
    Surface::outside("outside", invoker, Allow::exposed()).target_argument(project_id()).build().unwrap()
}

pub(crate) fn project_id() -> TargetArgument {
    TargetArgument::new("project", "project_id", "The project that the call is about.")
}
