//! One tool of a manifest, ready to be registered.

use std::{ffi::OsString, fmt, sync::Arc, time::Duration};

use serde_json::{Map, Value};
use tool_core::{
    ArgumentFaults, BuildError, CallId, HostMetadata, NoResult, Registry, Tool, ToolCall, ToolDefinition,
    ToolError, ToolOutput,
};

use crate::{
    Place, Running,
    argument::Argument,
    argv::{self, Argv},
    arm::Arm,
    result::{Expected, ExpectedForm},
    run::Program,
    value::ValueType,
};

/// One tool of a manifest: [`Tool`] for a program. A clone is a handle to the same one.
#[derive(Clone)]
pub struct CommandTool(Arc<Parts>);

/// What a tool is made of.
pub(crate) struct Parts {
    pub(crate) definition: ToolDefinition,
    pub(crate) host: HostMetadata,
    pub(crate) place: Place,
    pub(crate) arm: Arm,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) expected: Expected,
    pub(crate) time_limit: Option<Duration>,
    pub(crate) output_limit: usize,
    pub(crate) satisfies: Vec<String>,
    pub(crate) running: Running,
}

/// Why there is no list of arguments.
#[derive(Debug, PartialEq)]
#[non_exhaustive]
pub enum NoArgv {
    /// The arguments do not fit.
    Arguments(ArgumentFaults),
    /// The tool is a function of this process, and no program.
    InProcess,
}

impl CommandTool {
    pub(crate) fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    /// Returns the id, which is the name in the registry.
    pub fn id(&self) -> &str {
        &self.0.definition.name
    }

    /// Returns where it is written.
    pub fn place(&self) -> &Place {
        &self.0.place
    }

    /// Returns how it runs here: `in process`, `command` or `container`.
    pub fn way(&self) -> &'static str {
        self.0.arm.word()
    }

    /// Returns whether every answer, refusals included, is an object with `schema`, `ok` and `failures`.
    pub fn answers_in_envelopes(&self) -> bool {
        matches!(self.0.expected.form, ExpectedForm::Envelope(_))
    }

    /// Returns what it satisfies, as its manifest says. No model reads it.
    pub fn satisfies(&self) -> &[String] {
        &self.0.satisfies
    }

    /// Returns what the program would be started with, for these arguments. Nothing is started.
    ///
    /// # Errors
    ///
    /// When the arguments do not fit, and when the tool is no program.
    ///
    /// # Examples
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_command::{Format, Host, Manifest, Projection};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let text = r#"
    /// version = 1
    ///
    /// [[tool]]
    /// id = "list"
    /// title = "List files"
    /// summary = "Lists a folder."
    /// run.command = { program = "ls", arguments = ["-l"], separator = true }
    ///
    /// [[tool.input]]
    /// name = "width"
    /// description = "Columns of the list."
    /// type = "integer"
    /// minimum = 20
    /// maximum = 200
    /// travels = { joined = "--width" }
    ///
    /// [[tool.input]]
    /// name = "names"
    /// description = "What to list."
    /// type = "id"
    /// repeated = true
    /// travels = "positional"
    /// "#;
    /// let manifest = Manifest::parse(text, Format::Toml, "list.toml")?;
    /// let projection = Projection::of(&[manifest], &Host::new(".")?).await?;
    ///
    /// let arguments = json!({ "names": ["a", "b"], "width": 80 });
    /// let argv = projection.tools[0].argv(arguments.as_object().unwrap()).unwrap();
    /// assert_eq!(argv.elements, ["-l", "--width=80", "--", "a", "b"]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn argv(&self, arguments: &Map<String, Value>) -> Result<Argv, NoArgv> {
        let (Arm::Command(recipe) | Arm::Container(recipe, _)) = &self.0.arm else {
            return Err(NoArgv::InProcess);
        };
        argv::argv(&recipe.before, recipe.separator, &self.0.arguments, arguments).map_err(NoArgv::Arguments)
    }

    /// Makes the list where blocking is allowed when a path has to be looked at.
    async fn argv_of(&self, arguments: &Map<String, Value>) -> Result<Argv, ToolError> {
        let is_path = |argument: &Argument| matches!(argument.value_type, ValueType::Path { .. });
        let argv = if self.0.arguments.iter().any(is_path) {
            let (tool, arguments) = (self.clone(), arguments.clone());
            tokio::task::spawn_blocking(move || tool.argv(&arguments)).await.map_err(ToolError::internal)?
        } else {
            self.argv(arguments)
        };
        argv.map_err(|none| match none {
            NoArgv::Arguments(faults) => ToolError::invalid_arguments(faults),
            NoArgv::InProcess => {
                ToolError::internal("a function of this process was asked for its arguments as a program")
            }
        })
    }

    /// Returns the run of a program; none of a function.
    fn program(&self, id: CallId, argv: Argv) -> Option<Program> {
        let (recipe, arguments, on_kill) = match &self.0.arm {
            Arm::Command(recipe) => (recipe, argv.elements.into_iter().map(OsString::from).collect(), None),
            Arm::Container(recipe, container) => {
                let name = format!("tool-command-{id}");
                let arguments = container.arguments(&name, &recipe.folder, &argv);
                (recipe, arguments, Some(recipe.kill_container(&name)))
            }
            Arm::InProcess(_) => return None,
        };
        Some(Program {
            path: recipe.program.clone(),
            arguments,
            folder: recipe.folder.clone(),
            environment: recipe.environment.clone(),
            stdin: argv.stdin,
            output_limit: self.0.output_limit,
            time_limit: self.0.time_limit,
            on_kill,
        })
    }
}

#[tool_core::async_trait]
impl Tool for CommandTool {
    fn definition(&self) -> ToolDefinition {
        self.0.definition.clone()
    }

    fn host(&self) -> HostMetadata {
        self.0.host.clone()
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        if let Arm::InProcess(function) = &self.0.arm {
            argv::check(&self.0.arguments, call.arguments()).map_err(ToolError::invalid_arguments)?;
            return self.0.expected.of_function(function(call.arguments().clone()).await?);
        }
        let argv = self.argv_of(call.arguments()).await?;
        let program = self.program(call.id(), argv).ok_or_else(|| ToolError::internal("no program"))?;
        self.0.expected.result(program.run(call.cancellation(), &self.0.running).await)
    }

    fn without_result(&self, no_result: &NoResult<'_>) -> Option<ToolOutput> {
        match &self.0.expected.form {
            ExpectedForm::Envelope(rules) => Some(rules.without_result(no_result)),
            ExpectedForm::Json(_) | ExpectedForm::Text => None,
        }
    }
}

/// Asks a registry of its own whether it takes a tool, so that its faults have the place in the manifest.
pub(crate) fn registrable(tool: &CommandTool) -> Result<(), Vec<String>> {
    let said = |error: &BuildError| match error {
        BuildError::InvalidName { reason, .. } => format!("it cannot be the name of a tool: {reason}"),
        BuildError::InvalidSchema { side, pointer, message, .. } => {
            format!("{side} schema, {}: {message}", if pointer.is_empty() { "/" } else { pointer })
        }
        other => other.to_string(),
    };
    let registry = Registry::builder(()).register(tool.clone()).build();
    registry.map(drop).map_err(|errors| errors.iter().map(said).collect())
}

impl fmt::Debug for CommandTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CommandTool")
            .field("id", &self.id())
            .field("way", &self.way())
            .finish_non_exhaustive()
    }
}
