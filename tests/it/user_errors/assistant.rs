//! Mistakes with the product's own assistant, and those of a model provider.

use serde_json::{Value, json};
use tool_core::Caller;
use tool_providers::{Assistant, AssistantBuilder, Format};

use super::compare;
use crate::support::{Fixture, first_party, invoker, one_word, outside};

fn fault(builder: AssistantBuilder) -> String {
    builder.build().unwrap_err().to_string()
}

/// A response of Anthropic's with calls of these ids.
fn response(ids: &[Option<&str>], stop_reason: &str) -> Value {
    let call = |id: Option<&str>| json!({ "type": "tool_use", "id": id, "name": "say", "input": {} });
    json!({ "content": ids.iter().copied().map(call).collect::<Vec<_>>(), "stop_reason": stop_reason })
}

#[test]
fn assistant_errors() {
    let tree = json!({
        "type": "object",
        "properties": { "root": { "description": "The root.", "$ref": "#/$defs/Tree" } },
        "required": ["root"],
        "$defs": { "Tree": { "type": "object", "properties": {
            "below": { "type": "array", "description": "Its branches.", "items": { "$ref": "#/$defs/Tree" } }
        } } }
    });
    let invoker = invoker([Fixture::new("plant").input(tree), Fixture::new("say").input(one_word())]);
    let surface = first_party(&invoker);
    let plain = |format| Assistant::builder(&surface, format);
    let anthropic = plain(Format::AnthropicMessages).build().unwrap().turn(Caller::new("alice"));
    let malformed = |response: Value| anthropic.calls(&response).unwrap_err().to_string();
    let gemini = plain(Format::Gemini).build().unwrap().turn(Caller::new("alice"));
    let [omission] = gemini.offer().omissions() else { panic!("one tool has no form") };
    compare(
        "When the product's own assistant is asked",
        [
            (
                "an assistant on a surface for outside callers",
                fault(Assistant::builder(&outside(&invoker), Format::OpenAiChat)),
            ),
            ("pictures where results have no place for them", fault(plain(Format::OpenAiChat).images(true))),
            ("strict tools where there are none", fault(plain(Format::Gemini).strict(true))),
            ("a tool that the provider has no form for", omission.to_string()),
            ("a call without an id", malformed(response(&[Some("a"), None], "tool_use"))),
            ("two calls with one id", malformed(response(&[Some("a"), Some("a")], "tool_use"))),
            ("a response that may be cut off", malformed(response(&[Some("a")], "max_tokens"))),
        ],
    );
}
