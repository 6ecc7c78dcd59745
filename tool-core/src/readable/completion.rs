//! What completes one argument of a prompt or a template: an entry of its own, admitted like any other.

use std::{fmt, sync::Arc};

use serde_json::{Map, Value, json};

use super::{BoundReadable, COMPLETION, Function, Returned, Role};
use crate::{
    HostMetadata, Parallelism, ReadCall, SourceLocation, ToolDefinition, ToolError, registry::Binding,
};

type Values = std::pin::Pin<Box<dyn Future<Output = Result<Vec<String>, ToolError>> + Send>>;

/// Proposes values of an argument.
struct Completer<S>(Arc<dyn Fn(Arc<S>, ReadCall, String) -> Values + Send + Sync>);

impl<S> Clone for Completer<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S> fmt::Debug for Completer<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Completer(..)")
    }
}

/// The argument that is completed, as its question carries it. No argument of an entry can have this name.
pub(crate) const PREFIX: &str = "__prefix";

impl<S: Send + Sync + 'static> Completer<S> {
    fn new<F, R>(complete: F) -> Self
    where
        F: Fn(Arc<S>, ReadCall, String) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Vec<String>, ToolError>> + Send + 'static,
    {
        Self(Arc::new(move |state, call, prefix| Box::pin(complete(state, call, prefix))))
    }

    fn bind(self, argument: &str, of: &Completed<'_>, state: Arc<S>) -> (Binding, Role) {
        let function: Function = Arc::new(move |call| {
            let prefix = call.argument(PREFIX).unwrap_or_default().to_owned();
            let values = (self.0)(Arc::clone(&state), call, prefix);
            Box::pin(async move { values.await.map(Returned::Values) })
        });
        let binding =
            BoundReadable::binding(of.definition(argument), of.host(argument), of.location, function);
        (binding, of.role(argument))
    }
}

/// What completes arguments of one entry, by their names.
#[derive(Clone, Debug)]
pub(crate) struct Completers<S>(Vec<(String, Completer<S>)>);

impl<S: Send + Sync + 'static> Completers<S> {
    pub(crate) fn none() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn add<F, R>(&mut self, argument: String, complete: F)
    where
        F: Fn(Arc<S>, ReadCall, String) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Vec<String>, ToolError>> + Send + 'static,
    {
        self.0.push((argument, Completer::new(complete)));
    }

    /// Gives them their state, and makes each an entry beside the one whose argument it completes.
    pub(crate) fn bind(self, of: &Completed<'_>, state: &Arc<S>) -> Vec<(Binding, Role)> {
        let bind =
            |(argument, completer): (String, Completer<S>)| completer.bind(&argument, of, Arc::clone(state));
        self.0.into_iter().map(bind).collect()
    }
}

/// The entry whose arguments are completed.
pub(crate) struct Completed<'e> {
    /// The entry's name in the registry.
    pub(crate) entry: &'e str,
    /// All arguments of the entry.
    pub(crate) arguments: &'e [&'e str],
    /// The one that names the target.
    pub(crate) target: Option<&'e str>,
    pub(crate) host: &'e HostMetadata,
    pub(crate) location: SourceLocation,
}

impl Completed<'_> {
    fn definition(&self, argument: &str) -> ToolDefinition {
        let text = |name: &str| {
            (name.to_owned(), json!({ "type": "string", "description": "What has been given already." }))
        };
        let others = self.arguments.iter().copied().filter(|name| *name != argument);
        let properties: Map<String, Value> = others.chain([PREFIX]).map(text).collect();
        ToolDefinition::new(name(self.entry, argument), "Completes an argument.").with_input_schema(json!({
            "type": "object",
            "properties": properties,
            "required": [PREFIX],
            "additionalProperties": false
        }))
    }

    fn role(&self, argument: &str) -> Role {
        let target = self.target.filter(|target| *target != argument).map(str::to_owned);
        Role::Completion { of: self.entry.to_owned(), target }
    }

    /// Who may read the entry may have it completed. Whoever completes the name of the target has not named one yet.
    fn host(&self, argument: &str) -> HostMetadata {
        let mut host = self.host.clone();
        if self.target == Some(argument) {
            host.target = None;
        }
        host.parallelism = Parallelism::Parallel;
        host
    }
}

/// Returns the name of what completes an argument of an entry, `prompt:summarise` or `resource:note`.
pub(crate) fn name(entry: &str, argument: &str) -> String {
    let (kind, name) = entry.split_once(':').unwrap_or(("", entry));
    format!("{COMPLETION}{name}::{kind}-{argument}")
}
