//! Arguments that are made from the schemas tell a tool that takes what it advertises from one that does not.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use serde_json::{Value, json};
use tool_core::{
    Allow, ArgumentFaults, BoxError, Caller, Effect, Fault, Invoker, Ownership, Surface, Target, ToolError,
    ToolOutput,
    parity::{Fuzz, assert_arguments},
};

use super::mixed;
use crate::support::{Fixture, Runs, invoker, one_word, outside, project_id, registry};

fn alice() -> Caller {
    Caller::new("alice")
}

/// Returns what the assertion says of a surface, without the line that names it.
async fn found(surface: Surface, fuzz: Fuzz) -> String {
    let checked = tokio::spawn(async move { assert_arguments(&surface, &alice(), fuzz).await }).await;
    let message = *checked.unwrap_err().into_panic().downcast::<String>().unwrap();
    let first = "surface `outside` does not take exactly the arguments that it advertises:\n- ";
    message.strip_prefix(first).unwrap().to_owned()
}

/// A schema of one bounded number.
fn one_number() -> Value {
    json!({
        "type": "object",
        "properties": {
            "n": { "type": "integer", "minimum": 1, "maximum": 9, "description": "A number." }
        },
        "required": ["n"],
        "additionalProperties": false
    })
}

fn reading(name: &str) -> Fixture {
    Fixture::new(name).host(|host| host.with_effect(Effect::ReadOnly))
}

/// Owns nothing, and counts how often it is asked.
struct Asked(Arc<AtomicUsize>);

#[tool_core::async_trait]
impl Ownership for Asked {
    async fn resolve(&self, _: &Caller, _: &Target) -> Result<Option<Target>, BoxError> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Ok(None)
    }
}

