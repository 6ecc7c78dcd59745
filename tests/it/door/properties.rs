//! What holds for every tool, caller, policy and call, however they are combined.

use std::{
    num::NonZeroUsize,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use proptest::prelude::*;
use serde_json::json;
use tool_core::{
    Allow, Approval, ApprovalDecision, Available, BoxError, Caller, Concurrency, Control, Effect,
    EffectiveCall, Exposure, Headless, Invoker, LimitError, Limits, Measured, Metrics, Origin, OutcomeClass,
    Registered, Reservation, Step, Surface, ToolError, ToolOutput, Usage,
};

use super::recorder::Recorder;
use crate::support::{Fixture, Projects, one_word, project_id, registry};

/// What a tool does when it runs.
#[derive(Clone, Copy, Debug)]
enum Body {
    Fails,
    Panics,
    Returns,
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact that a tool has or has not")]
struct Facts {
    exposure: Exposure,
    headless: bool,
    scoped: bool,
    target: bool,
    control: Control,
    effect: Effect,
    available: u8,
    disabled: bool,
    approval: u8,
    body: Body,
}

#[derive(Clone, Debug)]
struct Call {
    /// One more than there are tools: the last one does not exist.
    tool: usize,
    caller: usize,
    arguments: u8,
    target: u8,
}

fn facts() -> impl Strategy<Value = Facts> {
    let exposure =
        prop_oneof![3 => Just(Exposure::Both), 1 => Just(Exposure::External), 1 => Just(Exposure::Internal)];
    let control = prop_oneof![4 => Just(Control::No), 1 => Just(Control::Acts), 1 => Just(Control::Waits)];
    let effect = prop_oneof![Just(Effect::ReadOnly), Just(Effect::Additive), Just(Effect::Destructive)];
    let body = prop_oneof![3 => Just(Body::Returns), 1 => Just(Body::Fails), 1 => Just(Body::Panics)];
    let mostly = |one_in: u32| prop_oneof![one_in => Just(true), 1 => Just(false)];
    (
        exposure,
        mostly(5),
        mostly(5).prop_map(|unscoped| !unscoped),
        any::<bool>(),
        control,
        effect,
        0_u8..8,
        mostly(6).prop_map(|enabled| !enabled),
        0_u8..8,
        body,
    )
        .prop_map(
            |(exposure, headless, scoped, target, control, effect, available, disabled, approval, body)| {
                Facts {
                    exposure,
                    headless,
                    scoped,
                    target,
                    control,
                    effect,
                    available,
                    disabled,
                    approval,
                    body,
                }
            },
        )
}

fn calls() -> impl Strategy<Value = Vec<Call>> {
    let call = (0_usize..5, 0_usize..3, 0_u8..6, 0_u8..5)
        .prop_map(|(tool, caller, arguments, target)| Call { tool, caller, arguments, target });
    proptest::collection::vec(call, 1..12)
}

fn fixture(index: usize, facts: &Facts) -> Fixture {
    let (name, facts) = (format!("tool_{index}"), facts.clone());
    let body = facts.body;
    Fixture::new(&name)
        .input(one_word())
        .host(|host| {
            let host = host
                .with_exposure(facts.exposure)
                .with_control(facts.control)
                .with_effect(facts.effect)
                .with_scopes(facts.scoped.then_some("admin"));
            let host = if facts.target { host.with_target("project") } else { host };
            if facts.headless {
                host
            } else {
                host.with_headless(Headless::Never("it is about a screen".into()))
            }
        })
        .body(move |_| async move {
            match body {
                Body::Fails => Err(ToolError::new("told", "so")),
                Body::Panics => panic!("as asked"),
                Body::Returns => Ok(ToolOutput::text("ran")),
            }
        })
}

/// Everything a caller has left, and who was asked about what.
#[derive(Clone, Default)]
struct Budget {
    left: Arc<Mutex<std::collections::HashMap<String, usize>>>,
    asked: Arc<Mutex<Vec<String>>>,
}

#[tool_core::async_trait]
impl Limits for Budget {
    async fn reserve(&self, caller: &Caller, usage: &Usage<'_>) -> Result<Reservation, LimitError> {
        self.asked.lock().unwrap().push(usage.name().to_owned());
        let mut all = self.left.lock().unwrap();
        let left = all.entry(caller.id().to_owned()).or_insert(3);
        if *left == 0 {
            return Err(LimitError::Exceeded { retry_after: Duration::from_secs(1) });
        }
        *left -= 1;
        let (budget, id) = (Arc::clone(&self.left), caller.id().to_owned());
        Ok(Reservation::refundable(move || *budget.lock().unwrap().get_mut(&id).unwrap() += 1))
    }
}

struct Says(Vec<Facts>);

fn of(tool: &Registered) -> usize {
    tool.name().as_str().trim_start_matches("tool_").parse().unwrap()
}

#[tool_core::async_trait]
impl Approval for Says {
    async fn decide(&self, call: &EffectiveCall<'_>) -> Result<ApprovalDecision, BoxError> {
        Ok(match self.0[of(call.tool())].approval {
            0 => ApprovalDecision::Denied { reason: "no".into() },
            1 => ApprovalDecision::Needed { reason: "sure?".into(), request: None },
            2 => return Err("gone".into()),
            3 => panic!("as asked"),
            _ => ApprovalDecision::NotNeeded,
        })
    }
}

#[derive(Clone, Default)]
struct Counts(Arc<Mutex<Vec<(Step, OutcomeClass)>>>);

impl Metrics for Counts {
    fn call_ended(&self, measured: &Measured<'_>) {
        self.0.lock().unwrap().push((measured.step, measured.outcome));
    }
}

struct Stage {
    surface: Surface,
    audit: Recorder,
    counts: Counts,
    budget: Budget,
    runs: Vec<crate::support::Runs>,
}

fn stage(facts: &[Facts], origin: Origin) -> Stage {
    let tools: Vec<_> = facts.iter().enumerate().map(|(index, facts)| fixture(index, facts)).collect();
    let runs = tools.iter().map(Fixture::runs).collect();
    let registry = registry(tools);
    for (index, _) in facts.iter().enumerate().filter(|(_, facts)| facts.disabled) {
        registry.disable(&format!("tool_{index}"), "incident").unwrap();
    }
    let (audit, counts, budget) = (Recorder::default(), Counts::default(), Budget::default());
    let availability = facts.to_vec();
    let invoker = Invoker::builder(registry)
        .limits(budget.clone())
        .ownership(Projects)
        .approval(Says(facts.to_vec()))
        .availability(move |_: &Caller, tool: &Registered| match availability[of(tool)].available {
            0 => Ok(Available::Hidden),
            1 => Ok(Available::Unavailable("closed".into())),
            2 => Err("gone".into()),
            3 => panic!("as asked"),
            _ => Ok::<_, BoxError>(Available::Visible),
        })
        .concurrency(Concurrency::default().with_running(NonZeroUsize::new(2).unwrap()))
        .audit(audit.clone())
        .metrics(counts.clone())
        .build()
        .unwrap();
    let builder = match origin {
        Origin::FirstParty => Surface::first_party("own", &invoker, Allow::exposed()),
        Origin::Outside => Surface::outside("outside", &invoker, Allow::exposed()),
    };
    let surface = builder.target_argument(project_id()).build().unwrap();
    Stage { surface, audit, counts, budget, runs }
}

fn caller(index: usize) -> Caller {
    match index {
        0 => Caller::new("alice"),
        1 => Caller::new("bob"),
        _ => Caller::new("root").with_scopes(["admin"]),
    }
}

fn arguments(call: &Call) -> serde_json::Value {
    let mut arguments = match call.arguments {
        0 => json!({}),
        1 => json!({ "word": 7 }),
        _ => json!({ "word": "x" }),
    };
    let project = match call.target {
        0 => return arguments,
        1 => "p-broken".to_owned(),
        2 => "p-nobody".to_owned(),
        _ => format!("p-{}", caller(call.caller).id()),
    };
    arguments["project_id"] = project.into();
    arguments
}

async fn check(facts: Vec<Facts>, calls: Vec<Call>, origin: Origin) -> Result<(), TestCaseError> {
    let Stage { surface, audit, counts, budget, runs } = stage(&facts, origin);
    let before = AtomicUsize::new(0);
    for call in &calls {
        let caller = caller(call.caller);
        let name = format!("tool_{}", call.tool);
        let listed = surface.catalogue(&caller).tools.iter().any(|tool| tool.name == name);
        let total = || runs.iter().map(crate::support::Runs::count).sum::<usize>();
        before.store(total(), Ordering::SeqCst);
        let asked = budget.asked.lock().unwrap().len();
        // Tools take no `project_id` that have no target.
        let mut arguments = arguments(call);
        if facts.get(call.tool).is_none_or(|facts| !facts.target) {
            arguments.as_object_mut().unwrap().remove("project_id");
        }
        surface.call(surface.request(caller.clone(), name.clone(), Some(arguments))).await;

        let ran = total() - before.load(Ordering::SeqCst);
        let decision = audit.decisions().last().unwrap().clone();
        prop_assert!(ran <= 1);
        prop_assert_eq!(ran == 1, decision.step == Step::Run, "the record says {}", decision.step);
        let gate =
            [Step::Exists, Step::Exposed, Step::Headless, Step::Allowed, Step::Enabled, Step::Available];
        prop_assert_eq!(listed, !gate.contains(&decision.step), "listed is what passes the static gate");
        let Some(facts) = facts.get(call.tool) else {
            prop_assert_eq!(decision.step, Step::Exists);
            prop_assert_eq!(decision.tool, None);
            continue;
        };
        let wrong = match origin {
            Origin::Outside => Exposure::Internal,
            Origin::FirstParty => Exposure::External,
        };
        prop_assert!(facts.exposure != wrong || ran == 0, "it is not offered to this kind of caller");
        let was_asked = budget.asked.lock().unwrap().len() > asked;
        prop_assert!(!was_asked || decision.step >= Step::Limits, "limits are asked of what passed before");
        prop_assert!(facts.control == Control::No || !was_asked, "control is never limited");
        prop_assert!(facts.control == Control::No || decision.step != Step::Room, "control never waits");
    }
    let decisions = audit.decisions();
    prop_assert_eq!(decisions.len(), calls.len());
    prop_assert_eq!(audit.ends().len(), calls.len());
    for (decision, (step, outcome)) in decisions.iter().zip(counts.0.lock().unwrap().iter()) {
        let end = audit.end_of(decision.call);
        prop_assert_eq!(end.map(|end| end.outcome), Some(*outcome));
        prop_assert_eq!(decision.step, *step);
    }
    let used: usize = budget.left.lock().unwrap().values().map(|left| 3 - left).sum();
    let limited = decisions.iter().filter(|decision| {
        decision.step == Step::Run
            && decision.tool.as_ref().is_some_and(|tool| {
                facts[tool.trim_start_matches("tool_").parse::<usize>().unwrap()].control == Control::No
            })
    });
    prop_assert_eq!(used, limited.count(), "what did not run was given back");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_door_keeps_its_promises(
        facts in proptest::collection::vec(facts(), 4),
        calls in calls(),
        outside in any::<bool>(),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        let origin = if outside { Origin::Outside } else { Origin::FirstParty };
        runtime.block_on(check(facts, calls, origin))?;
    }
}
