//! Responses that are not of their format: one error with a pointer, and nothing runs.

use serde_json::{Value, json};
use tool_providers::Format;

use super::{echo, response, turn};
use crate::support::invoker;

/// Returns the error of a response of which nothing ran.
async fn refused(format: Format, response: &Value) -> String {
    let tool = echo("say");
    let runs = tool.runs();
    let refused = turn(&invoker([tool]), format).answer(response).await;
    assert_eq!(runs.count(), 0, "{response}");
    let text = refused.expect_err(&response.to_string()).to_string();
    text.strip_prefix("the response is malformed at ").unwrap().to_owned()
}

/// Returns a response with two good calls, changed at one place.
fn changed(format: Format, pointer: &str, value: Value) -> Value {
    let calls = [("c-1", "say", json!({ "word": "a" })), ("c-2", "say", json!({ "word": "b" }))];
    let mut response = response(format, &calls);
    *response.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is there")) = value;
    response
}

async fn check(format: Format, pointer: &str, value: Value, expected: &str) {
    let found = refused(format, &changed(format, pointer, value)).await;
    assert_eq!(found, format!("{pointer}: {expected}"), "{format}");
}

#[tokio::test]
async fn anthropic() {
    let format = Format::AnthropicMessages;
    check(format, "/content", json!("text"), "expected a list of blocks, found a string").await;
    check(format, "/content", json!(null), "missing; expected a list of blocks").await;
    check(format, "/content/1", json!(7), "expected an object, found a number").await;
    check(format, "/content/1/type", json!(null), "missing; expected a string").await;
    check(format, "/content/1/id", json!(null), "missing; expected the id of the call").await;
    check(format, "/content/1/id", json!(7), "expected a string, found a number").await;
    check(format, "/content/1/id", json!(""), "expected the id of the call, found empty text").await;
    check(format, "/content/2/id", json!("c-1"), "two calls have this id; each has its own").await;
    check(format, "/content/2/name", json!(null), "missing; expected the name of a tool").await;
    check(format, "/content/2/name", json!(["say"]), "expected a string, found a list").await;
    check(format, "/content/2/input", json!(null), "missing; expected an object").await;
    check(format, "/content/2/input", json!([1]), "expected an object, found a list").await;
}

#[tokio::test]
async fn bedrock() {
    for format in [Format::BedrockAnthropic, Format::BedrockOther] {
        let call = "/output/message/content/1/toolUse";
        check(format, "/output", json!(null), "missing; expected an object").await;
        check(format, "/output/message", json!(null), "missing; expected the message of the model").await;
        check(format, "/output/message/content", json!({}), "expected a list of blocks, found an object")
            .await;
        check(format, call, json!(true), "expected an object, found a boolean").await;
        check(format, &format!("{call}/toolUseId"), json!(null), "missing; expected the id of the call")
            .await;
        let second = "/output/message/content/2/toolUse/toolUseId";
        check(format, second, json!("c-1"), "two calls have this id; each has its own").await;
        check(format, &format!("{call}/name"), json!(null), "missing; expected the name of a tool").await;
        check(format, &format!("{call}/input"), json!(7), "expected an object, found a number").await;
    }
}

#[tokio::test]
async fn gemini() {
    for format in [Format::Gemini, Format::GeminiJson] {
        let call = "/candidates/0/content/parts/1/functionCall";
        assert_eq!(
            refused(format, &json!({})).await,
            "/promptFeedback: missing; expected `candidates`, a list of one candidate"
        );
        check(format, "/candidates", json!([]), "expected one candidate, found none").await;
        check(format, "/candidates", json!([{}, {}]), "expected one candidate, found several; ask for one")
            .await;
        check(format, "/candidates/0/content", json!("text"), "expected an object, found a string").await;
        check(
            format,
            "/candidates/0/content/parts",
            json!("text"),
            "expected a list of parts, found a string",
        )
        .await;
        check(format, &format!("{call}/name"), json!(null), "missing; expected the name of a tool").await;
        check(format, &format!("{call}/args"), json!("{}"), "expected an object, found a string").await;
        check(format, &format!("{call}/id"), json!(""), "expected the id of the call, found empty text")
            .await;
    }
}

#[tokio::test]
async fn openai_chat() {
    let format = Format::OpenAiChat;
    let call = "/choices/0/message/tool_calls/0";
    check(format, "/choices", json!(null), "missing; expected a list of one choice").await;
    check(format, "/choices", json!([]), "expected one choice, found none").await;
    check(format, "/choices/0/message", json!(null), "missing; expected the message of the model").await;
    check(format, "/choices/0/message/tool_calls", json!({}), "expected a list of calls, found an object")
        .await;
    check(format, &format!("{call}/type"), json!(7), "expected a string, found a number").await;
    check(format, &format!("{call}/id"), json!(null), "missing; expected the id of the call").await;
    check(format, &format!("{call}/function"), json!(null), "missing; expected an object").await;
    check(format, &format!("{call}/function/name"), json!(null), "missing; expected the name of a tool")
        .await;
    check(format, &format!("{call}/function/arguments"), json!(null), "missing; expected JSON text").await;
    check(format, &format!("{call}/function/arguments"), json!({}), "expected a string, found an object")
        .await;
}

