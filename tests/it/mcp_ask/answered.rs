//! What a client answers, round by round.

use serde_json::{Value, json};
use tool_core::{Field, InputRequest, ToolCall, ToolError, ToolOutput};

use super::{again, ask, asking, everything, server, text};
use crate::ask::{Asking, delete};

#[tokio::test]
async fn a_person_accepts_declines_or_closes_the_question() {
    let tool = Asking::new("delete", delete);
    let server = server([tool.clone()]);
    let first = ask(&server, asking("delete", everything())).await;
    for (response, expected) in [
        (json!({ "action": "accept", "content": { "delete": true } }), "deleted"),
        (json!({ "action": "accept", "content": { "delete": false } }), "kept"),
        (json!({ "action": "decline" }), "kept"),
        (json!({ "action": "cancel", "content": null }), "kept"),
    ] {
        let second = again(asking("delete", everything()), &first, json!({ "sure": response }));
        assert_eq!(text(&ask(&server, second).await), expected, "{response}");
    }
    let none = again(asking("delete", everything()), &first, json!({ "sure": { "action": "accept" } }));
    let answer = ask(&server, none).await;
    assert_eq!(answer["result"]["isError"], true);
    assert_eq!(
        text(&answer),
        "invalid-input: the answer to `sure` does not fit: /delete: missing; expected true or false"
    );
}

fn steps(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    let step = |name: &str| {
        let form = InputRequest::form(name, format!("Which {name}?")).with_field(Field::text("text"));
        call.ask(&form).and_then(tool_core::InputAnswer::into_content)
    };
    let (name, colour) = (step("name")?, step("colour")?);
    Ok(ToolOutput::text(format!("{} {}", name["text"], colour["text"])))
}

#[tokio::test]
async fn rounds_follow_each_other_and_any_process_answers_the_next() {
    let server = server([Asking::new("steps", steps)]);
    let said = |text: &str| json!({ "action": "accept", "content": { "text": text } });
    let first = ask(&server, asking("steps", everything())).await;
    let name = json!({ "name": said("Ann") });
    let second = ask(&server, again(asking("steps", everything()), &first, name)).await;
    assert_eq!(second["result"]["inputRequests"].as_object().unwrap().keys().collect::<Vec<_>>(), ["colour"]);
    let colour = json!({ "colour": said("red"), "name": said("Bob"), "unasked": said("x") });
    let third = ask(&server, again(asking("steps", everything()), &second, colour)).await;
    assert_eq!(text(&third), r#""Ann" "red""#);
}

#[tokio::test]
async fn what_is_missing_is_asked_for_again() {
    let server = server([Asking::new("delete", delete)]);
    let accept = json!({ "action": "accept", "content": { "delete": true } });
    // Before anything was asked, under another name, and not at all.
    let mut unasked = asking("delete", everything());
    unasked["params"]["inputResponses"] = json!({ "sure": accept });
    let first = ask(&server, unasked).await;
    assert_eq!(first["result"]["resultType"], "input_required", "{first}");
    let wrong = again(asking("delete", everything()), &first, json!({ "wrong_key": accept }));
    let second = ask(&server, wrong).await;
    assert_eq!(second["result"]["resultType"], "input_required", "{second}");
    let none = again(asking("delete", everything()), &second, Value::Null);
    let third = ask(&server, none).await;
    assert_eq!(third["result"]["resultType"], "input_required", "{third}");
    let last = again(asking("delete", everything()), &third, json!({ "sure": accept }));
    assert_eq!(text(&ask(&server, last).await), "deleted");
}