#[tokio::test]
async fn unless_it_is_said_no_tool_runs_and_no_owner_is_asked() {
    let mut tools = mixed();
    tools.push(reading("reads").input(one_number()));
    let runs: Vec<_> = tools.iter().map(Fixture::runs).collect();
    let asked = Arc::<AtomicUsize>::default();
    let invoker = Invoker::builder(registry(tools)).unlimited().ownership(Asked(Arc::clone(&asked)));
    let invoker = invoker.build().unwrap();
    let surface = Surface::outside("outside", &invoker, Allow::exposed()).target_argument(project_id());
    // A surface that repairs takes more than it advertises, and nothing of what the assertion sends.
    let repairing = Surface::outside("outside", &invoker, Allow::exposed()).target_argument(project_id());
    for surface in [surface, repairing.repair_arguments()] {
        assert_arguments(&surface.build().unwrap(), &alice(), Fuzz::new()).await;
    }
    assert!(runs.iter().all(|runs| runs.count() == 0));
    assert_eq!(asked.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn the_tools_that_run_are_those_that_were_asked_for_once_for_each_of_the_cases() {
    let tools = || [reading("reads").input(one_number()), Fixture::new("writes").input(one_word())];
    for (fuzz, expected) in [
        (Fuzz::new().with_cases(20).running_read_only(), [20, 0]),
        (Fuzz::new().with_cases(20).running_everything(), [20, 20]),
    ] {
        let tools = tools();
        let runs = tools.each_ref().map(Fixture::runs);
        assert_arguments(&outside(&invoker(tools)), &alice(), fuzz).await;
        assert_eq!(runs.each_ref().map(Runs::count), expected);
    }
}

#[tokio::test]
async fn a_type_that_refuses_what_is_advertised_is_found() {
    let picky = reading("picky").input(one_number()).body(|seen| async move {
        // The schema says 1 to 9.
        if seen.arguments["n"] == 9 {
            let fault = Fault::new("/n", "an integer from 1 to 8", "an integer out of range");
            return Err(ToolError::invalid_arguments(ArgumentFaults::from_faults(vec![fault])));
        }
        Ok(ToolOutput::empty())
    });
    let surface = outside(&invoker([picky]));
    assert_arguments(&surface, &alice(), Fuzz::new()).await;
    let found = found(surface, Fuzz::new().running_read_only()).await;
    let (what, shown) = found.split_once("\n    seed ").unwrap();
    assert_eq!(
        what,
        "`picky` advertises arguments that its types refuse: /n: expected an integer from 1 to 8, found an integer out \
         of range"
    );
    assert!(shown.ends_with(r#": {"n":9}"#), "{shown}");
}

#[tokio::test]
async fn a_defect_and_a_result_that_does_not_fit_are_found() {
    let broken = reading("broken").body(|_| async { Err(ToolError::internal("no such table")) });
    let counts = json!({ "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"] });
    let unfit = reading("unfit").output(counts).body(|_| async { Ok(ToolOutput::json(json!({ "n": "7" }))) });
    // What a tool says in words of its own is no defect.
    let refusing =
        reading("refusing").body(|_| async { Err(ToolError::new("no-such-note", "there is none")) });
    let found = found(outside(&invoker([broken, unfit, refusing])), Fuzz::new().running_read_only()).await;
    assert_eq!(
        found,
        "`broken` failed with an internal error: no such table\n    seed 1: {}\n\
         - `unfit` returned what its output schema does not promise; correct the schema, or return what it says:\n\
         /n: expected an integer, found a string\n    seed 1: {}"
    );
}

#[tokio::test]
async fn a_tool_that_never_ran_is_not_passed_over() {
    let about = || reading("about").host(|host| host.with_target("project"));
    let surface = outside(&invoker([about()]));
    let found = found(surface, Fuzz::new().with_cases(5).running_read_only()).await;
    assert_eq!(
        found,
        "`about` never ran: it answered `not-found` 5 times; make room for its calls, or name a target that the caller \
         owns with `Fuzz::with_target`, on a surface with tools of one kind of target"
    );

    let tool = about();
    let runs = tool.runs();
    let fuzz = Fuzz::new().with_cases(5).running_read_only().with_target("p-alice");
    assert_arguments(&outside(&invoker([tool])), &alice(), fuzz).await;
    assert_eq!(runs.count(), 5);
}

#[tokio::test]
async fn a_tool_for_which_nothing_can_be_made_needs_an_example() {
    let odd = Fixture::new("odd").verbatim(json!({
        "type": "object",
        "properties": { "code": { "type": "string", "allOf": [{ "minLength": 30 }, { "pattern": "^7" }] } },
        "required": ["code"]
    }));
    let surface = || outside(&invoker([odd.clone()]));
    assert_eq!(
        found(surface(), Fuzz::new()).await,
        "`odd` was not tried: of 64 arguments that were made from its schema none fits; give some with \
         `Fuzz::with_example`"
    );
    let code = "7".repeat(30);
    let fuzz = Fuzz::new().with_example("odd", json!({ "code": code }));
    assert_arguments(&surface(), &alice(), fuzz).await;

    let fuzz = Fuzz::new().with_example("odd", json!({ "code": "7" })).with_example("even", json!({}));
    let found = found(surface(), fuzz).await;
    let expected = "`even` has an example, and is not listed\n- `odd` refuses arguments that it advertises: ";
    assert!(found.starts_with(expected), "{found}");
    assert!(found.ends_with("\n    example 1: {\"code\":\"7\"}"), "{found}");
}

#[tokio::test]
async fn the_same_seed_makes_the_same_arguments() {
    let sent = |seed: u64| async move {
        let seen = Arc::<std::sync::Mutex<Vec<Value>>>::default();
        let kept = Arc::clone(&seen);
        let tool = reading("reads").input(one_number()).body(move |call| {
            kept.lock().unwrap().push(call.arguments);
            async { Ok(ToolOutput::empty()) }
        });
        let fuzz = Fuzz::new().with_seed(seed).running_read_only();
        assert_arguments(&outside(&invoker([tool])), &alice(), fuzz).await;
        let seen = seen.lock().unwrap();
        seen.clone()
    };
    assert_eq!(sent(7).await, sent(7).await);
    assert_ne!(sent(7).await, sent(8).await);
}
