//! Tools that are about their schemas.

use serde_json::json;
use tool_core::{
    Effect, Exposure, HostMetadata, RegistryBuilder, Tool, ToolCall, ToolDefinition, ToolError, ToolOutput,
    async_trait, tool,
};

use crate::App;

pub(crate) fn register(registry: RegistryBuilder<App>) -> RegistryBuilder<App> {
    registry.register(Dialect).tool(test_custom_header_tool())
}

/// The tool whose schema has to stay as it is written (`json-schema-2020-12`).
struct Dialect;

#[async_trait]
impl Tool for Dialect {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new("json_schema_2020_12_tool", "Tool with JSON Schema 2020-12 features.")
            .with_verbatim_input_schema(json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "type": "object",
                "$defs": {
                    "address": {
                        "$anchor": "addressDef",
                        "type": "object",
                        "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
                    }
                },
                "properties": {
                    "name": { "type": "string" },
                    "address": { "$ref": "#/$defs/address" },
                    "contactMethod": { "type": "string", "enum": ["phone", "email"] },
                    "phone": { "type": "string" },
                    "email": { "type": "string" }
                },
                "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
                "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
                "then": { "required": ["phone"] },
                "else": { "required": ["email"] },
                "additionalProperties": false
            }))
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default()
            .with_title("JSON Schema 2020-12")
            .with_exposure(Exposure::Both)
            .with_effect(Effect::ReadOnly)
            .with_open_world(false)
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text(format!("{} arguments", call.arguments().len())))
    }
}

/// Repeats a region that clients send in a header as well.
#[tool(title = "Custom header", exposure = both, effect = read_only, open_world = false)]
fn test_custom_header(
    /// The region.
    #[schemars(extend("x-mcp-header" = "Region"))]
    region: String,
) -> String {
    region
}
