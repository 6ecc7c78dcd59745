//! Documents under all addresses of a template.

use std::{iter, panic::Location, sync::Arc};

use super::{Pattern, ResourceFacts, bind};
use crate::{
    Annotations, HostMetadata, ReadCall, SourceLocation, ToolError,
    readable::{Completed, Completers, Function, RESOURCE, Role},
    registry::Binding,
};

/// Documents under all addresses of a template, such as `notes://{project}/{note}`.
///
/// A template is of level 1 of [RFC 6570](https://www.rfc-editor.org/rfc/rfc6570): plain variables, each alone between
/// two `/` or with fixed text around it. A value is one name and never a path: percent-encoding is taken off once, and an
/// address in which a value would be empty, `..`, or have a `/` or a control character is no address of the template.
/// Two templates that stand for the same address are a fault of the registry; a [`Resource`](crate::Resource) comes first.
///
/// The variable that names the target goes to [`Ownership`](crate::Ownership), like the target of a tool: a document of
/// somebody else and one that does not exist are one answer.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use tool_core::{
///     Allow, BoxError, Caller, Exposure, HostMetadata, Invoker, Read, ReadCall, Registry, ResourceTemplate, Surface,
///     Target, ToolError, ownership_by,
/// };
///
/// async fn note(_: Arc<()>, call: ReadCall) -> Result<String, ToolError> {
///     Ok(format!("{} of {}", call.required("note")?, call.target_as::<u64>()?))
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_core::BuildErrors> {
/// let notes = ResourceTemplate::new("notes://{project}/{note}", "note")
///     .description("One note.")
///     .host(HostMetadata::default().with_title("Note").with_exposure(Exposure::Both))
///     .about("project", "project")
///     .completing("note", |_, _, prefix| async move { Ok(vec![format!("{prefix}-1")]) });
///
/// let ownership = ownership_by(|caller: Caller, target: Target| async move {
///     Ok::<_, BoxError>((caller.id() == "alice" && target.id() == "p-7").then(|| target.with(7_u64)))
/// });
/// let registry = Registry::builder(()).resource_template(notes, note).build()?;
/// let invoker = Invoker::builder(registry).unlimited().ownership(ownership).build()?;
/// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
///
/// let read = async |caller: &str, uri: &str| {
///     surface.read_resource(surface.resource_request(Caller::new(caller), uri)).await
/// };
/// assert!(matches!(read("alice", "notes://p-7/n-1").await, Read::Found(_)));
/// assert!(matches!(read("bob", "notes://p-7/n-1").await, Read::Unknown));
/// assert!(matches!(read("alice", "notes://nobodys/n-1").await, Read::Unknown));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use = "a template exists for nobody until it is registered"]
pub struct ResourceTemplate<S> {
    name: String,
    description: String,
    host: HostMetadata,
    facts: ResourceFacts,
    completers: Completers<S>,
    location: SourceLocation,
}

impl<S: Send + Sync + 'static> ResourceTemplate<S> {
    /// Returns a template of addresses, with a name of the grammar of tools.
    #[track_caller]
    pub fn new(uri_template: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            description: String::new(),
            host: HostMetadata::default(),
            facts: ResourceFacts::new(uri_template.into(), true),
            completers: Completers::none(),
            location: Location::caller().into(),
        }
    }

    /// Says what the documents are and when to read them, for the model. An exposed template must have it.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// Sets the facts for the host; see [`Resource::host`](crate::Resource::host).
    pub fn host(mut self, host: HostMetadata) -> Self {
        self.host = host;
        self
    }

    /// States the kind of target that a document belongs to, and the variable that names it. The function reads it from
    /// [`ReadCall::target`], as it was resolved.
    pub fn about(mut self, kind: impl Into<String>, variable: impl Into<String>) -> Self {
        self.host.target = Some(kind.into());
        self.facts.target = Some(variable.into());
        self
    }

    /// Sets the media type of all documents, such as `text/markdown`.
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.facts.mime_type = Some(mime_type.into());
        self
    }

    /// Says for whom it is, how much it matters, and how old it is: hints for host applications.
    pub fn annotations(mut self, annotations: Annotations) -> Self {
        self.facts.annotations = annotations;
        self
    }

    /// Proposes values of a variable: the function is given what was typed so far, and what was chosen for others is
    /// [`ReadCall::argument`]. It returns the caller's own values, best first; a surface passes on 100 of them.
    ///
    /// It is asked through the admission of the template. Unless the variable names the target itself, the target must have
    /// been chosen and be the caller's.
    pub fn completing<F, R>(mut self, variable: impl Into<String>, complete: F) -> Self
    where
        F: Fn(Arc<S>, ReadCall, String) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Vec<String>, ToolError>> + Send + 'static,
    {
        let variable = variable.into();
        self.facts.completed.push(variable.clone());
        self.completers.add(variable, complete);
        self
    }

    /// Gives it its state, and returns it with what completes its variables.
    pub(crate) fn bind(self, state: &Arc<S>, function: Function) -> Vec<(Binding, Role)> {
        let Self { name, description, host, facts, completers, location } = self;
        let variables: Vec<_> = facts.pattern.iter().flat_map(Pattern::variables).collect();
        let of = Completed {
            entry: &format!("{RESOURCE}{name}"),
            arguments: &variables,
            target: facts.target.as_deref(),
            host: &host,
            location,
        };
        let completions = completers.bind(&of, state);
        let own = bind(&name, description, host, facts, location, function);
        iter::once(own).chain(completions).collect()
    }
}