#[tokio::test]
async fn openai_responses() {
    let format = Format::OpenAiResponses;
    check(format, "/output", json!(null), "missing; expected a list of items").await;
    check(format, "/output/1/type", json!(null), "missing; expected a string").await;
    check(format, "/output/1/call_id", json!(null), "missing; expected the id of the call").await;
    check(format, "/output/2/call_id", json!("c-1"), "two calls have this id; each has its own").await;
    check(format, "/output/2/name", json!(null), "missing; expected the name of a tool").await;
    check(format, "/output/2/arguments", json!({}), "expected a string, found an object").await;
    let cut = "the call may be cut off, so nothing runs; expected `completed`";
    check(format, "/output/2/status", json!("incomplete"), cut).await;
}

#[tokio::test]
async fn a_response_that_may_be_cut_off_does_not_run() {
    let cut = |words: &str| format!("the response may be cut off, so its calls do not run; expected {words}");
    for reason in ["max_tokens", "model_context_window_exceeded", "refusal", "some_new_reason"] {
        let words = cut("`tool_use` or `end_turn` or `pause_turn`");
        check(Format::AnthropicMessages, "/stop_reason", json!(reason), &words).await;
    }
    for reason in ["max_tokens", "malformed_tool_use", "guardrail_intervened"] {
        let words = cut("`tool_use` or `end_turn`");
        check(Format::BedrockAnthropic, "/stopReason", json!(reason), &words).await;
    }
    for reason in ["MAX_TOKENS", "SAFETY", "TOO_MANY_TOOL_CALLS"] {
        check(Format::Gemini, "/candidates/0/finishReason", json!(reason), &cut("`STOP`")).await;
    }
    for reason in ["length", "content_filter"] {
        let words = cut("`tool_calls` or `stop`");
        check(Format::OpenAiChat, "/choices/0/finish_reason", json!(reason), &words).await;
    }
    for status in ["incomplete", "failed", "in_progress"] {
        check(Format::OpenAiResponses, "/status", json!(status), &cut("`completed`")).await;
    }
}

#[tokio::test]
async fn a_form_that_would_pass_for_the_end_of_the_turn_is_named() {
    let call = json!({ "name": "say", "args": { "word": "a" } });
    let of =
        |part: Value| json!({ "candidates": [{ "content": { "parts": [part] }, "finishReason": "STOP" }] });
    assert_eq!(
        refused(Format::Gemini, &of(json!({ "function_call": call }))).await,
        "/candidates/0/content/parts/0/function_call: write `functionCall`, as the REST API does"
    );
    let mut piece = call;
    piece["willContinue"] = json!(true);
    assert_eq!(
        refused(Format::Gemini, &of(json!({ "functionCall": piece }))).await,
        "/candidates/0/content/parts/0/functionCall/willContinue: a piece of a call; put the pieces of the stream \
         together first"
    );
    let old = json!({ "role": "assistant", "function_call": { "name": "say", "arguments": "{}" } });
    assert_eq!(
        refused(Format::OpenAiChat, &json!({ "choices": [{ "message": old }] })).await,
        "/choices/0/message/function_call: the form of calls before `tool_calls`; offer functions as `tools`"
    );
}

#[tokio::test]
async fn whatever_is_nested_too_deeply_is_refused_without_recursion() {
    let mut deep = json!({});
    for _ in 0..200 {
        deep = json!({ "a": deep });
    }
    for format in Format::ALL {
        assert_eq!(
            refused(format, &deep).await,
            "the root: more than 128 objects and lists inside each other"
        );
    }
}

#[tokio::test]
async fn what_is_not_ours_passes_by() {
    let search = json!({ "type": "server_tool_use", "id": "s-1", "name": "web_search", "input": {} });
    let member =
        json!({ "type": "tool_use", "id": "m-1", "name": "say", "input": {}, "toolset_name": "theirs" });
    let thinking = json!({ "type": "thinking", "thinking": "..", "signature": ".." });
    let anthropic = json!({ "content": [thinking, search, member], "stop_reason": "end_turn" });
    let custom = json!({ "id": "x-1", "type": "custom", "custom": { "name": "say", "input": "a" } });
    let chat =
        json!({ "choices": [{ "message": { "tool_calls": [custom] }, "finish_reason": "tool_calls" }] });
    let theirs = json!({
        "type": "function_call", "call_id": "f-1", "name": "say", "arguments": "{}", "namespace": "theirs"
    });
    let responses =
        json!({ "status": "completed", "output": [{ "type": "web_search_call", "id": "w-1" }, theirs] });
    let server =
        json!({ "toolUse": { "toolUseId": "s-1", "name": "say", "input": {}, "type": "server_tool_use" } });
    let bedrock = json!({ "output": { "message": { "content": [server] } }, "stopReason": "end_turn" });
    let code = json!({ "executableCode": { "language": "PYTHON", "code": "1" }, "thoughtSignature": "AA==" });
    let gemini = json!({ "candidates": [{ "content": { "parts": [code] }, "finishReason": "STOP" }] });
    let blocked = json!({ "promptFeedback": { "blockReason": "SAFETY" } });
    for (format, response) in [
        (Format::AnthropicMessages, anthropic),
        (Format::BedrockAnthropic, bedrock),
        (Format::Gemini, gemini),
        (Format::Gemini, blocked),
        (Format::OpenAiChat, chat),
        (Format::OpenAiResponses, responses),
    ] {
        let tool = echo("say");
        let runs = tool.runs();
        let answers = turn(&invoker([tool]), format).answer(&response).await.unwrap();
        assert!(answers.is_none() && runs.count() == 0, "{format}: the turn is over");
    }
}
