//! Amazon Bedrock's Converse API, as JSON on the wire. Shapes: botocore 1.44, `bedrock-runtime/2023-09-30`,
//! `ToolConfiguration`, `ToolSpecification`, `ConverseResponse`, `ToolUseBlock`, `ToolResultBlock`.
//!
//! Bytes are base64 on the wire; an AWS SDK encodes them itself, so whoever builds its types decodes them first.

use serde_json::{Map, Value, json};

use super::{Declared, Wire, described, object};
use crate::{
    Call,
    call::{Calls, object_or_text},
    malformed::{Malformed, Place},
    shown::{Block, Shown},
};

/// Why a whole response ended: `StopReason`. After any other the last block may be half written.
const WHOLE: &[&str] = &["tool_use", "end_turn"];

/// `ImageFormat`, with `image/` before it. A picture in a result is for Amazon Nova and Anthropic models only
/// (`ToolResultContentBlock`).
const IMAGES: &[&str] = &["image/gif", "image/jpeg", "image/png", "image/webp"];

pub(crate) struct Bedrock;

impl Wire for Bedrock {
    fn images(&self) -> &'static [&'static str] {
        IMAGES
    }

    fn declare(&self, tool: &Declared<'_>) -> Value {
        let specification = object([
            ("description", described(tool)),
            ("inputSchema", tool.schema.map(|schema| json!({ "json": schema }))),
            ("name", Some(tool.name.into())),
        ]);
        json!({ "toolSpec": specification })
    }

    fn request(&self, tools: Vec<Value>) -> Map<String, Value> {
        object([("toolConfig", Some(json!({ "tools": tools })))])
    }

    fn calls(&self, response: &Place<'_>) -> Result<Vec<Call>, Malformed> {
        let output = response.need("output", "an object")?;
        let message = output.need("message", "the message of the model")?;
        let mut calls = Calls::default();
        for block in message.need("content", "a list of blocks")?.list("a list of blocks")? {
            let Some(call) = block.get("toolUse")? else { continue };
            // The only type that there is besides none is `server_tool_use`, which the provider runs (`ToolUseType`).
            if call.get("type")?.is_some() {
                continue;
            }
            let id = call.need("toolUseId", "the id of the call")?;
            let name = call.need("name", "the name of a tool")?;
            let input = call.need("input", "an object")?;
            calls.push(Some(&id), &name, Some(object_or_text(&input)?))?;
        }
        calls.of_whole(response, "stopReason", WHOLE)
    }

    fn results(&self, results: &[(&Call, Shown<'_>)]) -> Vec<Value> {
        let blocks: Vec<_> = results
            .iter()
            .map(|(call, shown)| {
                let content: Vec<_> = shown.blocks.iter().map(block).collect();
                let result = object([
                    ("content", Some(content.into())),
                    // A success needs none, and not every model takes one (`ToolResultBlock`).
                    ("status", shown.is_error.then_some("error".into())),
                    ("toolUseId", call.id().map(Value::from)),
                ]);
                json!({ "toolResult": result })
            })
            .collect();
        vec![json!({ "role": "user", "content": blocks })]
    }
}

fn block(block: &Block<'_>) -> Value {
    match block {
        Block::Image { mime_type, base64 } => {
            let format = mime_type.trim_start_matches("image/");
            json!({ "image": { "format": format, "source": { "bytes": base64 } } })
        }
        // Objects only: anything else is refused as `json` (aws/aws-sdk-js-v3#7330).
        Block::Json { value, .. } => json!({ "json": value }),
        Block::Text(text) => json!({ "text": text }),
    }
}
