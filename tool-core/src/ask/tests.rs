//! What needs a clock, or the inside of a state. Everything else is tested through a surface.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use serde_json::{Map, Value, json};

use super::*;
use crate::{
    CallId, Caller, CommitPoint, EffectiveCall, Registered, Registry, Target, Tool, ToolCall, ToolDefinition,
    ToolError, ToolOutput, async_trait,
    seal::{Clock, time_of},
};

struct Named(&'static str);

#[async_trait]
impl Tool for Named {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new(self.0, "A tool.")
    }

    async fn call(&self, _: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text("ran"))
    }
}

/// A call of alice's to `clear`.
struct Sample {
    caller: Caller,
    tool: Registered,
    target: Target,
    arguments: Map<String, Value>,
}

impl Sample {
    fn new(name: &'static str) -> Self {
        let registry = Registry::builder(()).register(Named(name)).build().unwrap();
        Self {
            caller: Caller::new("alice"),
            tool: registry.snapshot().iter().next().unwrap().clone(),
            target: Target::new("project", "p-7"),
            arguments: Map::from_iter([("word".to_owned(), json!("arguments-secret"))]),
        }
    }

    fn call(&self) -> EffectiveCall<'_> {
        EffectiveCall {
            caller: &self.caller,
            tool: &self.tool,
            target: Some(&self.target),
            arguments: &self.arguments,
            ticket: None,
        }
    }
}

fn sure() -> InputRequest {
    InputRequest::form("sure", "Delete 3 notes?").with_field(Field::boolean("delete"))
}

/// States of which a test sets the time, in milliseconds.
fn sealed(now: &Arc<AtomicU64>) -> SealedInputs {
    let now = Arc::clone(now);
    let clock = Clock::of(move || time_of(now.load(Ordering::SeqCst)));
    SealedInputs::new([7; 32]).unwrap().with_clock(clock)
}

fn state(inputs: &SealedInputs, sample: &Sample) -> String {
    let binding = Binding::of(&sample.call(), "mcp").unwrap();
    let opened = Opened::first(returned::Kinds::default());
    let round = Round::new(CallId::next(), CommitPoint::unstated(), opened, binding);
    let asked = Asked { round: round.into(), requests: vec![sure()], approval: None };
    inputs.seal(asked).unwrap().state
}

fn open(inputs: &SealedInputs, sample: &Sample, surface: &str, state: &str) -> Result<u8, InputStateFault> {
    let answers = [("sure".to_owned(), InputAnswer::Declined), ("other".to_owned(), InputAnswer::Declined)];
    let returned = Returned { state: Some(state.to_owned()), answers: answers.into(), ..Returned::default() };
    inputs.open(returned, &sample.call(), surface).map(|opened| {
        let known: Vec<_> = opened.answers.keys().collect();
        assert_eq!(known, ["sure"], "what was not asked for is no answer");
        opened.rounds
    })
}

#[test]
fn a_state_is_good_for_ten_minutes_and_not_at_their_end() {
    let (now, sample) = (Arc::new(AtomicU64::new(1_000)), Sample::new("clear"));
    let inputs = sealed(&now);
    let state = state(&inputs, &sample);
    now.store(600_999, Ordering::SeqCst);
    assert_eq!(open(&inputs, &sample, "mcp", &state), Ok(1), "one millisecond is left");
    now.store(601_000, Ordering::SeqCst);
    assert_eq!(open(&inputs, &sample, "mcp", &state), Err(InputStateFault::Expired));
}

#[test]
fn the_host_says_how_long_a_question_stands() {
    let (now, sample) = (Arc::new(AtomicU64::new(0)), Sample::new("clear"));
    let inputs = sealed(&now).with_lifetime(Duration::from_secs(2));
    let state = state(&inputs, &sample);
    now.store(1_999, Ordering::SeqCst);
    assert_eq!(open(&inputs, &sample, "mcp", &state), Ok(1));
    now.store(2_000, Ordering::SeqCst);
    assert_eq!(open(&inputs, &sample, "mcp", &state), Err(InputStateFault::Expired));
}

#[test]
fn a_broken_clock_takes_no_answer() {
    let sample = Sample::new("clear");
    let broken = Clock::of(|| std::time::UNIX_EPOCH - Duration::from_secs(1));
    let inputs = SealedInputs::default().with_clock(broken);
    let state = state(&inputs, &sample);
    assert_eq!(open(&inputs, &sample, "mcp", &state), Err(InputStateFault::Expired));
}

