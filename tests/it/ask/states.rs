//! What a caller may bring back, and what is refused before the tool begins.

use serde_json::json;
use tool_core::{Allow, Answer, InputStateFault, Invoker, Surface};

use super::{Asking, Brought, Person, brought, delete, invoker, names, required, yes};
use crate::{
    door::recorder::Recorder,
    support::{outside, reply},
};

#[track_caller]
fn assert_refused(answer: &Answer, fault: InputStateFault) {
    assert!(matches!(answer, Answer::InputState(found) if *found == fault), "{fault:?}: {answer:?}");
}

#[tokio::test]
async fn a_state_of_anything_else_is_refused_and_the_tool_does_not_begin() {
    let (tool, other) = (Asking::new("delete", delete), Asking::new("purge", delete));
    let invoker = invoker([tool.clone(), other.clone()], |builder| builder);
    let person = Person::at(&outside(&invoker));
    let asked = person.asked("delete").await;
    let with_state = || brought(asked.state.clone(), [("sure", yes())]);

    let other_arguments = person.send("delete", json!({ "word": "b" }), with_state()).await;
    assert_refused(&other_arguments, InputStateFault::Mismatch);
    assert_refused(&person.call("purge", with_state()).await, InputStateFault::Mismatch);
    assert_refused(&person.named("bob").call("delete", with_state()).await, InputStateFault::Invalid);

    let elsewhere = Surface::outside("elsewhere", &invoker, Allow::exposed())
        .target_argument(crate::support::project_id())
        .build()
        .unwrap();
    let elsewhere = Person::at(&elsewhere);
    assert_refused(&elsewhere.call("delete", with_state()).await, InputStateFault::Invalid);
    let another_process = Person::of([Asking::new("delete", delete)]);
    assert_refused(&another_process.call("delete", with_state()).await, InputStateFault::Invalid);

    for changed in [format!("{}-TAMPERED", asked.state), asked.state[1..].to_owned(), "x".repeat(70_000)] {
        let answer = person.call("delete", brought(changed, [("sure", yes())])).await;
        assert_refused(&answer, InputStateFault::Invalid);
    }
    assert_eq!((tool.begun(), other.begun()), (1, 0));
    // The order of keys and what is written otherwise make no other arguments.
    let same = person.send("delete", json!({ "word": "a" }), with_state()).await;
    assert_eq!(reply(same).text(), "deleted");
}

#[tokio::test]
async fn a_target_that_is_no_longer_the_same_is_another_call() {
    let tool = Asking::new("delete", delete).host(|host| host.with_target("project"));
    let person = Person::of([tool.clone()]);
    let about = |project: &str| json!({ "word": "a", "project_id": project });
    let asked = required(person.send("delete", about("p-alice"), Brought::default()).await);
    let state = || brought(asked.state.clone(), [("sure", yes())]);
    let foreign = reply(person.send("delete", about("p-bob"), state()).await);
    assert_eq!(foreign.text(), "not-found: no such project", "whose it is comes first");
    let bob = person.named("bob");
    assert_refused(&bob.send("delete", about("p-bob"), state()).await, InputStateFault::Invalid);
    assert_eq!(reply(person.send("delete", about("p-alice"), state()).await).text(), "deleted");
    assert_eq!(tool.begun(), 2);
}

#[tokio::test]
async fn a_tool_that_nobody_may_know_of_says_nothing_about_a_state() {
    let person = Person::of([Asking::new("delete", delete).host(|host| host.with_scopes(["delete"]))]);
    for state in ["", "x"] {
        let hidden = person.call("delete", brought(state.to_owned(), [("sure", yes())])).await;
        let unknown = person.call("no_such_tool", brought(state.to_owned(), [("sure", yes())])).await;
        assert!(matches!((&hidden, &unknown), (Answer::UnknownTool, Answer::UnknownTool)), "{hidden:?}");
    }
}

#[tokio::test]
async fn answers_without_a_state_are_answers_to_nothing() {
    let tool = Asking::new("delete", delete);
    let person = Person::of([tool.clone()]);
    let asked = required(person.call("delete", brought(None, [("sure", yes())])).await);
    assert_eq!(names(&asked), ["sure"], "whoever answers before being asked is asked");
    assert_eq!(tool.begun(), 1);
}

#[tokio::test]
async fn a_state_without_answers_and_with_answers_to_something_else_is_asked_again() {
    let person = Person::of([Asking::new("delete", delete)]);
    let mut state = person.asked("delete").await.state;
    for answers in [brought(None, []), brought(None, [("other", yes())])] {
        let again = required(person.call("delete", Brought { state: Some(state), ..answers }).await);
        assert_eq!(names(&again), ["sure"]);
        state = again.state;
    }
    assert_eq!(person.text("delete", brought(state, [("sure", yes())])).await, "deleted");
}

#[tokio::test]
async fn a_state_is_recorded_as_what_decided() {
    let audit = Recorder::default();
    let invoker = invoker([Asking::new("delete", delete)], |builder: tool_core::InvokerBuilder| {
        builder.audit(audit.clone())
    });
    let person = Person::at(&outside(&invoker));
    let asked = person.asked("delete").await;
    person.named("bob").call("delete", brought(asked.state.clone(), [])).await;
    person.call("delete", brought(asked.state, [("sure", yes())])).await;
    let decided: Vec<_> = audit.decisions().iter().map(|it| (it.step.as_str(), it.code)).collect();
    assert_eq!(decided, [("run", None), ("input", Some("input-state-invalid")), ("run", None)]);
    let ended: Vec<_> = audit.ends().iter().map(|it| (it.outcome.as_str(), it.code.clone())).collect();
    assert_eq!(
        ended,
        [("input-required", None), ("refused", Some("input-state-invalid".to_owned())), ("completed", None)]
    );
}

#[tokio::test]
async fn processes_with_one_key_take_each_others_states() {
    let key =
        |builder: tool_core::InvokerBuilder| builder.inputs(tool_core::SealedInputs::new([7; 32]).unwrap());
    let process = || -> Invoker { invoker([Asking::new("delete", delete)], key) };
    let (one, two) = (process(), process());
    let asked = Person::at(&outside(&one)).asked("delete").await;
    let person = Person::at(&outside(&two));
    assert_eq!(person.text("delete", brought(asked.state, [("sure", yes())])).await, "deleted");
}
