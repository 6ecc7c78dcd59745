//! OpenAI's Responses API. Shapes: openai-python 3.57, `types/responses/`, `function_tool_param.py`, `response.py`,
//! `response_function_tool_call.py`, `FunctionCallOutput` in `response_input_item_param.py`.

use serde_json::{Map, Value, json};

use super::{Declared, Wire, described, object};
use crate::{
    Call,
    call::Calls,
    malformed::{Malformed, Place},
    shown::{Block, Shown},
};

/// The status of a whole response: `response_status.py`.
const WHOLE: &[&str] = &["completed"];

/// OpenAI, images and vision guide, image input requirements; a GIF must not be animated, so it is left out.
const IMAGES: &[&str] = &["image/jpeg", "image/png", "image/webp"];

pub(crate) struct OpenAiResponses;

impl Wire for OpenAiResponses {
    fn images(&self) -> &'static [&'static str] {
        IMAGES
    }

    fn declare(&self, tool: &Declared<'_>) -> Value {
        object([
            ("description", described(tool)),
            ("name", Some(tool.name.into())),
            ("parameters", tool.schema.cloned()),
            // Always written: what is left out is strict here, and not in Chat Completions.
            ("strict", Some(tool.strict.into())),
            ("type", Some("function".into())),
        ])
        .into()
    }

    fn request(&self, tools: Vec<Value>) -> Map<String, Value> {
        object([("tools", Some(tools.into()))])
    }

    fn calls(&self, response: &Place<'_>) -> Result<Vec<Call>, Malformed> {
        let mut calls = Calls::default();
        for item in response.need("output", "a list of items")?.list("a list of items")? {
            let kind = item.need("type", "a string")?.text()?;
            // A function of a namespace was declared by somebody else, whatever its name.
            if kind != "function_call" || item.get("namespace")?.is_some() {
                continue;
            }
            if let Some(status) = item.get("status")?
                && !WHOLE.contains(&status.text()?)
            {
                return Err(status.fault("the call may be cut off, so nothing runs; expected `completed`"));
            }
            let id = item.need("call_id", "the id of the call")?;
            let name = item.need("name", "the name of a tool")?;
            let arguments = item.need("arguments", "JSON text")?;
            arguments.text()?;
            calls.push(Some(&id), &name, Some(arguments.value))?;
        }
        calls.of_whole(response, "status", WHOLE)
    }

    fn results(&self, results: &[(&Call, Shown<'_>)]) -> Vec<Value> {
        let item = |(call, shown): &(&Call, Shown<'_>)| {
            let output = if shown.has_images() {
                shown.blocks.iter().map(block).collect()
            } else {
                Value::from(shown.text())
            };
            json!({ "type": "function_call_output", "call_id": call.id(), "output": output })
        };
        results.iter().map(item).collect()
    }
}

fn block(block: &Block<'_>) -> Value {
    match block {
        Block::Image { mime_type, base64 } => {
            json!({ "type": "input_image", "image_url": format!("data:{mime_type};base64,{base64}") })
        }
        Block::Json { text, .. } => json!({ "type": "input_text", "text": text }),
        Block::Text(text) => json!({ "type": "input_text", "text": text }),
    }
}
