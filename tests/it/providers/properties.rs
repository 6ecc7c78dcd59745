//! Whatever JSON a provider sends: no panic, and nothing runs that is not well formed.

use proptest::{prelude::*, test_runner::TestCaseError};
use serde_json::{Map, Value, json};
use tool_providers::Format;

use super::{echo, response, turn};
use crate::support::{Runs, invoker};

/// Words of the formats, so that arbitrary JSON comes near to them.
const WORDS: [&str; 24] = [
    "arguments",
    "args",
    "call_id",
    "candidates",
    "choices",
    "content",
    "finish_reason",
    "function",
    "functionCall",
    "function_call",
    "id",
    "input",
    "message",
    "name",
    "output",
    "parts",
    "say",
    "status",
    "stop_reason",
    "toolUse",
    "toolUseId",
    "tool_calls",
    "tool_use",
    "type",
];

fn word() -> impl Strategy<Value = String> {
    prop_oneof![4 => prop::sample::select(&WORDS[..]).prop_map(str::to_owned), 1 => ".{0,6}"]
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        word().prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((word(), inner), 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// Every place of a value, as a pointer.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                places(item, &format!("{at}/{index}"), found);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                places(member, &format!("{at}/{name}"), found);
            }
        }
        _ => {}
    }
}

/// Answers a response; what ran is what was called and answered, and nothing when the response is refused.
fn answer(format: Format, response: &Value) -> Result<(), TestCaseError> {
    let tool = echo("say");
    let runs: Runs = tool.runs();
    let turn = turn(&invoker([tool]), format);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    match runtime.block_on(turn.answer(response)) {
        Err(_) | Ok(None) => prop_assert_eq!(runs.count(), 0),
        Ok(Some(answers)) => {
            let succeeded = answers.answered.iter().filter(|one| !one.is_error()).count();
            prop_assert_eq!(runs.count(), succeeded);
            let calls = turn.calls(response).expect("it was answered");
            prop_assert_eq!(answers.answered.len(), calls.len());
            for (call, answered) in calls.iter().zip(&answers.answered) {
                prop_assert_eq!(call.id(), answered.call().id());
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_json_is_answered_without_a_panic(response in any_json()) {
        for format in Format::ALL {
            answer(format, &response)?;
        }
    }

    #[test]
    fn a_response_with_one_place_changed_is_answered_whole_or_not_at_all(
        put in any_json(),
        place in any::<prop::sample::Index>(),
    ) {
        let calls = [("c-1", "say", json!({ "word": "a" })), ("c-2", "say", json!({ "word": "b" }))];
        for format in Format::ALL {
            let mut response = response(format, &calls);
            let mut found = Vec::new();
            places(&response, "", &mut found);
            *response.pointer_mut(place.get::<String>(&found)).unwrap() = put.clone();
            answer(format, &response)?;
        }
    }
}
