//! One catalogue entry in MCP's form, for the newest revision. What an older peer does not know is cut off by
//! `revision`.

use std::sync::Arc;

use rmcp::model::{Icon, MetaObject, Tool};
use tool_core::Listed;

use crate::hints::hints;

/// Returns the entry as a tool of MCP. The schemas are shared, not copied.
pub(crate) fn project(listed: &Listed) -> Tool {
    let mut tool =
        Tool::new(listed.name.clone(), listed.description.clone(), Arc::clone(&listed.input_schema))
            .with_title(listed.title.clone())
            .with_annotations(hints(listed));
    if let Some(schema) = &listed.output_schema {
        tool = tool.with_raw_output_schema(Arc::clone(schema));
    }
    if !listed.icons.is_empty() {
        tool = tool.with_icons(listed.icons.iter().map(icon).collect());
    }
    if !listed.meta.is_empty() {
        tool = tool.with_meta(MetaObject(listed.meta.clone()));
    }
    tool
}

fn icon(icon: &tool_core::Icon) -> Icon {
    let mut projected = Icon::new(icon.src.clone());
    projected.mime_type.clone_from(&icon.mime_type);
    if icon.sizes.is_empty() { projected } else { projected.with_sizes(icon.sizes.clone()) }
}
