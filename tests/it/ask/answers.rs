//! What is a good answer, and what a caller that cannot give one reads.

use serde_json::{Value, json};
use tool_core::{Field, InputAnswer, InputKind, InputRequest, TextFormat, ToolCall, ToolError, ToolOutput};

use super::{Asking, Brought, Person, brought, delete, required, sure, yes};
use crate::support::reply;

/// Asks for one of everything.
fn everything() -> InputRequest {
    InputRequest::form("form", "Who are you?")
        .with_field(Field::text("name").with_max_length(5))
        .with_field(Field::text("mail").with_format(TextFormat::Email).optional())
        .with_field(Field::text("day").with_format(TextFormat::Date).optional())
        .with_field(Field::text("at").with_format(TextFormat::DateTime).optional())
        .with_field(Field::text("page").with_format(TextFormat::Uri).optional())
        .with_field(Field::integer("age").with_minimum(18).with_maximum(150))
        .with_field(Field::number("height").optional())
        .with_field(Field::choice("colour", ["red", "blue"]).optional())
        .with_field(Field::titled_choice("code", [("#f00", "Red")]).optional())
        .with_field(Field::choices("days", ["Mo", "Tu"]).with_min_items(1).with_max_items(1).optional())
        .with_field(Field::titled_choices("codes", [("#f00", "Red"), ("#00f", "Blue")]).optional())
}

fn fill_in(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    Ok(ToolOutput::json(json!({ "got": call.ask(&everything())?.into_content()? })))
}

async fn filled_in(content: Value) -> Result<Value, String> {
    let person = Person::of([Asking::new("fill_in", fill_in)]);
    let asked = person.asked("fill_in").await;
    let Value::Object(content) = content else { panic!("a form is filled in with an object") };
    let answer = brought(asked.state, [("form", InputAnswer::accepted(content))]);
    let reply = reply(person.call("fill_in", answer).await);
    match reply.structured.as_ref().filter(|_| !reply.is_error()) {
        Some(result) => Ok(result["got"].clone()),
        None => Err(reply.text()),
    }
}

#[tokio::test]
async fn a_form_that_fits_reaches_the_tool() {
    let all = json!({
        "name": "Ann", "mail": "ann@example.com", "day": "2026-07-28", "at": "2026-07-28T10:00:00Z",
        "page": "https://example.com", "age": 30, "height": 1.8, "colour": "red", "code": "#f00",
        "days": ["Tu"], "codes": ["#f00", "#00f"]
    });
    assert_eq!(filled_in(all.clone()).await, Ok(all));
    assert_eq!(filled_in(json!({ "name": "Ann", "age": 30 })).await, Ok(json!({ "name": "Ann", "age": 30 })));
}

#[tokio::test]
async fn what_was_not_asked_for_does_not_reach_it() {
    let more = json!({ "name": "Ann", "age": 30.0, "mail": null, "admin": true });
    assert_eq!(
        filled_in(more).await,
        Ok(json!({ "name": "Ann", "age": 30 })),
        "and a null is an empty field"
    );
}

#[tokio::test]
async fn a_form_that_does_not_fit_is_refused_with_every_place_and_no_value() {
    let wrong =
        json!({ "name": "secret", "age": "secret", "colour": "secret", "days": [], "mail": "secret" });
    let text = filled_in(wrong).await.unwrap_err();
    assert!(text.starts_with("invalid-input: the answer to `form` does not fit: "), "{text}");
    for place in ["/name", "/age", "/colour", "/days", "/mail"] {
        assert!(text.contains(&format!("{place}: ")), "{place} in {text}");
    }
    assert!(!text.contains("secret"), "{text}");
    let missing = filled_in(json!({})).await.unwrap_err();
    assert!(missing.contains("/age: missing") && missing.contains("/name: missing"), "{missing}");
}

fn strict(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    call.ask(&sure())?.into_content()?;
    Ok(ToolOutput::text("went on"))
}

#[tokio::test]
async fn no_and_nothing_are_answers_too() {
    let person = Person::of([Asking::new("strict", strict)]);
    for (answer, expected) in [
        (InputAnswer::Declined, "input-declined: the person who was asked declined"),
        (InputAnswer::Cancelled, "input-cancelled: the person who was asked did not choose"),
        (yes(), "went on"),
    ] {
        let asked = person.asked("strict").await;
        assert_eq!(person.text("strict", brought(asked.state, [("sure", answer)])).await, expected);
    }
}

#[tokio::test]
async fn an_answer_to_another_kind_of_request_is_none() {
    let person = Person::of([Asking::new("delete", delete)]);
    let asked = person.asked("delete").await;
    let returned = InputAnswer::Returned(serde_json::Map::from_iter([("delete".to_owned(), json!(true))]));
    assert_eq!(
        person.text("delete", brought(asked.state, [("sure", returned)])).await,
        "invalid-input: the answer to `sure` is not one to that kind of request"
    );
}

