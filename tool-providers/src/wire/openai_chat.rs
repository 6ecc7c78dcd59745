//! OpenAI's Chat Completions, and the many servers that speak it. Shapes: openai-python 3.57, `types/chat/`,
//! `chat_completion_function_tool_param.py`, `chat_completion.py`, `chat_completion_message_function_tool_call.py`,
//! `chat_completion_tool_message_param.py`.

use serde_json::{Map, Value, json};

use super::{Declared, Wire, described, object};
use crate::{
    Call,
    call::Calls,
    malformed::{Malformed, Place},
    shown::Shown,
};

/// Why a whole response ended: `finish_reason`. It is `stop` where the request demanded one certain function.
const WHOLE: &[&str] = &["tool_calls", "stop"];

pub(crate) struct OpenAiChat;

impl Wire for OpenAiChat {
    /// A tool message is text: `chat_completion_tool_message_param.py`.
    fn images(&self) -> &'static [&'static str] {
        &[]
    }

    fn declare(&self, tool: &Declared<'_>) -> Value {
        let function = object([
            ("description", described(tool)),
            ("name", Some(tool.name.into())),
            ("parameters", tool.schema.cloned()),
            ("strict", Some(tool.strict.into())),
        ]);
        json!({ "type": "function", "function": function })
    }

    fn request(&self, tools: Vec<Value>) -> Map<String, Value> {
        object([("tools", Some(tools.into()))])
    }

    fn calls(&self, response: &Place<'_>) -> Result<Vec<Call>, Malformed> {
        let choice = response.need("choices", "a list of one choice")?.only("choice")?;
        let message = choice.need("message", "the message of the model")?;
        if let Some(old) = message.get("function_call")? {
            return Err(old.fault("the form of calls before `tool_calls`; offer functions as `tools`"));
        }
        let Some(list) = message.get("tool_calls")? else { return Ok(Vec::new()) };
        let mut calls = Calls::default();
        for call in list.list("a list of calls")? {
            // Compatible servers leave the type out; any other one is a custom tool, which is not declared here.
            if call.get("type")?.map(|kind| kind.text()).transpose()?.is_some_and(|kind| kind != "function") {
                continue;
            }
            let function = call.need("function", "an object")?;
            let id = call.need("id", "the id of the call")?;
            let name = function.need("name", "the name of a tool")?;
            let arguments = function.need("arguments", "JSON text")?;
            arguments.text()?;
            calls.push(Some(&id), &name, Some(arguments.value))?;
        }
        calls.of_whole(&choice, "finish_reason", WHOLE)
    }

    fn results(&self, results: &[(&Call, Shown<'_>)]) -> Vec<Value> {
        let message = |(call, shown): &(&Call, Shown<'_>)| json!({ "role": "tool", "tool_call_id": call.id(), "content": shown.text() });
        results.iter().map(message).collect()
    }
}
