//! A first-party surface as the providers' formats: what is declared, what a response may say, what each call gets.

mod declared;
mod door;
mod malformed;
mod properties;
mod results;

use serde_json::{Value, json};
use tool_core::{Caller, Effect, Invoker};
use tool_providers::{Answers, Assistant, Format, Turn};

use crate::support::{Fixture, first_party, one_word};

/// One call of a response: id, name, arguments.
type Written<'w> = (&'w str, &'w str, Value);

/// A result as the model is told of it: id, text, and whether it is marked as an error where there is a mark.
type Told = (String, String, Option<bool>);

fn alice() -> Caller {
    Caller::new("alice")
}

fn turn(invoker: &Invoker, format: Format) -> Turn {
    Assistant::builder(&first_party(invoker), format).build().unwrap().turn(alice())
}

/// A tool of one word that says what reached it.
fn echo(name: &str) -> Fixture {
    Fixture::new(name).input(one_word()).host(|host| host.with_effect(Effect::ReadOnly)).echo()
}

/// A response of a format, with text before its calls, as the provider's REST API writes it.
fn response(format: Format, calls: &[Written<'_>]) -> Value {
    let text = "Let me look.";
    match format {
        Format::AnthropicMessages => {
            let mut content = vec![json!({ "type": "text", "text": text })];
            content.extend(calls.iter().map(
                |(id, name, input)| json!({ "type": "tool_use", "id": id, "name": name, "input": input }),
            ));
            json!({ "role": "assistant", "content": content, "stop_reason": "tool_use" })
        }
        Format::BedrockAnthropic | Format::BedrockOther => {
            let mut content = vec![json!({ "text": text })];
            content.extend(calls.iter().map(
                |(id, name, input)| json!({ "toolUse": { "toolUseId": id, "name": name, "input": input } }),
            ));
            let message = json!({ "role": "assistant", "content": content });
            json!({ "output": { "message": message }, "stopReason": "tool_use" })
        }
        Format::Gemini | Format::GeminiJson => {
            let mut parts = vec![json!({ "text": text })];
            parts.extend(
                calls.iter().map(
                    |(id, name, args)| json!({ "functionCall": { "id": id, "name": name, "args": args } }),
                ),
            );
            let content = json!({ "role": "model", "parts": parts });
            json!({ "candidates": [{ "content": content, "finishReason": "STOP" }] })
        }
        Format::OpenAiChat => {
            let call = |(id, name, arguments): &Written<'_>| {
                let function = json!({ "name": name, "arguments": arguments.to_string() });
                json!({ "id": id, "type": "function", "function": function })
            };
            let calls: Vec<_> = calls.iter().map(call).collect();
            let message = json!({ "role": "assistant", "content": text, "tool_calls": calls });
            json!({ "choices": [{ "index": 0, "message": message, "finish_reason": "tool_calls" }] })
        }
        Format::OpenAiResponses => {
            let mut output = vec![json!({ "type": "reasoning", "id": "rs_1", "summary": [] })];
            output.extend(calls.iter().map(|(id, name, arguments)| {
                json!({
                    "type": "function_call", "id": format!("fc_{id}"), "call_id": id, "name": name,
                    "arguments": arguments.to_string(), "status": "completed"
                })
            }));
            json!({ "status": "completed", "output": output })
        }
        other => panic!("{other} has no response here"),
    }
}

/// What the model is told of each call.
fn told(format: Format, messages: &[Value]) -> Vec<Told> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let each =
        |list: &Value, read: &dyn Fn(&Value) -> Told| list.as_array().unwrap().iter().map(read).collect();
    match format {
        Format::AnthropicMessages => each(&messages[0]["content"], &|result| {
            let is_error = result.get("is_error").is_some_and(|mark| mark == true);
            (text(&result["tool_use_id"]), text(&result["content"][0]["text"]), Some(is_error))
        }),
        Format::BedrockAnthropic | Format::BedrockOther => each(&messages[0]["content"], &|result| {
            let result = &result["toolResult"];
            let is_error = result.get("status").is_some_and(|status| status == "error");
            let content = &result["content"][0];
            let said = content.get("json").map_or_else(|| text(&content["text"]), Value::to_string);
            (text(&result["toolUseId"]), said, Some(is_error))
        }),
        Format::Gemini | Format::GeminiJson => each(&messages[0]["parts"], &|result| {
            let result = &result["functionResponse"];
            let (error, output) = (result["response"].get("error"), result["response"].get("output"));
            let said = match error.or(output).unwrap() {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            (text(&result["id"]), said, Some(error.is_some()))
        }),
        Format::OpenAiChat => messages
            .iter()
            .map(|message| (text(&message["tool_call_id"]), text(&message["content"]), None))
            .collect(),
        Format::OpenAiResponses => {
            messages.iter().map(|item| (text(&item["call_id"]), text(&item["output"]), None)).collect()
        }
        other => panic!("{other} has no results here"),
    }
}

async fn answers(turn: &Turn, format: Format, calls: &[Written<'_>]) -> Answers {
    turn.answer(&response(format, calls)).await.unwrap().expect("the model called something")
}

/// Returns the text of the only result.
async fn told_once(turn: &Turn, format: Format, name: &str, arguments: Value) -> String {
    let answers = answers(turn, format, &[("c-1", name, arguments)]).await;
    let [(id, text, _)] = told(format, &answers.messages).try_into().unwrap();
    assert_eq!(id, "c-1");
    text
}
