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
use tokio::sync::Notify;
use tool_core::{
    Allow, Answer, BoxError, Caller, Exposure, HostMetadata, Invoker, Ownership, Registry, RegistryBuilder,
    Reply, Surface, Target, TargetArgument, Tool, ToolCall, ToolDefinition, ToolError, ToolOutput,
};

type Running = Pin<Box<dyn Future<Output = Result<ToolOutput, ToolError>> + Send>>;
type Body = Arc<dyn Fn(Seen) -> Running + Send + Sync>;

/// What a fixture's body sees of its call.
pub(crate) struct Seen {
    pub(crate) arguments: Value,
    pub(crate) target: Option<String>,
    pub(crate) cancellation: tokio_util::sync::CancellationToken,
}

/// A hand-written tool whose facts and body a test chooses. It says `ran`, and counts its runs.
#[derive(Clone)]
pub(crate) struct Fixture {
    definition: ToolDefinition,
    host: HostMetadata,
    body: Body,
    calls: Vec<(String, Value)>,
    runs: Arc<AtomicUsize>,
}

impl Fixture {
    pub(crate) fn new(name: &str) -> Self {
        Self {
            definition: ToolDefinition::new(name, "Says that it ran."),
            host: HostMetadata::default().with_title("Fixture").with_exposure(Exposure::Both),
            body: Arc::new(|_| Box::pin(async { Ok(ToolOutput::text("ran")) })),
            calls: Vec::new(),
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

    /// Keeps the schema of the arguments as it is written.
    pub(crate) fn verbatim(mut self, schema: Value) -> Self {
        self.definition = self.definition.with_verbatim_input_schema(schema);
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

    /// Keeps the schema of the result as it is written.
    pub(crate) fn verbatim_output(mut self, schema: Value) -> Self {
        self.definition = self.definition.with_verbatim_output_schema(schema);
        self
    }

    pub(crate) fn body<F>(mut self, body: impl Fn(Seen) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<ToolOutput, ToolError>> + Send + 'static,
    {
        self.body = Arc::new(move |seen| Box::pin(body(seen)));
        self
    }

    pub(crate) fn returns(self, value: Value) -> Self {
        self.body(move |_| std::future::ready(Ok(ToolOutput::json(value.clone()))))
    }

    /// Says what reached it, as `got`.
    pub(crate) fn echo(self) -> Self {
        self.body(|seen| async move { Ok(ToolOutput::json(json!({ "got": seen.arguments }))) })
    }

    /// Calls other tools, one after another, and returns what the last one is answered with.
    pub(crate) fn calls<'c>(mut self, calls: impl IntoIterator<Item = (&'c str, Value)>) -> Self {
        self.calls = calls.into_iter().map(|(name, arguments)| (name.to_owned(), arguments)).collect();
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
        if let Some(((last, arguments), others)) = self.calls.split_last() {
            for (name, arguments) in others {
                drop(call.invoke(name.as_str(), arguments.clone()).await);
            }
            return call.invoke(last.as_str(), arguments.clone()).await.into_result();
        }
        let seen = Seen {
            arguments: Value::Object(call.arguments().clone()),
            target: call.target().map(|target| target.id().to_owned()),
            cancellation: call.cancellation().clone(),
        };
        (self.body)(seen).await
    }
}

/// A tool that says when it begins, and ends when it is let.
#[derive(Clone, Default)]
pub(crate) struct Slow {
    pub(crate) begun: Arc<Notify>,
    pub(crate) may_end: Arc<Notify>,
}

impl Slow {
    pub(crate) fn tool(&self) -> Fixture {
        let this = self.clone();
        Fixture::new("slow").body(move |_| {
            let this = this.clone();
            async move {
                this.begun.notify_one();
                this.may_end.notified().await;
                Ok(ToolOutput::text("ran"))
            }
        })
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

pub(crate) fn registering(tools: impl IntoIterator<Item = Fixture>) -> RegistryBuilder<()> {
    tools.into_iter().fold(Registry::builder(()), |builder, tool| builder.register(tool))
}

pub(crate) fn registry(tools: impl IntoIterator<Item = Fixture>) -> Registry {
    registering(tools).build().unwrap()
}

pub(crate) fn invoker(tools: impl IntoIterator<Item = Fixture>) -> Invoker {
    Invoker::builder(registry(tools)).unlimited().ownership(Projects).build().unwrap()
}

/// A surface for outside callers that lists everything exposed and takes the project as `project_id`.
pub(crate) fn outside(invoker: &Invoker) -> Surface {
    Surface::outside("outside", invoker, Allow::exposed()).target_argument(project_id()).build().unwrap()
}

/// The product's own surface, which lists everything that is not for outside callers alone.
pub(crate) fn first_party(invoker: &Invoker) -> Surface {
    Surface::first_party("assistant", invoker, Allow::exposed()).build().unwrap()
}

/// Returns the reply of a call whose tool the surface offers.
pub(crate) fn reply(answer: Answer) -> Reply {
    match answer {
        Answer::Reply(reply) => reply,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn project_id() -> TargetArgument {
    TargetArgument::new("project", "project_id", "The project that the call is about.")
}
