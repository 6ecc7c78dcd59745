//! How a call goes on from round to round.

use tool_core::{Field, InputAnswer, InputKind, InputRequest, Inputs, ToolCall, ToolError, ToolOutput, tool};

use super::{Asking, Brought, Person, brought, delete, names, required, yes};

fn text(name: &'static str) -> InputRequest {
    InputRequest::form(name, format!("What is your {name}?")).with_field(Field::text("text"))
}

fn said(text: &str) -> InputAnswer {
    InputAnswer::accepted([("text", text)])
}

#[tokio::test]
async fn a_tool_asks_and_goes_on_with_the_answer() {
    let tool = Asking::new("delete", delete);
    let person = Person::of([tool.clone()]);
    let asked = person.asked("delete").await;
    assert_eq!(names(&asked), ["sure"]);
    assert_eq!((asked.requests[0].kind(), asked.requests[0].message()), (InputKind::Form, "Delete 3 notes?"));
    assert_eq!(tool.begun(), 1);
    assert_eq!(person.text("delete", brought(asked.state, [("sure", yes())])).await, "deleted");
    assert_eq!(tool.begun(), 2);
}

#[tokio::test]
async fn a_state_may_be_answered_twice_and_differently() {
    let person = Person::of([Asking::new("delete", delete)]);
    let asked = person.asked("delete").await;
    let answered = |answer| person.text("delete", brought(asked.state.clone(), [("sure", answer)]));
    assert_eq!(answered(InputAnswer::Declined).await, "kept");
    assert_eq!(answered(yes()).await, "deleted");
    assert_eq!(answered(yes()).await, "deleted", "a state is no ticket");
}

/// Asks for two things at once.
fn both(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    let [name, colour] = call.inputs().ask_all([&text("name"), &text("colour")])?;
    let (name, colour) = (name.into_content()?, colour.into_content()?);
    Ok(ToolOutput::text(format!("{} {}", name["text"], colour["text"])))
}

