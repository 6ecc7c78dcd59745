//! Anthropic's Messages API. Shapes: anthropic-sdk-python 2.15, `types/tool_param.py`, `types/message.py`,
//! `types/tool_use_block.py`, `types/tool_result_block_param.py`, `types/image_block_param.py`.
//!
//! All results of one response are blocks of one user message, which comes right after it (Anthropic, tool use, handle
//! tool calls).

use serde_json::{Map, Value, json};

use super::{Declared, Wire, described, object};
use crate::{
    Call,
    call::{Calls, object_or_text},
    malformed::{Malformed, Place},
    shown::{Block, Shown},
};

/// Why a whole response ended: anthropic-sdk-python 2.15, `types/stop_reason.py`. Not in here are `max_tokens`,
/// `model_context_window_exceeded` and `refusal`, after which the last block may be half written.
const WHOLE: &[&str] = &["tool_use", "end_turn", "pause_turn"];

/// anthropic-sdk-python 2.15, `types/base64_image_source_param.py`.
const IMAGES: &[&str] = &["image/gif", "image/jpeg", "image/png", "image/webp"];

pub(crate) struct Anthropic;

impl Wire for Anthropic {
    fn images(&self) -> &'static [&'static str] {
        IMAGES
    }

    fn declare(&self, tool: &Declared<'_>) -> Value {
        object([
            ("description", described(tool)),
            ("input_schema", tool.schema.cloned()),
            ("name", Some(tool.name.into())),
            ("strict", tool.strict.then_some(Value::Bool(true))),
        ])
        .into()
    }

    fn request(&self, tools: Vec<Value>) -> Map<String, Value> {
        object([("tools", Some(tools.into()))])
    }

    fn calls(&self, response: &Place<'_>) -> Result<Vec<Call>, Malformed> {
        let mut calls = Calls::default();
        for block in response.need("content", "a list of blocks")?.list("a list of blocks")? {
            let kind = block.need("type", "a string")?.text()?;
            // A member of a toolset was declared by somebody else, whatever its name.
            if kind != "tool_use" || block.get("toolset_name")?.is_some() {
                continue;
            }
            let id = block.need("id", "the id of the call")?;
            let name = block.need("name", "the name of a tool")?;
            let input = block.need("input", "an object")?;
            calls.push(Some(&id), &name, Some(object_or_text(&input)?))?;
        }
        calls.of_whole(response, "stop_reason", WHOLE)
    }

    fn results(&self, results: &[(&Call, Shown<'_>)]) -> Vec<Value> {
        let blocks: Vec<Value> = results
            .iter()
            .map(|(call, shown)| {
                let content: Vec<_> = shown.blocks.iter().map(block).collect();
                let result = object([
                    ("content", Some(content.into())),
                    ("is_error", shown.is_error.then_some(Value::Bool(true))),
                    ("tool_use_id", call.id().map(Value::from)),
                    ("type", Some("tool_result".into())),
                ]);
                result.into()
            })
            .collect();
        vec![json!({ "role": "user", "content": blocks })]
    }
}

fn block(block: &Block<'_>) -> Value {
    match block {
        Block::Image { mime_type, base64 } => json!({
            "type": "image",
            "source": { "type": "base64", "media_type": mime_type, "data": base64 }
        }),
        Block::Json { text, .. } => json!({ "type": "text", "text": text }),
        Block::Text(text) => json!({ "type": "text", "text": text }),
    }
}
