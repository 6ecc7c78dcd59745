//! What each call of a response gets, in the form of each provider.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tool_core::{Answer, Content, Effect, Target, ToolError, ToolOutput};
use tool_providers::{Answered, Assistant, Format, Turn};

use super::{alice, answers, echo, first_party, response, told, told_once, turn};
use crate::support::{Fixture, invoker};

/// One tool that answers and one that fails.
fn two() -> [Fixture; 2] {
    let full = Fixture::new("full").body(|_| async { Err(ToolError::new("disk-full", "delete something")) });
    [echo("say"), full]
}

/// What comes after a response with a good call and a failing one.
async fn both(format: Format) -> Value {
    let calls = [("c-1", "say", json!({ "word": "a" })), ("c-2", "full", json!({}))];
    answers(&turn(&invoker(two()), format), format, &calls).await.messages.into()
}

#[tokio::test]
async fn anthropic_reads_all_results_in_one_user_message() {
    let expected = json!([{ "role": "user", "content": [
        {
            "type": "tool_result", "tool_use_id": "c-1",
            "content": [{ "type": "text", "text": r#"{"got":{"word":"a"}}"# }]
        },
        {
            "type": "tool_result", "tool_use_id": "c-2", "is_error": true,
            "content": [{ "type": "text", "text": "disk-full: delete something" }]
        }
    ] }]);
    assert_eq!(both(Format::AnthropicMessages).await, expected);
}

#[tokio::test]
async fn bedrock_reads_json_and_a_status() {
    let expected = json!([{ "role": "user", "content": [
        { "toolResult": { "toolUseId": "c-1", "content": [{ "json": { "got": { "word": "a" } } }] } },
        { "toolResult": {
            "toolUseId": "c-2", "content": [{ "text": "disk-full: delete something" }], "status": "error"
        } }
    ] }]);
    assert_eq!(both(Format::BedrockAnthropic).await, expected);
    assert_eq!(both(Format::BedrockOther).await, expected);
}

#[tokio::test]
async fn gemini_reads_an_output_or_an_error() {
    let expected = json!([{ "role": "user", "parts": [
        { "functionResponse": {
            "id": "c-1", "name": "say", "response": { "output": { "got": { "word": "a" } } }
        } },
        { "functionResponse": {
            "id": "c-2", "name": "full", "response": { "error": "disk-full: delete something" }
        } }
    ] }]);
    assert_eq!(both(Format::Gemini).await, expected);
    assert_eq!(both(Format::GeminiJson).await, expected);
}

#[tokio::test]
async fn openai_reads_a_message_or_an_item_for_each_call() {
    let expected = json!([
        { "role": "tool", "tool_call_id": "c-1", "content": r#"{"got":{"word":"a"}}"# },
        { "role": "tool", "tool_call_id": "c-2", "content": "disk-full: delete something" }
    ]);
    assert_eq!(both(Format::OpenAiChat).await, expected);
    let expected = json!([
        { "type": "function_call_output", "call_id": "c-1", "output": r#"{"got":{"word":"a"}}"# },
        { "type": "function_call_output", "call_id": "c-2", "output": "disk-full: delete something" }
    ]);
    assert_eq!(both(Format::OpenAiResponses).await, expected);
}

#[tokio::test]
async fn gemini_without_ids_gets_results_without_ids_in_the_same_order() {
    let call = |word: &str| json!({ "functionCall": { "name": "say", "args": { "word": word } } });
    let content = json!({ "role": "model", "parts": [call("a"), call("b")] });
    let response = json!({ "candidates": [{ "content": content, "finishReason": "STOP" }] });
    let answers = turn(&invoker(two()), Format::Gemini).answer(&response).await.unwrap().unwrap();
    let result = |word: &str| json!({ "functionResponse": { "name": "say", "response": { "output": { "got": { "word": word } } } } });
    assert_eq!(answers.messages, [json!({ "role": "user", "parts": [result("a"), result("b")] })]);
}

#[tokio::test]
async fn calls_run_at_once_and_results_come_in_the_order_of_the_calls() {
    for format in Format::ALL {
        // The first call ends only after the second one has run.
        let second_ran = Arc::new(Notify::new());
        let (waits, tells) = (Arc::clone(&second_ran), Arc::clone(&second_ran));
        let first = Fixture::new("first").host(|host| host.with_effect(Effect::ReadOnly)).body(move |_| {
            let waits = Arc::clone(&waits);
            async move {
                waits.notified().await;
                Ok(ToolOutput::text("first"))
            }
        });
        let second = Fixture::new("second").host(|host| host.with_effect(Effect::ReadOnly)).body(move |_| {
            tells.notify_one();
            async { Ok(ToolOutput::text("second")) }
        });
        let turn = turn(&invoker([first, second]), format);
        let calls = [("c-1", "first", json!({})), ("c-2", "second", json!({}))];
        let answers = answers(&turn, format, &calls).await;
        let texts: Vec<_> =
            told(format, &answers.messages).into_iter().map(|(id, text, _)| (id, text)).collect();
        assert_eq!(texts, [("c-1".into(), "first".into()), ("c-2".into(), "second".into())], "{format}");
    }
}

#[tokio::test]
async fn every_call_gets_a_result_whatever_becomes_of_it() {
    for format in Format::ALL {
        let owned = |name: &str| Fixture::new(name).host(|host| host.with_target("project"));
        let bursts = Fixture::new("bursts").body(|_| async { panic!("canary-4711") });
        let nothing = Fixture::new("nothing").body(|_| async { Ok(ToolOutput::empty()) });
        let invoker = invoker([echo("say"), echo("off"), owned("broken"), bursts, nothing]);
        let turn = turn(&invoker, format).with_target(Target::new("project", "p-broken"));
        invoker.registry().disable("off", "it is broken").unwrap();
        let calls = [
            ("c-1", "say", json!({ "wrd": "a" })),
            ("c-2", "no_such_tool", json!({})),
            ("c-3", "off", json!({ "word": "a" })),
            ("c-4", "broken", json!({})),
            ("c-5", "bursts", json!({})),
            ("c-6", "nothing", json!({})),
            ("c-7", "say", json!({ "word": "b" })),
        ];
        let answers = answers(&turn, format, &calls).await;
        let Some(Answer::Failure(failure)) = answers.answered[3].answer() else {
            panic!("it cannot be decided")
        };
        let undecided = format!(
            "internal: the call could not be decided; its operator can find the cause under correlation id {}",
            failure.correlation()
        );
        let codes: Vec<_> =
            answers.answered.iter().map(|one| one.code().unwrap_or_default().into_owned()).collect();
        assert_eq!(
            codes,
            ["invalid-arguments", "unknown-tool", "unavailable", "internal", "internal", "", ""],
            "{format}"
        );
        let told = told(format, &answers.messages);
        let ids: Vec<_> = told.iter().map(|(id, ..)| id.as_str()).collect();
        assert_eq!(ids, ["c-1", "c-2", "c-3", "c-4", "c-5", "c-6", "c-7"], "{format}");
        for (index, expected) in [
            (1, "unknown-tool: no such tool"),
            (2, "unavailable: its operator has switched this tool off"),
            (3, undecided.as_str()),
            (5, "the call succeeded, and returned nothing"),
            (6, r#"{"got":{"word":"b"}}"#),
        ] {
            assert_eq!(told[index].1, expected, "{format}");
        }
        assert!(told[0].1.starts_with("invalid-arguments: /word: missing"), "{}", told[0].1);
        assert!(!told.iter().any(|(_, text, _)| text.contains("canary") || text.contains("db.internal")));
        let marks: Vec<_> = told.iter().filter_map(|(.., mark)| *mark).collect();
        if !marks.is_empty() {
            assert_eq!(marks, [true, true, true, true, true, false, false], "{format}");
        }
    }
}

#[tokio::test]
async fn a_cancelled_turn_has_results_as_well() {
    for format in Format::ALL {
        let (started, token) = (Arc::new(Notify::new()), CancellationToken::new());
        let tells = Arc::clone(&started);
        let held = Fixture::new("held").host(|host| host.with_effect(Effect::ReadOnly)).body(move |_| {
            tells.notify_one();
            std::future::pending()
        });
        let turn = turn(&invoker([held]), format).with_cancellation(token.clone());
        let (text, ()) = tokio::join!(told_once(&turn, format, "held", json!({})), async {
            started.notified().await;
            token.cancel();
        });
        assert_eq!(text, "cancelled: the call was cancelled, and changed nothing", "{format}");
    }
}

#[tokio::test]
async fn a_panic_of_the_host_s_own_code_costs_one_call_and_not_the_others() {
    for format in Format::ALL {
        let turn = turn(&invoker([echo("say")]), format).prepare(|request, call| {
            assert_ne!(call.id(), Some("c-1"), "canary-4711");
            request
        });
        let calls = [("c-1", "say", json!({ "word": "a" })), ("c-2", "say", json!({ "word": "b" }))];
        let answers = answers(&turn, format, &calls).await;
        let told = told(format, &answers.messages);
        assert_eq!(told[0].1, "internal: the call failed; its operator can find the cause in the log");
        assert_eq!(told[1].1, r#"{"got":{"word":"b"}}"#);
    }
}

/// A tool with a result, a picture, a picture that nobody takes, a sound and a document.
fn gallery() -> Fixture {
    Fixture::new("gallery").body(|_| async {
        Ok(ToolOutput::json(json!({ "shown": 2 }))
            .with_content(Content::Image { data: vec![1, 2, 3], mime_type: "image/png".into() })
            .with_content(Content::Image { data: vec![1, 2, 3, 4], mime_type: "image/tiff".into() })
            .with_content(Content::Audio { data: vec![1, 2], mime_type: "audio/wav".into() })
            .with_content(Content::Resource {
                uri: "notes:1".into(),
                mime_type: Some("text/markdown".into()),
                text: "# One".into(),
            }))
    })
}

const TIFF: &str = "image/tiff, 4 bytes; not shown: a result has no place for such a picture here";
const WAV: &str = "audio/wav, 2 bytes; not shown: a result has no place for a sound here";
const NOTE: &str = "notes:1 (text/markdown)\n# One";

fn showing(format: Format, images: bool) -> Turn {
    let surface = first_party(&invoker([gallery()]));
    Assistant::builder(&surface, format).images(images).build().unwrap().turn(alice())
}

async fn shown(turn: &Turn, format: Format) -> Value {
    answers(turn, format, &[("c-1", "gallery", json!({}))]).await.messages.remove(0)
}

#[tokio::test]
async fn pictures_are_shown_where_there_is_a_place_and_everything_else_is_said() {
    // AQID is the base64 of 1, 2, 3.
    let anthropic =
        shown(&turn(&invoker([gallery()]), Format::AnthropicMessages), Format::AnthropicMessages).await;
    let text = |text: &str| json!({ "type": "text", "text": text });
    let image =
        json!({ "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": "AQID" } });
    assert_eq!(
        anthropic["content"][0]["content"],
        json!([text(r#"{"shown":2}"#), image, text(TIFF), text(WAV), text(NOTE)])
    );

    let bedrock = shown(&showing(Format::BedrockOther, true), Format::BedrockOther).await;
    let image = json!({ "image": { "format": "png", "source": { "bytes": "AQID" } } });
    assert_eq!(
        bedrock["content"][0]["toolResult"]["content"],
        json!([{ "json": { "shown": 2 } }, image, { "text": TIFF }, { "text": WAV }, { "text": NOTE }])
    );

    let gemini = shown(&showing(Format::Gemini, true), Format::Gemini).await;
    let result = &gemini["parts"][0]["functionResponse"];
    assert_eq!(result["response"], json!({ "output": [{ "shown": 2 }, TIFF, WAV, NOTE] }));
    assert_eq!(result["parts"], json!([{ "inlineData": { "mimeType": "image/png", "data": "AQID" } }]));

    let responses = shown(&showing(Format::OpenAiResponses, true), Format::OpenAiResponses).await;
    let text = |text: &str| json!({ "type": "input_text", "text": text });
    let image = json!({ "type": "input_image", "image_url": "data:image/png;base64,AQID" });
    assert_eq!(
        responses["output"],
        json!([text(r#"{"shown":2}"#), image, text(TIFF), text(WAV), text(NOTE)])
    );
}

#[tokio::test]
async fn where_pictures_are_not_shown_the_model_reads_what_is_missing() {
    let png = "image/png, 3 bytes; not shown: a result has no place for such a picture here";
    let all = [r#"{"shown":2}"#, png, TIFF, WAV, NOTE].join("\n");
    let chat = turn(&invoker([gallery()]), Format::OpenAiChat);
    assert_eq!(told_once(&chat, Format::OpenAiChat, "gallery", json!({})).await, all);
    let plain = showing(Format::OpenAiResponses, false);
    assert_eq!(told_once(&plain, Format::OpenAiResponses, "gallery", json!({})).await, all);
    let gemini = shown(&turn(&invoker([gallery()]), Format::Gemini), Format::Gemini).await;
    assert_eq!(
        gemini["parts"][0]["functionResponse"],
        json!({
            "id": "c-1", "name": "gallery",
            "response": { "output": [{ "shown": 2 }, png, TIFF, WAV, NOTE] }
        })
    );
}

#[tokio::test]
async fn a_person_can_say_no_before_a_call_is_made() {
    for format in Format::ALL {
        let tool = echo("say");
        let runs = tool.runs();
        let turn = turn(&invoker([tool]), format);
        let calls = [("c-1", "say", json!({ "word": "a" })), ("c-2", "say", json!({ "word": "b" }))];
        let mut calls = turn.calls(&response(format, &calls)).unwrap().into_iter();
        let declined = Answered::declined(calls.next().unwrap(), "the user said no");
        let ran = turn.run(&calls.next().unwrap()).await;
        assert_eq!(
            (declined.code().as_deref(), ran.code(), runs.count()),
            (Some("approval-denied"), None, 1)
        );
        let told = told(format, &turn.write(&[declined, ran]));
        assert_eq!(told[0].1, "approval-denied: this call is not approved: the user said no", "{format}");
        assert_eq!(told[1].1, r#"{"got":{"word":"b"}}"#);
        assert_eq!(turn.write(&[]), [] as [Value; 0], "without a call nothing follows");
    }
}
