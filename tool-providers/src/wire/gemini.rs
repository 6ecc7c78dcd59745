//! Gemini's `generateContent`, on Google's own API and on Vertex AI. Shapes: python-genai 3.6.1, `types.py`,
//! `FunctionDeclaration`, `FunctionCall`, `FunctionResponse`, `FunctionResponsePart`, `FinishReason`; names of members as
//! the REST API writes them.
//!
//! Vertex AI gives calls no ids; then results are told apart by their order and their name.

use serde_json::{Map, Value, json};

use super::{Declared, Wire, described, object};
use crate::{
    Call,
    call::Calls,
    malformed::{Malformed, Place},
    shown::{Block, Shown},
};

/// Why a whole response ended: `FinishReason`. After any other it was cut off or is not to be used.
const WHOLE: &[&str] = &["STOP"];

/// Gemini API, function calling, multimodal function responses; models from Gemini 3 on.
const IMAGES: &[&str] = &["image/jpeg", "image/png", "image/webp"];

/// The member that a declaration has its schema in: `parameters` or `parametersJsonSchema`.
pub(crate) struct Gemini(pub(crate) &'static str);

impl Wire for Gemini {
    fn images(&self) -> &'static [&'static str] {
        IMAGES
    }

    fn declare(&self, tool: &Declared<'_>) -> Value {
        object([
            ("description", described(tool)),
            ("name", Some(tool.name.into())),
            (self.0, tool.schema.cloned()),
        ])
        .into()
    }

    fn request(&self, tools: Vec<Value>) -> Map<String, Value> {
        object([("tools", Some(json!([{ "functionDeclarations": tools }])))])
    }

    fn calls(&self, response: &Place<'_>) -> Result<Vec<Call>, Malformed> {
        let Some(candidates) = response.get("candidates")? else {
            // Without a candidate there is a reason: the prompt was blocked.
            response.need("promptFeedback", "`candidates`, a list of one candidate")?;
            return Ok(Vec::new());
        };
        let candidate = candidates.only("candidate")?;
        let content = candidate.get("content")?;
        let parts = content.map(|content| content.get("parts")).transpose()?.flatten();
        let Some(parts) = parts else { return Ok(Vec::new()) };
        let mut calls = Calls::default();
        for part in parts.list("a list of parts")? {
            if let Some(other) = part.get("function_call")? {
                return Err(other.fault("write `functionCall`, as the REST API does"));
            }
            let Some(call) = part.get("functionCall")? else { continue };
            for partial in ["partialArgs", "willContinue"] {
                if let Some(partial) =
                    call.get(partial)?.filter(|partial| *partial.value != Value::Bool(false))
                {
                    return Err(
                        partial.fault("a piece of a call; put the pieces of the stream together first")
                    );
                }
            }
            let name = call.need("name", "the name of a tool")?;
            let arguments = call.get("args")?;
            if let Some(other) = arguments.as_ref().filter(|arguments| !arguments.value.is_object()) {
                return Err(other.expected("an object"));
            }
            calls.push(call.get("id")?.as_ref(), &name, arguments.map(|arguments| arguments.value))?;
        }
        calls.of_whole(&candidate, "finishReason", WHOLE)
    }

    fn results(&self, results: &[(&Call, Shown<'_>)]) -> Vec<Value> {
        let parts: Vec<_> = results
            .iter()
            .map(|(call, shown)| {
                let response = object([
                    ("id", call.id().map(Value::from)),
                    ("name", Some(call.name().into())),
                    ("parts", images(shown)),
                    ("response", Some(response(shown))),
                ]);
                json!({ "functionResponse": response })
            })
            .collect();
        vec![json!({ "role": "user", "parts": parts })]
    }
}

/// `FunctionResponse.response`: `error` holds what went wrong, and `output` any result. Without them the whole object
/// would be the result, and one that has a member `error` would be a failure.
fn response(shown: &Shown<'_>) -> Value {
    if shown.is_error {
        return json!({ "error": shown.text() });
    }
    let mut outputs: Vec<Value> = shown
        .blocks
        .iter()
        .filter_map(|block| match block {
            Block::Image { .. } => None,
            Block::Json { value, .. } => Some(Value::Object((*value).clone())),
            Block::Text(text) => Some(text.as_str().into()),
        })
        .collect();
    match outputs.len() {
        0 => json!({ "output": "see the pictures" }),
        1 => json!({ "output": outputs.remove(0) }),
        _ => json!({ "output": outputs }),
    }
}

fn images(shown: &Shown<'_>) -> Option<Value> {
    let part = |block: &Block<'_>| match block {
        Block::Image { mime_type, base64 } => {
            Some(json!({ "inlineData": { "mimeType": mime_type, "data": base64 } }))
        }
        _ => None,
    };
    shown.has_images().then(|| shown.blocks.iter().filter_map(part).collect())
}
