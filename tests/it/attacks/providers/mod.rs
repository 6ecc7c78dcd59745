//! A model that is hostile, or a response that somebody made: what it says, it says to the door that everybody uses.

mod door;
mod responses;

use serde_json::{Value, json};
use tool_core::{Caller, Effect, Invoker};
use tool_providers::{Answered, Assistant, Format, Turn};

use crate::support::{Fixture, first_party};

/// One format whose arguments are text, one whose arguments are an object, one whose calls have no ids.
const EACH_KIND: [Format; 3] = [Format::OpenAiChat, Format::AnthropicMessages, Format::Gemini];

/// A response in one of these formats, with these calls: name, arguments.
fn response(format: Format, calls: &[(&str, Value)]) -> Value {
    let calls = calls.iter().enumerate().map(|(index, (name, arguments))| {
        let id = format!("c-{index}");
        match format {
            Format::AnthropicMessages => {
                json!({ "type": "tool_use", "id": id, "name": name, "input": arguments })
            }
            Format::Gemini => json!({ "functionCall": { "name": name, "args": arguments } }),
            _ => json!({ "id": id, "function": { "name": name, "arguments": arguments.to_string() } }),
        }
    });
    of_calls(format, &calls.collect::<Vec<_>>())
}

fn of_calls(format: Format, calls: &[Value]) -> Value {
    match format {
        Format::AnthropicMessages => json!({ "content": calls, "stop_reason": "tool_use" }),
        Format::Gemini => {
            json!({ "candidates": [{ "content": { "parts": calls }, "finishReason": "STOP" }] })
        }
        _ => json!({ "choices": [{ "message": { "tool_calls": calls }, "finish_reason": "tool_calls" }] }),
    }
}

fn assistant(invoker: &Invoker, format: Format) -> Assistant {
    Assistant::builder(&first_party(invoker), format).build().unwrap()
}

fn turn(invoker: &Invoker, format: Format) -> Turn {
    assistant(invoker, format).turn(Caller::new("alice"))
}

/// Runs one call, and returns everything that the model reads of it.
async fn read(turn: &Turn, format: Format, name: &str, arguments: Value) -> String {
    let answers = turn.answer(&response(format, &[(name, arguments)])).await.unwrap().unwrap();
    Value::from(answers.messages).to_string()
}

fn codes(answered: &[Answered]) -> Vec<String> {
    answered.iter().map(|one| one.code().map_or_else(String::new, std::borrow::Cow::into_owned)).collect()
}

/// A tool with a word that it needs and a number that it does not, which says what reached it.
fn say(effect: Effect) -> Fixture {
    Fixture::new("say")
        .input(json!({
            "type": "object",
            "properties": {
                "often": { "type": "integer", "maximum": 100, "description": "How often." },
                "word": { "type": "string", "description": "A word." }
            },
            "required": ["word"],
            "additionalProperties": false
        }))
        .host(|host| host.with_effect(effect))
        .echo()
}
