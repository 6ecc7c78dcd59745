//! Parity of what is read: what is listed can be read, and what is not listed is unknown.

use serde_json::Value;

use super::invocable::may_be_listed;
use crate::{
    Caller, Read, Request, Surface,
    readable::{Purpose, Role},
};

/// Asserts that the resources and prompts that the surface lists for this caller are exactly those that it lets that caller
/// read.
///
/// Each entry of the registry is asked for. Nothing runs: a listed one is asked with arguments that it does not take, and
/// must complain about these, and any other must be unknown or unavailable.
///
/// # Panics
///
/// When they disagree; the message names every entry that does.
///
/// # Examples
///
/// ```
/// use tool_core::{Allow, Caller, Exposure, HostMetadata, Invoker, Registry, Resource, Surface, parity};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_core::BuildErrors> {
/// let help = Resource::new("notes://help", "help")
///     .description("How to use it.")
///     .host(HostMetadata::default().with_title("Help").with_exposure(Exposure::Both));
/// let registry = Registry::builder(()).static_resource(help, "Write notes.").build()?;
/// let invoker = Invoker::builder(registry).unlimited().build()?;
/// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
/// parity::assert_readable(&surface, &Caller::new("alice")).await;
/// # Ok(())
/// # }
/// ```
pub async fn assert_readable(surface: &Surface, caller: &Caller) {
    let readable = surface.readable(caller);
    let resources = readable.resources.iter().chain(&readable.templates);
    let listed: Vec<_> = resources
        .map(|listed| &listed.uri)
        .chain(readable.prompts.iter().map(|listed| &listed.name))
        .collect();
    let mut wrong = Vec::new();
    for entry in surface.invoker().registry().snapshot().readables() {
        let name = entry.name();
        let (shown, purpose) = match &entry.role {
            Role::Resource(facts) => (facts.uri.clone(), Purpose::Resource(facts.uri.clone())),
            Role::Prompt(_) => (surface.prompt_name(name.as_str()), Purpose::Prompt),
            Role::Completion { .. } | Role::Tool => continue,
        };
        // An argument of a list, which no schema of theirs takes.
        let mut request =
            Request::new(surface.clone(), caller.clone(), name.to_string(), Some(Value::Array(Vec::new())));
        request.0.purpose = purpose;
        let code = match surface.answered(request).await {
            Read::Unknown => "unknown-tool".to_owned(),
            Read::Refused(reply) => reply.code.unwrap_or_default().into_owned(),
            other => format!("{other:?}"),
        };
        let is_listed = listed.contains(&&shown);
        match (is_listed, code.as_str()) {
            (true, "invalid-arguments") | (false, "unknown-tool" | "unavailable") => {}
            (true, _) => wrong.push(format!("`{name}` is listed, and cannot be read: {code}")),
            (false, _) => wrong.push(format!("`{name}` is not listed, and answers {code}")),
        }
        if is_listed && !may_be_listed(surface.origin(), entry) {
            wrong.push(format!("`{name}` is listed against its own metadata"));
        }
    }
    assert!(wrong.is_empty(), "surface `{}` is out of parity:\n- {}", surface.name(), wrong.join("\n- "));
}
