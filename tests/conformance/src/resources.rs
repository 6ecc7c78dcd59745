//! Resources that are always the same, and a template of them.

use std::sync::Arc;

use serde_json::json;
use tool_core::{
    Exposure, HostMetadata, ReadCall, RegistryBuilder, Resource, ResourceContents, ResourceTemplate,
    ToolError,
};

use crate::{App, content::PNG};

pub(crate) fn register(registry: RegistryBuilder<App>) -> RegistryBuilder<App> {
    registry
        .static_resource(
            named("test://static-text", "static_text").mime_type("text/plain"),
            "This is the content of the static text resource.",
        )
        .static_resource(
            named("test://static-binary", "static_binary").mime_type("image/png"),
            ResourceContents::from(PNG.to_vec()),
        )
        .static_resource(named("test://watched-resource", "watched").mime_type("text/plain"), "Watched.")
        .resource_template(
            ResourceTemplate::new("test://template/{id}/data", "template_data")
                .description("Data of one id.")
                .host(shown("Template data"))
                .mime_type("application/json"),
            data,
        )
}

pub(crate) fn shown(title: &str) -> HostMetadata {
    HostMetadata::default().with_title(title).with_exposure(Exposure::Both)
}

fn named(uri: &str, name: &str) -> Resource {
    Resource::new(uri, name).description("A document of the suite.").host(shown(name))
}

async fn data(_: Arc<App>, call: ReadCall) -> Result<ResourceContents, ToolError> {
    let id = call.required("id")?;
    Ok(json!({ "id": id, "templateTest": true, "data": format!("Data for ID: {id}") }).into())
}
