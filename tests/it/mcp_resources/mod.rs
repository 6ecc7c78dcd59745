//! Resources, prompts and completions on the wire, in both eras: what is announced, listed, read, and told of.

mod followed;
mod prompts;
mod read;

use std::sync::Arc;

use serde_json::{Value, json};
use tool_core::{
    Allow, Annotations, Exposure, HostMetadata, Icon, Invoker, Prompt, PromptArgument, PromptMessages,
    ReadCall, Registry, Resource, ResourceTemplate, Surface, ToolError,
};
use tool_mcp::{Handler, ServerIdentity};

use crate::{mcp_fixture::alice, support::Projects};

fn exposed(title: &str) -> HostMetadata {
    HostMetadata::default().with_title(title).with_exposure(Exposure::Both)
}

async fn context(_: Arc<()>, call: ReadCall) -> Result<Value, ToolError> {
    Ok(json!({ "caller": call.caller().id() }))
}

async fn note(_: Arc<()>, call: ReadCall) -> Result<String, ToolError> {
    let project = call.target().map(|target| target.id().to_owned()).unwrap_or_default();
    Ok(format!("{} of {project}", call.required("note")?))
}

async fn summarise(_: Arc<()>, call: ReadCall) -> Result<PromptMessages, ToolError> {
    let project = call.target().map(|target| target.id().to_owned()).unwrap_or_default();
    let sound = tool_core::Content::Audio { data: vec![1, 2, 3], mime_type: "audio/wav".into() };
    Ok(PromptMessages::user(format!("Summarise {project}."))
        .and_assistant("Gladly.")
        .and(tool_core::Speaker::User, sound))
}

fn registry() -> Registry {
    Registry::builder(())
        .resource(
            Resource::new("app://context", "context").description("Who you are.").host(exposed("Context")),
            context,
        )
        .static_resource(
            Resource::new("notes://logo", "logo")
                .description("The logo.")
                .mime_type("image/png")
                .size(3)
                .annotations(Annotations::new().for_user().with_priority(0.5))
                .host(
                    exposed("Logo")
                        .with_icon(Icon::new("https://example.com/a.png"))
                        .with_meta("k", json!(1)),
                ),
            vec![1, 2, 3],
        )
        .resource(Resource::new("notes://internal", "internal"), context)
        .resource_template(
            ResourceTemplate::new("notes://{project}/{note}", "note")
                .description("One note.")
                .host(exposed("Note"))
                .about("project", "project")
                .mime_type("text/plain")
                .completing("note", |_, _, prefix| async move { Ok(vec![format!("{prefix}1")]) }),
            note,
        )
        .prompt(
            Prompt::new("summarise")
                .description("Summarises a project.")
                .host(exposed("Summarise"))
                .argument(PromptArgument::required("project", "Its id."))
                .about("project", "project")
                .completing(
                    "project",
                    |_, call, _| async move { Ok(vec![format!("p-{}", call.caller().id())]) },
                ),
            summarise,
        )
        .build()
        .unwrap()
}

fn surface(registry: &Registry) -> Surface {
    let invoker = Invoker::builder(registry.clone()).unlimited().ownership(Projects).build().unwrap();
    Surface::outside("outside", &invoker, Allow::exposed()).build().unwrap()
}

fn handler() -> Handler {
    handler_of(surface(&registry()))
}

fn handler_of(surface: Surface) -> Handler {
    Handler::new(surface, ServerIdentity::new("samples", "1.2.3"))
}

async fn ask(handler: &Handler, message: Value) -> Value {
    handler.handle(message, alice()).await.unwrap()
}
