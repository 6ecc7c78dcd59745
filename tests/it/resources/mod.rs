//! Resources: listed and read through the admission of tools, and as silent as tools about what is not offered.

mod admitted;
mod faults;
mod silent;

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use serde_json::json;
use tool_core::{
    Allow, Caller, Exposure, HostMetadata, Invoker, InvokerBuilder, Read, ReadCall, Registry,
    RegistryBuilder, Resource, ResourceBody, ResourceContents, ResourceTemplate, Surface, ToolError,
};

use crate::support::Projects;

/// What the functions of the resources work on: how often they ran.
#[derive(Default)]
pub(crate) struct Reads(AtomicUsize);

impl Reads {
    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

fn exposed(title: &str) -> HostMetadata {
    HostMetadata::default().with_title(title).with_exposure(Exposure::Both)
}

async fn context(reads: Arc<Reads>, call: ReadCall) -> Result<serde_json::Value, ToolError> {
    reads.0.fetch_add(1, Ordering::SeqCst);
    Ok(json!({ "caller": call.caller().id() }))
}

async fn note(reads: Arc<Reads>, call: ReadCall) -> Result<String, ToolError> {
    reads.0.fetch_add(1, Ordering::SeqCst);
    let project = call.target().map(|target| target.id().to_owned()).unwrap_or_default();
    match call.required("note")? {
        "gone" => Err(ToolError::new("not-found", "no such note")),
        "broken" => Err(ToolError::internal("the disk at /dev/sda is gone")),
        "panics" => panic!("a resource panics on purpose"),
        "slow" => std::future::pending().await,
        note => Ok(format!("{note} of {project}, unless it is {:?}", call.argument("project"))),
    }
}

/// Everything that the tests read: two resources and a template for all, one for nobody outside, and one with a scope.
pub(crate) fn registering(reads: &Arc<Reads>) -> RegistryBuilder<Reads> {
    let named = |uri: &str, name: &str| Resource::new(uri, name).description("A document.");
    Registry::builder_shared(Arc::clone(reads))
        .resource(named("app://context", "context").host(exposed("Context")), context)
        .static_resource(
            named("notes://help", "help").host(exposed("Help")).mime_type("text/markdown").size(6),
            "# Help",
        )
        .resource(named("notes://internal", "internal"), context)
        .resource(
            named("notes://scoped", "billing::scoped").host(exposed("Scoped").with_scopes(["notes:read"])),
            context,
        )
        .resource_template(
            ResourceTemplate::new("notes://{project}/{note}", "note")
                .description("One note.")
                .host(exposed("Note").with_timeout(std::time::Duration::from_secs(5)))
                .about("project", "project")
                .mime_type("text/plain"),
            note,
        )
}

struct Library {
    surface: Surface,
    reads: Arc<Reads>,
    registry: Registry,
}

fn library() -> Library {
    library_with(|builder| builder, Allow::exposed())
}

fn library_with(decide: impl FnOnce(InvokerBuilder) -> InvokerBuilder, allow: Allow) -> Library {
    let reads = Arc::new(Reads::default());
    let registry = registering(&reads).build().unwrap();
    let builder = Invoker::builder(registry.clone()).unlimited().ownership(Projects);
    let invoker = decide(builder).build().unwrap();
    let surface = Surface::outside("outside", &invoker, allow).build().unwrap();
    Library { surface, reads, registry }
}

impl Library {
    async fn read(&self, caller: &str, uri: &str) -> Read<ResourceContents> {
        self.surface.read_resource(self.surface.resource_request(Caller::new(caller), uri)).await
    }
}

/// The text of what was read, or the code of why it was not.
fn text(read: Read<ResourceContents>) -> String {
    match read {
        Read::Found(contents) => match &contents.parts()[0].body {
            ResourceBody::Text(text) => text.clone(),
            ResourceBody::Bytes(bytes) => format!("{bytes:?}"),
        },
        Read::Refused(reply) => reply.code.unwrap_or_default().into_owned(),
        other => format!("{other:?}"),
    }
}

fn uris(surface: &Surface, caller: &Caller) -> Vec<String> {
    let readable = surface.readable(caller);
    readable.resources.iter().chain(&readable.templates).map(|listed| listed.uri.clone()).collect()
}