#[tokio::test]
async fn an_answer_that_is_too_large_or_too_deep_is_not_looked_at() {
    let tool = Asking::new("delete", delete);
    let person = Person::of([tool.clone()]);
    let asked = person.asked("delete").await;
    let deep = (0..100_000).fold(json!(true), |inner, _| Value::Array(vec![inner]));
    for value in [json!("x".repeat(1024 * 1024)), deep] {
        let answer = InputAnswer::accepted([("delete", value)]);
        let text = person.text("delete", brought(asked.state.clone(), [("sure", answer)])).await;
        assert!(text.starts_with("invalid-input: /sure: expected "), "{text}");
    }
    assert_eq!(tool.begun(), 1, "no round began");
    let deep = (0..100_000).fold(json!(true), |inner, _| Value::Array(vec![inner]));
    let unknown = brought(None, [("sure", InputAnswer::accepted([("delete", deep)]))]);
    let answer = person.call("no_such_tool", unknown).await;
    assert!(matches!(answer, tool_core::Answer::UnknownTool), "{answer:?}");
}

fn two_texts(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    for name in ["one", "two"] {
        call.ask(&InputRequest::form(name, "Which text?").with_field(Field::text("text")))?.into_content()?;
    }
    Ok(ToolOutput::text("done"))
}

#[tokio::test]
async fn answers_that_are_too_long_to_travel_on_end_the_call() {
    let person = Person::of([Asking::new("texts", two_texts)]);
    let text = |length: usize| InputAnswer::accepted([("text", "x".repeat(length))]);
    let one = person.asked("texts").await;
    let two = required(person.call("texts", brought(one.state.clone(), [("one", text(40_000))])).await);
    assert!(two.state.len() <= 64 * 1024);
    // The last answer need not travel on.
    assert_eq!(person.text("texts", brought(two.state, [("two", text(100_000))])).await, "done");
    assert_eq!(
        person.text("texts", brought(one.state, [("one", text(50_000))])).await,
        "input-too-long: the answers so far are too long to ask for more; answer with less"
    );
}

fn or_argument(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    call.ask(&sure().or_argument("confirm")).map(|_| ToolOutput::text("went on"))
}

fn by_model(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    let inputs = call.inputs();
    let request = if inputs.can_ask(InputKind::Sampling) {
        InputRequest::sampling("text", "Sum it up.", 100)
    } else {
        InputRequest::form("text", "Sum it up.").with_field(Field::text("text"))
    };
    inputs.ask(&request).map(|_| ToolOutput::text("went on"))
}

fn roots_and_form(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    call.inputs().ask_all([&InputRequest::roots("roots"), &sure()]).map(|_| ToolOutput::text("went on"))
}

#[tokio::test]
async fn whoever_cannot_be_asked_is_never_asked_and_reads_what_to_do_instead() {
    let tools = [
        Asking::new("delete", delete),
        Asking::new("or_argument", or_argument),
        Asking::new("by_model", by_model),
        Asking::new("roots_and_form", roots_and_form),
    ];
    let person = Person::of(tools);
    let unasked =
        "input-unavailable: this call must ask first, and nobody can be asked here: Delete 3 notes?";
    for kinds in [&[][..], &[InputKind::Url], &[InputKind::Roots, InputKind::Sampling]] {
        let person = person.answering(kinds);
        let text = person.text("delete", Brought::default()).await;
        assert_eq!(text, format!("{unasked} Call it from a client that can be asked"));
        let text = person.text("or_argument", Brought::default()).await;
        assert_eq!(text, format!("{unasked} Find out, and call it again with the argument `confirm`"));
    }
    // All or nothing: half of the answers would be of no use.
    let person_of_forms = person.answering(&[InputKind::Form]);
    let text = person_of_forms.text("roots_and_form", Brought::default()).await;
    assert!(text.starts_with("input-unavailable: "), "{text}");
    assert!(text.contains("which folders there are."), "{text}");
    for (kinds, kind) in [
        (&[InputKind::Form][..], InputKind::Form),
        (&[InputKind::Sampling], InputKind::Sampling),
        (&[InputKind::Form, InputKind::Sampling], InputKind::Sampling),
    ] {
        assert_eq!(person.answering(kinds).asked("by_model").await.requests[0].kind(), kind);
    }
}

#[tokio::test]
async fn a_request_that_cannot_be_sent_is_a_defect_of_the_tool() {
    fn asks(request: fn() -> InputRequest) -> Result<(), String> {
        tool_core::Inputs::default().ask(&request()).map(drop).map_err(|error| error.code().to_owned())
    }
    let wrong: [fn() -> InputRequest; 10] = [
        || InputRequest::form("", "A message."),
        || InputRequest::form("tool-core/approval", "A message."),
        || InputRequest::form("n", ""),
        || InputRequest::form("n", "m").with_field(Field::text("a")).with_field(Field::boolean("a")),
        || InputRequest::form("n", "m").with_field(Field::boolean("a").with_minimum(1)),
        || InputRequest::roots("n").with_field(Field::text("a")),
        || InputRequest::form("n", "m").with_system_prompt("You are helpful."),
        || InputRequest::url("n", "m", "javascript:alert(1)"),
        || InputRequest::url("n", "m", "https:///nowhere"),
        || InputRequest::url("n", "m", "https://example.com/\u{202e}moc"),
    ];
    for (index, request) in wrong.into_iter().enumerate() {
        assert_eq!(asks(request), Err("internal".to_owned()), "{index}");
    }
    assert_eq!(asks(|| InputRequest::roots("n")), Err("input-unavailable".to_owned()));
    let inputs = tool_core::Inputs::default();
    let twice = inputs.ask_all([&sure(), &sure()]).unwrap_err();
    assert_eq!(twice.code(), "internal");
}
