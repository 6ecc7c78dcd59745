//! A tool that takes one type as its arguments and says what reached it.

use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use tool_core::{
    Allow, BuildErrors, Effect, Exposure, HostMetadata, Invoker, Registry, Surface, Tool, ToolCall,
    ToolDefinition, ToolError, ToolOutput,
    testing::{TestAnswer, TestSurface},
};

/// Whether the surface of a call asked for repairs.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Repairs {
    AskedFor,
    Never,
}

/// A type as the arguments of a tool. Such tools are internal: what only hosts outside get wrong does not matter here.
pub(crate) struct Echo<T> {
    definition: ToolDefinition,
    exposure: Exposure,
    arguments: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned + 'static> Echo<T> {
    pub(crate) fn new() -> Self
    where
        T: JsonSchema,
    {
        Self::over(ToolDefinition::new("echo", "Says what reached it.").with_input::<T>())
    }

    pub(crate) fn over(definition: ToolDefinition) -> Self {
        Self { definition, exposure: Exposure::Internal, arguments: PhantomData }
    }

    pub(crate) fn exposed(mut self) -> Self {
        self.exposure = Exposure::Both;
        self
    }

    pub(crate) fn registry(self) -> Result<Registry, BuildErrors> {
        Registry::builder(()).register(self).build()
    }

    /// Returns what building a registry with this tool says is wrong.
    pub(crate) fn refusal(self) -> String {
        self.registry().map(|_| ()).unwrap_err().to_string()
    }

    /// Returns the schema that is advertised.
    pub(crate) fn schema(self) -> Value {
        self.registry().unwrap().snapshot().get("echo").unwrap().definition().input_schema.clone()
    }

    /// Calls the tool through the whole of admission.
    pub(crate) async fn call(self, arguments: Option<Value>, repairs: Repairs) -> TestAnswer {
        let invoker = Invoker::builder(self.registry().unwrap()).unlimited().build().unwrap();
        let surface = Surface::first_party("test", &invoker, Allow::only(["echo"]));
        let surface = match repairs {
            Repairs::AskedFor => surface.repair_arguments(),
            Repairs::Never => surface,
        };
        TestSurface::new(&surface.build().unwrap()).call("echo", arguments.unwrap_or(Value::Null)).await
    }
}

#[tool_core::async_trait]
impl<T: DeserializeOwned + 'static> Tool for Echo<T> {
    fn definition(&self) -> ToolDefinition {
        self.definition.clone()
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default().with_title("Echo").with_exposure(self.exposure).with_effect(Effect::ReadOnly)
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        // What admission let through, the exact type takes: anything else would be a call that nobody can explain.
        // A type without a value is written as null, and its arguments are an object like all others.
        let nothing = std::mem::size_of::<T>() == 0 && call.arguments().is_empty();
        if !nothing {
            call.decode::<T>()?;
        }
        Ok(ToolOutput::json(json!({ "got": call.arguments() })))
    }
}

/// Returns the arguments that reached the tool.
pub(crate) fn got(answer: &TestAnswer) -> Value {
    let structured: &Map<String, Value> = answer.reply().structured.as_ref().unwrap();
    structured["got"].clone()
}
