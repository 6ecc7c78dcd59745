//! Responses that break off, flood, or hold what nobody should repeat.

use proptest::{prelude::*, sample::Index};
use serde_json::{Value, json};
use tool_core::Effect;
use tool_providers::Format;

use super::{EACH_KIND, codes, of_calls, response, say, turn};
use crate::{observed::Observed, support::invoker};

/// A response of each wire, the place that says how it ended, and the words for a whole one.
fn ended() -> [(Format, Value, &'static str, &'static str, &'static str); 5] {
    let word = json!({ "word": "a" });
    let bedrock = json!({ "toolUse": { "toolUseId": "c-0", "name": "say", "input": word } });
    let item =
        json!({ "type": "function_call", "call_id": "c-0", "name": "say", "arguments": word.to_string() });
    let calls = [("say", word)];
    [
        (
            Format::AnthropicMessages,
            response(Format::AnthropicMessages, &calls),
            "",
            "stop_reason",
            "`tool_use` or `end_turn` or `pause_turn`",
        ),
        (
            Format::BedrockOther,
            json!({ "output": { "message": { "content": [bedrock] } }, "stopReason": "tool_use" }),
            "",
            "stopReason",
            "`tool_use` or `end_turn`",
        ),
        (Format::Gemini, response(Format::Gemini, &calls), "/candidates/0", "finishReason", "`STOP`"),
        (
            Format::OpenAiChat,
            response(Format::OpenAiChat, &calls),
            "/choices/0",
            "finish_reason",
            "`tool_calls` or `stop`",
        ),
        (
            Format::OpenAiResponses,
            json!({ "output": [item], "status": "completed" }),
            "",
            "status",
            "`completed`",
        ),
    ]
}

#[tokio::test]
async fn what_is_there_of_a_stream_that_broke_off_does_not_run() {
    for (format, whole, place, member, words) in ended() {
        let tool = say(Effect::Destructive);
        let runs = tool.runs();
        let turn = turn(&invoker([tool]), format);
        let mut broken = whole.clone();
        let at = broken.pointer_mut(place).unwrap().as_object_mut().unwrap();
        at.insert(member.to_owned(), Value::Null);
        let mut cut = whole.clone();
        cut.pointer_mut(place).unwrap().as_object_mut().unwrap().remove(member);
        for response in [broken, cut] {
            assert_eq!(
                turn.answer(&response).await.unwrap_err().to_string(),
                format!(
                    "the response is malformed at {place}/{member}: the response may be cut off, so its calls do not \
                     run; expected {words}"
                )
            );
        }
        assert_eq!(runs.count(), 0);
        turn.answer(&whole).await.unwrap().unwrap();
        assert_eq!(runs.count(), 1, "{format}");
    }
}

#[tokio::test]
async fn a_flood_of_calls_is_answered_each_and_takes_no_more_room_than_one_caller_has() {
    let tool = say(Effect::ReadOnly);
    let runs = tool.runs();
    let turn = turn(&invoker([tool]), Format::AnthropicMessages);
    let many: Vec<_> = (0..20_000)
        .map(|index| {
            let name = if index % 2 == 0 { "say" } else { "no_such_tool" };
            json!({ "type": "tool_use", "id": index.to_string(), "name": name, "input": { "word": "a" } })
        })
        .collect();
    let answers = turn.answer(&of_calls(Format::AnthropicMessages, &many)).await.unwrap().unwrap();
    let content = answers.messages[0]["content"].as_array().unwrap();
    assert_eq!((answers.answered.len(), content.len()), (20_000, 20_000));
    let codes = codes(&answers.answered);
    let count = |code: &str| codes.iter().filter(|found| *found == code).count();
    assert_eq!(count("unknown-tool"), 10_000);
    assert_eq!((count(""), runs.count() + count("busy")), (runs.count(), 10_000));
}

#[tokio::test]
async fn numbers_that_no_machine_holds_and_text_without_end_are_refused() {
    let tool = say(Effect::ReadOnly);
    let runs = tool.runs();
    let turn = turn(&invoker([tool]), Format::OpenAiChat);
    let long = "9".repeat(100_000);
    for text in [
        r#"{"word":"a","often":1e999}"#.to_owned(),
        r#"{"word":"a","often":-1e999}"#.to_owned(),
        format!(r#"{{"word":"a","often":{long}}}"#),
        format!(r#"{{"word":"a","often":0.{long}e{long}}}"#),
        r#"{"word":"a","often":18446744073709551616}"#.to_owned(),
        r#"{"word":"a","often":1e-400}"#.to_owned() + "}",
        "[".repeat(1_000_000),
        format!(r#"{{"word":"{}"}}"#, "a".repeat(1 << 21)),
        r#"{"word":"\ud800"}"#.to_owned(),
    ] {
        let call = json!({ "id": "c-0", "function": { "name": "say", "arguments": text } });
        let answers = turn.answer(&of_calls(Format::OpenAiChat, &[call])).await.unwrap().unwrap();
        assert_eq!(codes(&answers.answered), ["invalid-arguments"], "{}", &text[..30.min(text.len())]);
        let said = answers.messages[0].to_string();
        assert!(said.len() < 1_000 && !said.contains("99999999"), "{said}");
    }
    assert_eq!(runs.count(), 0);
}

#[tokio::test]
async fn words_in_place_of_a_name_or_an_id_are_not_told_to_a_log() {
    let long = "canary-4711 ".repeat(10_000);
    let (observed, _guard) = Observed::start();
    for format in EACH_KIND {
        let turn = turn(&invoker([say(Effect::ReadOnly)]), format);
        let mut sent = response(format, &[(&long, json!({ "canary-4711": "canary-4711" }))]);
        if let Some(id) = sent.pointer_mut("/content/0/id") {
            *id = json!(long);
        }
        let calls = turn.calls(&sent).unwrap();
        let answered = turn.run_all(&calls).await;
        for shown in [format!("{calls:?}"), format!("{answered:?}")] {
            assert!(!shown.contains("4711"), "{shown}");
        }
    }
    assert!(!observed.text().contains("4711"));
    // What can be the name of a tool is shown.
    let turn = turn(&invoker([say(Effect::ReadOnly)]), Format::OpenAiChat);
    let calls = turn.calls(&response(Format::OpenAiChat, &[("no_such-tool", json!({}))])).unwrap();
    assert_eq!(format!("{:?}", calls[0]), r#"Call { id: Some("c-0"), name: "no_such-tool", .. }"#);
}

/// Puts a word into one place of a value: instead of a value, or as the name of a member.
fn with_word(value: &mut Value, place: Index, word: &str) {
    let mut pointers = Vec::new();
    let mut open = vec![(String::new(), &*value)];
    while let Some((at, value)) = open.pop() {
        match value {
            Value::Array(items) => {
                open.extend(items.iter().enumerate().map(|(index, item)| (format!("{at}/{index}"), item)));
            }
            Value::Object(fields) => {
                open.extend(fields.iter().map(|(name, field)| (format!("{at}/{name}"), field)));
            }
            _ => {}
        }
        pointers.push(at);
    }
    let at = value.pointer_mut(place.get::<String>(&pointers)).unwrap();
    match at {
        Value::Object(fields) => drop(fields.insert(word.to_owned(), word.into())),
        other => *other = word.into(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn no_error_of_a_response_repeats_a_value_of_it(place in any::<Index>()) {
        for (format, mut response, ..) in ended() {
            with_word(&mut response, place, "canary-4711");
            if let Err(malformed) = turn(&invoker([say(Effect::ReadOnly)]), format).calls(&response) {
                let said = format!("{malformed} {malformed:?}");
                prop_assert!(!said.contains("4711"), "{}", said);
            }
        }
    }
}