#[tokio::test]
async fn what_is_not_answered_is_asked_again_and_what_is_answered_is_kept() {
    let person = Person::of([Asking::new("both", both)]);
    let first = person.asked("both").await;
    assert_eq!(names(&first), ["name", "colour"], "in the order of the tool");
    let second = required(person.call("both", brought(first.state, [("colour", said("red"))])).await);
    assert_eq!(names(&second), ["name"]);
    assert_eq!(person.text("both", brought(second.state, [("name", said("Ann"))])).await, r#""Ann" "red""#);
}

/// Asks for one thing after another.
fn steps(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    let mut all = Vec::new();
    for name in ["one", "two", "three"] {
        let mut answer = call.ask(&text(name))?.into_content()?;
        all.push(answer.remove("text").unwrap().as_str().unwrap().to_owned());
    }
    Ok(ToolOutput::text(all.join(" ")))
}

#[tokio::test]
async fn a_later_round_has_the_answers_of_all_rounds_before() {
    let tool = Asking::new("steps", steps);
    let person = Person::of([tool.clone()]);
    let one = person.asked("steps").await;
    let two = required(person.call("steps", brought(one.state.clone(), [("one", said("a"))])).await);
    assert_ne!(one.state, two.state);
    let three = required(person.call("steps", brought(two.state, [("two", said("b"))])).await);
    assert_eq!(names(&three), ["three"]);
    // What was answered before is in the state, and nobody can answer it otherwise afterwards.
    let last = brought(three.state, [("three", said("c")), ("one", said("x"))]);
    assert_eq!(person.text("steps", last).await, "a b c");
    assert_eq!(tool.begun(), 4, "from its start, each time");
}

/// Asks about something that has changed when it asks again.
fn changing(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static NOTES: AtomicUsize = AtomicUsize::new(3);
    let notes = NOTES.fetch_add(1, Ordering::SeqCst).min(4);
    let form =
        InputRequest::form("sure", format!("Delete {notes} notes?")).with_field(Field::boolean("delete"));
    let agreed = call.ask(&form)?.confirms("delete");
    Ok(ToolOutput::text(format!("{notes} notes: {agreed}")))
}

#[tokio::test]
async fn an_answer_to_another_question_is_none() {
    let person = Person::of([Asking::new("changing", changing)]);
    let three = person.asked("changing").await;
    assert_eq!(three.requests[0].message(), "Delete 3 notes?");
    let four = required(person.call("changing", brought(three.state, [("sure", yes())])).await);
    assert_eq!(four.requests[0].message(), "Delete 4 notes?", "nobody agreed to four");
    assert_eq!(person.text("changing", brought(four.state, [("sure", yes())])).await, "4 notes: true");
}

/// Sends the person to a page, until something is done there. It never is.
fn never_done(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    let visit = InputRequest::url("key", "Your key is needed.", "https://example.com/key");
    call.ask(&visit)?.into_content()?;
    Err(call.inputs().ask_again(&visit))
}

#[tokio::test]
async fn a_call_is_answered_with_requests_ten_times_and_not_eleven_times() {
    let tool = Asking::new("never_done", never_done);
    let person = Person::of([tool.clone()]);
    let agrees = || InputAnswer::accepted([("", 0); 0]);
    let mut state = person.asked("never_done").await.state;
    for round in 2..=10 {
        let asked = person.call("never_done", brought(state, [("key", agrees())])).await;
        state = required(asked).state;
        assert_eq!(tool.begun(), round);
    }
    let text = person.text("never_done", brought(state.clone(), [("key", agrees())])).await;
    let too_many =
        "input-too-many-rounds: this call has asked 10 times, and still needs an answer; begin anew";
    assert_eq!(text, too_many);
    // Without an answer, too: the state says which round it is of.
    assert_eq!(person.text("never_done", brought(state, [])).await, too_many);
}

#[expect(clippy::unnecessary_wraps, reason = "it is a body like the others")]
fn goes_on(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    let guess = call.ask(&text("name")).is_err();
    Ok(ToolOutput::text(if guess { "guessed" } else { "answered" }))
}

#[tokio::test]
async fn an_error_that_is_not_returned_asks_nobody() {
    let person = Person::of([Asking::new("goes_on", goes_on)]);
    assert_eq!(person.text("goes_on", Brought::default()).await, "guessed");
}

fn after_commit(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    let commit = call.commit_point();
    commit.reach()?;
    delete(call)
}

fn before_commit(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    let commit = call.commit_point();
    let deleted = delete(call)?;
    commit.reach()?;
    Ok(deleted)
}

#[tokio::test]
async fn a_tool_that_has_changed_something_cannot_ask() {
    let person = Person::of([Asking::new("after", after_commit), Asking::new("before", before_commit)]);
    let text = person.text("after", Brought::default()).await;
    assert!(text.starts_with("internal: "), "{text}");
    let asked = person.asked("before").await;
    assert_eq!(person.text("before", brought(asked.state, [("sure", yes())])).await, "deleted");
}

/// Greets whoever calls.
#[tool(title = "Greet", exposure = both, effect = read_only)]
#[expect(clippy::needless_pass_by_value, reason = "a call hands it over")]
fn greet(#[context] inputs: Inputs) -> Result<String, ToolError> {
    let name = inputs.ask(&text("name"))?.into_content()?;
    Ok(name["text"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn a_function_asks_by_a_value_that_its_other_callers_make_too() {
    let registry = tool_core::Registry::builder(()).tool(greet_tool()).build().unwrap();
    let invoker = tool_core::Invoker::builder(registry).unlimited().build().unwrap();
    let person = Person::at(&crate::support::outside(&invoker));
    let call = async |brought| person.send("greet", serde_json::json!({}), brought).await;
    let asked = required(call(Brought::default()).await);
    let greeted = call(brought(asked.state, [("name", said("Ann"))])).await;
    assert_eq!(crate::support::reply(greeted).text(), "Ann");
    assert_eq!(greet(Inputs::default()).unwrap_err().code(), "input-unavailable");
}
