//! One catalogue entry in MCP's form, for the revision of a peer. Which key a revision has is said in `revision`.

use std::sync::Arc;

use rmcp::model::{Icon, MetaObject, Tool};
use serde_json::{Map, Value};
use tool_core::Listed;

use crate::{
    hints::hints,
    revision::{Feature, Revision},
};

/// Returns the entry as a tool of MCP, without the schema of its result where it has another one. The schemas are shared,
/// not copied, unless a header is written into one.
pub(crate) fn project(listed: &Listed, without_result: bool, revision: &Revision) -> Tool {
    let input_schema = input_schema(listed, revision);
    let mut tool = Tool::new(listed.name.clone(), listed.description.clone(), input_schema)
        .with_title(listed.title.clone())
        .with_annotations(hints(listed));
    if let Some(schema) = listed.output_schema.as_ref().filter(|_| !without_result) {
        tool = tool.with_raw_output_schema(Arc::clone(schema));
    }
    if let Some(icons) = icons(&listed.icons, revision) {
        tool = tool.with_icons(icons);
    }
    if let Some(meta) = meta(&listed.meta, revision) {
        tool = tool.with_meta(meta);
    }
    revision.trim(tool)
}

/// Returns the schema of the arguments, which says what a client repeats in headers.
pub(crate) fn input_schema(listed: &Listed, revision: &Revision) -> Arc<Map<String, Value>> {
    if listed.headers.is_empty() || !revision.knows(Feature::ParameterHeaders) {
        Arc::clone(&listed.input_schema)
    } else {
        Arc::new(with_headers(listed))
    }
}

/// Says in the schema which arguments a client repeats in `Mcp-Param-NAME`
/// (<https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters>).
fn with_headers(listed: &Listed) -> Map<String, Value> {
    let mut schema = (*listed.input_schema).clone();
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for (argument, header) in &listed.headers {
            if let Some(Value::Object(property)) = properties.get_mut(argument) {
                property.insert("x-mcp-header".to_owned(), header.as_str().into());
            }
        }
    }
    schema
}

/// Returns pictures, if there are any and the peer knows of them.
pub(crate) fn icons(icons: &[tool_core::Icon], revision: &Revision) -> Option<Vec<Icon>> {
    let is_written = revision.knows(Feature::Icons) && !icons.is_empty();
    is_written.then(|| icons.iter().map(icon).collect())
}

/// Returns the host's own facts for programs, if there are any and the peer knows of them.
pub(crate) fn meta(meta: &Map<String, Value>, revision: &Revision) -> Option<MetaObject> {
    let is_written = revision.knows(Feature::Meta) && !meta.is_empty();
    is_written.then(|| MetaObject(meta.clone()))
}

fn icon(icon: &tool_core::Icon) -> Icon {
    let mut projected = Icon::new(icon.src.clone());
    projected.mime_type.clone_from(&icon.mime_type);
    if icon.sizes.is_empty() { projected } else { projected.with_sizes(icon.sizes.clone()) }
}
