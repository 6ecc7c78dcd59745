//! Limits at the door: who is asked, what a refusal says, and what gives a use back. How quotas count is tested beside them.

use std::{
    collections::HashMap,
    num::NonZeroUsize,
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::json;
use tool_core::{
    Allow, Answer, Approval, ApprovalDecision, BoxError, Caller, Concurrency, Control, Effect, EffectiveCall,
    Exposure, Invoker, InvokerBuilder, LimitError, Limits, Quotas, Rate, Reservation, Surface, Usage,
    testing::TestSurface,
};

use crate::support::{Fixture, Projects, first_party, one_word, outside, registry};

/// So many uses for each caller, and what was asked.
#[derive(Default)]
struct Counted {
    budget: usize,
    asked: Mutex<Vec<String>>,
    used: Arc<Mutex<HashMap<String, usize>>>,
}

impl Counted {
    fn of(budget: usize) -> Arc<Self> {
        Arc::new(Self { budget, ..Self::default() })
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    fn used(&self, caller: &str) -> usize {
        self.used.lock().unwrap().get(caller).copied().unwrap_or_default()
    }
}

#[tool_core::async_trait]
impl Limits for Counted {
    async fn reserve(&self, caller: &Caller, usage: &Usage<'_>) -> Result<Reservation, LimitError> {
        self.asked.lock().unwrap().push(format!("{} {} {:?}", caller.id(), usage.name(), usage.effect()));
        let mut all = self.used.lock().unwrap();
        let used = all.entry(caller.id().to_owned()).or_default();
        if *used == self.budget {
            return Err(LimitError::Exceeded { retry_after: Duration::from_millis(2_001) });
        }
        *used += 1;
        let (all, caller) = (Arc::clone(&self.used), caller.id().to_owned());
        Ok(Reservation::refundable(move || *all.lock().unwrap().get_mut(&caller).unwrap() -= 1))
    }
}

fn read(name: &str) -> Fixture {
    Fixture::new(name).host(|host| host.with_effect(Effect::ReadOnly))
}

fn limited(limits: impl Limits, tools: impl IntoIterator<Item = Fixture>) -> InvokerBuilder {
    Invoker::builder(registry(tools)).limits(limits).ownership(Projects)
}

fn surface(limits: impl Limits, tools: impl IntoIterator<Item = Fixture>) -> Surface {
    outside(&limited(limits, tools).build().unwrap())
}

fn daily(reads: u32, writes: u32) -> Quotas {
    Quotas::builder().reads(Rate::per_day(reads)).writes(Rate::per_day(writes)).build().unwrap()
}

#[tokio::test]
async fn a_caller_at_its_limit_reads_when_to_come_back_in_whole_seconds() {
    let surface = TestSurface::new(&surface(Counted::of(0), [Fixture::new("work")]));
    let answer = surface.call("work", json!({})).await;
    assert_eq!(answer.code().as_deref(), Some("limit-exceeded"));
    assert_eq!(answer.text(), "limit-exceeded: your limit is used up; try again in 3 seconds");
    assert_eq!(answer.reply().retry_after, Some(Duration::from_millis(2_001)));
}

#[tokio::test]
async fn reads_at_the_limit_leave_writes_and_other_callers_alone() {
    let work = Fixture::new("work");
    let runs = work.runs();
    let surface = surface(daily(1, 2), [read("look"), work]);
    let (alice, bob) =
        (TestSurface::new(&surface).as_caller("alice"), TestSurface::new(&surface).as_caller("bob"));
    assert_eq!(alice.call("look", json!({})).await.text(), "ran");
    assert_eq!(alice.call("look", json!({})).await.code().as_deref(), Some("limit-exceeded"));
    for _ in 0..2 {
        assert_eq!(alice.call("work", json!({})).await.text(), "ran");
    }
    let refused = alice.call("work", json!({})).await;
    assert_eq!(refused.code().as_deref(), Some("limit-exceeded"));
    // The next of two a day is due in half a day; a moment of it is over.
    let wait = refused.reply().retry_after.unwrap().as_secs_f64();
    assert!((43_000.0..=43_200.0).contains(&wait), "{wait}");
    assert_eq!(runs.count(), 2, "what is refused does not run");
    assert_eq!(bob.call("look", json!({})).await.text(), "ran");
}

#[tokio::test]
async fn another_surface_connection_or_clone_has_no_fresh_budget() {
    let limits = Arc::new(daily(1, 1));
    let make = || limited(Arc::clone(&limits), [read("look")]).build().unwrap();
    let invoker = make();
    let first = outside(&invoker);
    let second = Surface::outside("other", &invoker, Allow::exposed()).build().unwrap();
    let assistant = first_party(&invoker);
    let another_door = outside(&make());
    let used_up = TestSurface::new(&first).as_caller("alice").call("look", json!({})).await;
    assert_eq!(used_up.text(), "ran");
    for surface in [first.clone(), first, second, assistant, another_door] {
        // A caller of the same id, whatever else its credential says.
        let alice = Caller::new("alice").with_scopes(["fresh"]).with("another session");
        let answer = TestSurface::new(&surface).with_caller(alice).call("look", json!({})).await;
        assert_eq!(answer.code().as_deref(), Some("limit-exceeded"), "{}", surface.name());
    }
}

#[tokio::test]
async fn limits_are_asked_only_about_calls_that_could_run() {
    let limits = Counted::of(100);
    let tools = [
        read("look").input(one_word()),
        Fixture::new("add").host(|host| host.with_effect(Effect::Additive).with_target("project")),
        Fixture::new("inside").host(|host| host.with_exposure(Exposure::Internal)),
    ];
    let surface = TestSurface::new(&surface(Arc::clone(&limits), tools)).as_caller("alice");
    for (name, arguments, code) in [
        ("no_such_tool", json!({}), "unknown-tool"),
        ("inside", json!({}), "unknown-tool"),
        ("look", json!({}), "invalid-arguments"),
        ("look", json!({ "word": 1 }), "invalid-arguments"),
        ("add", json!({ "project_id": "p-bob" }), "not-found"),
        ("add", json!({ "project_id": "p-none" }), "not-found"),
    ] {
        assert_eq!(surface.call(name, arguments).await.code().as_deref(), Some(code), "{name}");
    }
    assert_eq!(limits.asked(), [""; 0]);

    surface.call("look", json!({ "word": "a" })).await;
    surface.call("add", json!({ "project_id": "p-alice" })).await;
    assert_eq!(limits.asked(), ["alice look ReadOnly", "alice add Additive"]);
    assert_eq!(limits.used("alice"), 2, "what runs is used");
}

#[tokio::test]
async fn control_runs_at_the_limit() {
    let limits = Counted::of(0);
    let tools = [
        Fixture::new("stop").host(|host| host.with_control(Control::Acts)),
        Fixture::new("wait").host(|host| host.with_control(Control::Waits)),
        Fixture::new("start"),
    ];
    let surface = TestSurface::new(&surface(Arc::clone(&limits), tools));
    assert_eq!(surface.call("start", json!({})).await.code().as_deref(), Some("limit-exceeded"));
    assert_eq!(surface.call("stop", json!({})).await.text(), "ran");
    assert_eq!(surface.call("wait", json!({})).await.text(), "ran");
    assert_eq!(limits.asked(), ["test start Destructive"]);
}

/// Decides by name.
struct ByName;

#[tool_core::async_trait]
impl Approval for ByName {
    async fn decide(&self, call: &EffectiveCall<'_>) -> Result<ApprovalDecision, BoxError> {
        Ok(match call.tool().name().as_str() {
            "denied" => ApprovalDecision::Denied { reason: "nobody may".into() },
            "needed" => ApprovalDecision::Needed { reason: "somebody must".into(), request: None },
            "undecided" => return Err("the approvals at db.internal are gone".into()),
            _ => ApprovalDecision::NotNeeded,
        })
    }
}

#[tokio::test]
async fn a_call_that_is_not_approved_gives_its_use_back() {
    let limits = Counted::of(1);
    let tools = ["denied", "needed", "undecided", "fine"].map(Fixture::new);
    let invoker = limited(Arc::clone(&limits), tools).approval(ByName).build().unwrap();
    let surface = TestSurface::new(&outside(&invoker)).as_caller("alice");
    for (name, code) in
        [("denied", "approval-denied"), ("needed", "approval-required"), ("undecided", "failure")]
    {
        assert_eq!(surface.call(name, json!({})).await.code().as_deref(), Some(code));
        assert_eq!(limits.used("alice"), 0, "{name}");
    }
    assert_eq!(surface.call("fine", json!({})).await.text(), "ran");
    assert_eq!(surface.call("fine", json!({})).await.code().as_deref(), Some("limit-exceeded"));
}

#[tokio::test]
async fn quotas_take_back_what_a_refusal_gives_back() {
    let tools = ["denied", "fine"].map(Fixture::new);
    let invoker = limited(daily(1, 1), tools).approval(ByName).build().unwrap();
    let surface = TestSurface::new(&outside(&invoker));
    for _ in 0..3 {
        assert_eq!(surface.call("denied", json!({})).await.code().as_deref(), Some("approval-denied"));
    }
    assert_eq!(surface.call("fine", json!({})).await.text(), "ran");
    assert_eq!(surface.call("fine", json!({})).await.code().as_deref(), Some("limit-exceeded"));
}

#[tokio::test]
async fn a_full_room_and_a_caller_that_leaves_give_the_use_back() {
    let limits = Counted::of(10);
    let (begun, mut seen) = tokio::sync::mpsc::unbounded_channel();
    let end = Arc::new(tokio::sync::Notify::new());
    let ended = Arc::clone(&end);
    let work = Fixture::new("work").body(move |_| {
        let (begun, ended) = (begun.clone(), Arc::clone(&ended));
        async move {
            begun.send(()).unwrap();
            ended.notified().await;
            Ok(tool_core::ToolOutput::text("ended"))
        }
    });
    let one = Concurrency::default().with_running(NonZeroUsize::MIN).with_waiting(1);
    let invoker = limited(Arc::clone(&limits), [work]).concurrency(one).build().unwrap();
    let surface = outside(&invoker);
    let call = |caller: &str| {
        let (surface, request) = (surface.clone(), surface.request(Caller::new(caller), "work", None));
        async move { surface.call(request).await }
    };

    let running = tokio::spawn(call("alice"));
    seen.recv().await.unwrap();
    // It is polled once, and is then in line.
    let mut waiting = Box::pin(call("bob"));
    assert!(
        std::future::poll_fn(|context| std::task::Poll::Ready(waiting.as_mut().poll(context).is_pending()))
            .await
    );
    assert_eq!((limits.used("alice"), limits.used("bob")), (1, 1));

    let turned_away = TestSurface::new(&surface).as_caller("carol").call("work", json!({})).await;
    assert_eq!(turned_away.code().as_deref(), Some("busy"));
    assert_eq!(limits.used("carol"), 0);
    drop(waiting);
    assert_eq!(limits.used("bob"), 0);

    end.notify_one();
    assert!(matches!(running.await.unwrap(), Answer::Reply(reply) if reply.text() == "ended"));
    assert_eq!(limits.used("alice"), 1);
}

/// Cannot tell: by an error, or by a panic.
struct Broken {
    panics: bool,
}

#[tool_core::async_trait]
impl Limits for Broken {
    async fn reserve(&self, _: &Caller, _: &Usage<'_>) -> Result<Reservation, LimitError> {
        assert!(!self.panics, "the counters at db.internal are gone");
        Err(LimitError::Undetermined("the counters at db.internal are gone".into()))
    }
}

#[tokio::test]
async fn limits_that_cannot_tell_refuse_without_saying_why() {
    for panics in [false, true] {
        let work = Fixture::new("work");
        let runs = work.runs();
        let surface = TestSurface::new(&surface(Broken { panics }, [work]));
        let answer = surface.call("work", json!({})).await;
        let Answer::Failure(failure) = answer.answer() else { panic!("{answer:?}") };
        assert!(!format!("{failure:?}").contains("db.internal"), "{failure:?}");
        assert!(!failure.correlation().is_empty());
        assert_eq!(runs.count(), 0);
    }
}

#[test]
fn what_is_wrong_with_quotas_is_said_all_at_once() {
    let faults = |builder: tool_core::QuotasBuilder| builder.build().unwrap_err().to_string();
    assert_eq!(
        faults(Quotas::builder()),
        "2 faults\n\
         - nothing says how many reads a caller may make; call Quotas::builder().reads(Rate::per_minute(..)), or .reads(Rate::unlimited()) when that is meant\n\
         - nothing says how many writes a caller may make; call Quotas::builder().writes(Rate::per_minute(..)), or .writes(Rate::unlimited()) when that is meant"
    );
    let some = Rate::per_minute(10);
    assert_eq!(
        faults(
            Quotas::builder()
                .reads(Rate::per_minute(0))
                .writes(some.with_burst(0))
                .class("a", Rate::unlimited().with_burst(3), ["one", "billing::*"])
                .class("b", Rate::per_day(1).with_burst(u32::MAX), ["one", "billing::pay", "billing::old::*"])
                .class("c", some, ["*"])
                .class("a", some, [""; 0])
        ),
        "10 faults\n\
         - the rate of `reads` lets nothing through; write 1 or more, or leave the tools out of the surface\n\
         - the rate of `writes` has a burst of 0, which lets nothing through; write 1 or more\n\
         - the rate of `a` is unlimited and has a burst; leave out `with_burst`\n\
         - the class `b` has the pattern `one`, which `one` of the class `a` takes away; leave out one of the two\n\
         - the class `b` has the pattern `billing::pay`, which `billing::*` of the class `a` takes away; leave out one of the two\n\
         - the class `b` has the pattern `billing::old::*`, which `billing::*` of the class `a` takes away; leave out one of the two\n\
         - the rate of `b` would need centuries to be full again; write a smaller burst\n\
         - the class `c` has the pattern \"*\", which is no tool and no namespace: it may contain only a-z, A-Z, 0-9, _ and - between `::`; found '*'\n\
         - the class `a` is there twice; rename one of the two, or write their patterns into one\n\
         - the class `a` has no patterns; write names of tools, or namespaces as in `billing::*`"
    );
}

#[test]
fn a_narrower_class_can_stand_before_a_wider_one() {
    let one = Rate::per_minute(1);
    let builder = Quotas::builder().reads(one).writes(one);
    builder.class("payments", one, ["billing::pay"]).class("billing", one, ["billing::*"]).build().unwrap();
}