#[test]
fn whatever_is_different_about_the_call_is_told_apart_and_about_the_caller_is_not() {
    let now = Arc::default();
    let (inputs, alice) = (sealed(&now), Sample::new("clear"));
    let state = state(&inputs, &alice);
    let changed = |change: fn(&mut Sample)| {
        let mut sample = Sample::new("clear");
        change(&mut sample);
        open(&inputs, &sample, "mcp", &state)
    };
    assert_eq!(changed(|_| {}), Ok(1));
    assert_eq!(
        changed(|it| drop(it.arguments.insert("word".into(), json!("x")))),
        Err(InputStateFault::Mismatch)
    );
    assert_eq!(changed(|it| it.target = Target::new("project", "p-8")), Err(InputStateFault::Mismatch));
    assert_eq!(changed(|it| it.tool = Sample::new("purge").tool), Err(InputStateFault::Mismatch));
    assert_eq!(changed(|it| it.caller = Caller::new("bob")), Err(InputStateFault::Invalid));
    assert_eq!(open(&inputs, &alice, "other", &state), Err(InputStateFault::Invalid), "another surface");
    assert_eq!(open(&SealedInputs::default(), &alice, "mcp", &state), Err(InputStateFault::Invalid));
    // Of another caller and too old: that it is old is nobody else's to know.
    now.store(u64::MAX / 2, Ordering::SeqCst);
    assert_eq!(changed(|it| it.caller = Caller::new("bob")), Err(InputStateFault::Invalid));
    assert_eq!(changed(|_| {}), Err(InputStateFault::Expired));
}

#[test]
fn every_processes_key_opens_what_the_others_sealed() {
    let sample = Sample::new("clear");
    let shared = || SealedInputs::new([7; 32]).unwrap();
    assert_eq!(open(&shared(), &sample, "mcp", &state(&shared(), &sample)), Ok(1));
    let own = SealedInputs::default();
    assert_eq!(open(&own, &sample, "mcp", &state(&own, &sample)), Ok(1));
}

#[test]
fn every_changed_letter_of_a_state_is_noticed() {
    let (inputs, sample) = (SealedInputs::default(), Sample::new("clear"));
    let state = state(&inputs, &sample);
    for index in 0..state.len() {
        let mut changed = state.clone().into_bytes();
        changed[index] = if changed[index] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(changed).unwrap();
        assert_eq!(open(&inputs, &sample, "mcp", &changed), Err(InputStateFault::Invalid), "letter {index}");
    }
    for changed in ["", "-TAMPERED", &state[1..], &state[..state.len() - 1], &format!("{state}=")] {
        assert_eq!(open(&inputs, &sample, "mcp", changed), Err(InputStateFault::Invalid));
    }
}

#[test]
fn a_question_is_told_by_everything_that_a_person_sees() {
    let digest = |request: InputRequest| request.digest();
    let other = [
        InputRequest::form("sure", "Delete 4 notes?").with_field(Field::boolean("delete")),
        InputRequest::form("other", "Delete 3 notes?").with_field(Field::boolean("delete")),
        InputRequest::form("sure", "Delete 3 notes?").with_field(Field::boolean("delete").optional()),
        InputRequest::form("sure", "Delete 3 notes?").with_field(Field::boolean("delete").with_title("Keep")),
        InputRequest::form("sure", "Delete 3 notes?"),
        InputRequest::url("sure", "Delete 3 notes?", "https://example.com"),
        InputRequest::sampling("sure", "Delete 3 notes?", 10),
    ];
    for request in other {
        assert_ne!(digest(request.clone()), digest(sure()), "{request:?}");
    }
    let form =
        |names: [&str; 2]| names.into_iter().fold(sure(), |form, name| form.with_field(Field::text(name)));
    assert_ne!(digest(form(["a", "b"])), digest(form(["b", "a"])), "the order is what was seen");
    assert_eq!(digest(sure().or_argument("confirm")), digest(sure()), "the person does not see the argument");
}

#[test]
fn debug_shows_no_key_no_question_and_no_answer() {
    let (inputs, sample) = (sealed(&Arc::default()), Sample::new("clear"));
    let required = InputRequired { requests: vec![sure()], state: state(&inputs, &sample) };
    let answer = InputAnswer::accepted([("delete", "answer-secret")]);
    let shown = format!("{inputs:?} {required:?} {answer:?} {:?}", Inputs::default());
    assert!(shown.contains("sure"), "{shown}");
    for secret in ["7, 7, 7", "3 notes", "answer-secret", &required.state] {
        assert!(!shown.contains(secret), "{shown}");
    }
}

#[test]
fn a_choice_of_nothing_is_not_asked() {
    let nobody = || std::iter::empty::<(&str, &str)>();
    for (field, kind) in [
        (Field::choice("street", [""; 0]), "choice"),
        (Field::choices("street", [""; 0]).optional(), "choices"),
        (Field::titled_choice("street", nobody()), "titled choice"),
        (Field::titled_choices("street", nobody()), "titled choices"),
    ] {
        let fault = field.fault();
        let fault = fault.as_deref();
        assert_eq!(
            fault,
            Some("its field `street` is a choice of nothing; ask only where there is something to choose"),
            "{kind}"
        );
    }
    assert_eq!(Field::choice("street", ["Elm"]).fault(), None);
    assert_eq!(Field::titled_choices("street", [("e", "Elm")]).fault(), None);
}
