//! Calls that ask, and what is wrong with the answers.

use serde_json::json;
use tool_core::{
    Answer, Caller, Field, InputAnswer, InputKind, InputRequest, ToolCall, ToolError, ToolOutput,
    testing::TestSurface,
};

use super::compare;
use crate::{
    ask::{Asking, delete, invoker, sure},
    support::{outside, reply},
};

fn or_word(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    call.ask(&sure().or_argument("word")).map(|_| ToolOutput::text("deleted"))
}

fn of_nothing(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    let street = InputRequest::form("where", "Which street?").with_field(Field::choice("street", [""; 0]));
    call.ask(&street).map(|_| ToolOutput::text("found"))
}

#[tokio::test]
async fn asking_errors() {
    let tools = [
        Asking::new("delete", delete),
        Asking::new("purge", delete),
        Asking::new("or_word", or_word),
        Asking::new("of_nothing", of_nothing),
    ];
    let surface = outside(&invoker(tools, |builder| builder));
    let request = |tool| surface.request(Caller::new("alice"), tool, Some(json!({ "word": "a" })));
    let said = async |request| reply(surface.call(request).await).text();
    let asks = |tool| request(tool).with_input_kinds([InputKind::Form]);
    let Answer::InputRequired(asked) = surface.call(asks("delete")).await else { panic!("it asks") };
    let wrong = InputAnswer::accepted([("delete", "yes")]);
    let fault = async |request| match surface.call(request).await {
        Answer::InputState(fault) => fault.to_string(),
        other => panic!("{other:?}"),
    };
    let person = TestSurface::new(&surface).with_answer("where", InputAnswer::Declined);
    let nothing = person.call("of_nothing", json!({ "word": "a" })).await;
    compare(
        "When a tool asks",
        [
            ("a caller who cannot be asked", said(request("delete")).await),
            ("a caller who cannot be asked, where an argument says the same", said(request("or_word")).await),
            (
                "an answer that does not fit the form",
                said(asks("delete").with_input_state(&*asked.state).with_input_answer("sure", wrong)).await,
            ),
            (
                "a state that was changed, or made for somebody else",
                fault(asks("delete").with_input_state(format!("{}x", asked.state))).await,
            ),
            ("a state of another call", fault(asks("purge").with_input_state(&*asked.state)).await),
            ("a form with a choice of nothing", nothing.cause().unwrap().to_owned()),
        ],
    );
}
