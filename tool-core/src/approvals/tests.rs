//! What needs a clock or the inside of a seal. Everything else is tested through a surface.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use serde_json::{Map, Value, json};

use super::*;
use crate::{
    Control, Effect, HostMetadata, Registered, Registry, Target, Tool, ToolCall, ToolDefinition, ToolError,
    ToolOutput,
};

struct Named(&'static str, HostMetadata);

#[async_trait]
impl Tool for Named {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new(self.0, "A tool.")
    }

    fn host(&self) -> HostMetadata {
        self.1.clone()
    }

    async fn call(&self, _: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text("ran"))
    }
}

fn tool(host: HostMetadata) -> Registered {
    let registry = Registry::builder(()).register(Named("purge", host)).build().unwrap();
    registry.snapshot().iter().next().unwrap().clone()
}

/// A call of alice's.
struct Sample {
    caller: Caller,
    tool: Registered,
    target: Target,
    arguments: Map<String, Value>,
}

impl Sample {
    fn new() -> Self {
        let arguments = Map::from_iter([("word".to_owned(), json!("arguments-secret"))]);
        let target = Target::new("project", "p-7");
        Self { caller: Caller::new("alice"), tool: tool(HostMetadata::default()), target, arguments }
    }

    fn with<'a>(&'a self, ticket: Option<&'a str>) -> EffectiveCall<'a> {
        EffectiveCall {
            caller: &self.caller,
            tool: &self.tool,
            target: Some(&self.target),
            arguments: &self.arguments,
            ticket,
        }
    }
}

/// Approvals of which a test sets the time, in milliseconds.
fn approvals(now: &Arc<AtomicU64>) -> SealedApprovals {
    let now = Arc::clone(now);
    let clock = Clock::of(move || time_of(now.load(Ordering::SeqCst)));
    let approvals = SealedApprovals::new([7; 32], approve_destructive()).unwrap();
    SealedApprovals { spent: Box::new(InMemory::new(clock.clone())), clock, ..approvals }
}

async fn request(approvals: &SealedApprovals, call: &EffectiveCall<'_>) -> String {
    match approvals.decide(call).await.unwrap() {
        ApprovalDecision::Needed { request: Some(request), .. } => request,
        _ => panic!("it needs approval"),
    }
}

async fn is_approved(approvals: &SealedApprovals, call: &EffectiveCall<'_>) -> bool {
    match approvals.decide(call).await.unwrap() {
        ApprovalDecision::Approved(_given_back) => true,
        ApprovalDecision::Needed { .. } => false,
        _ => panic!("it needs approval"),
    }
}

#[tokio::test]
async fn a_request_and_its_ticket_are_good_until_the_same_moment() {
    let (now, sample, bob) = (Arc::new(AtomicU64::new(1_000)), Sample::new(), Caller::new("bob"));
    let approvals = approvals(&now).with_lifetime(Duration::from_secs(2));
    let request = request(&approvals, &sample.with(None)).await;
    now.store(2_000, Ordering::SeqCst);
    let ticket = approvals.approve(&request, &bob).unwrap();
    now.store(2_999, Ordering::SeqCst);
    assert_eq!(approvals.read(&request).unwrap().expires(), time_of(3_000));
    assert!(is_approved(&approvals, &sample.with(Some(&ticket))).await, "one millisecond is left");
    now.store(3_000, Ordering::SeqCst);
    assert_eq!(approvals.read(&request), Err(TicketError::Expired));
    assert_eq!(approvals.approve(&request, &bob), Err(TicketError::Expired));
    assert!(!is_approved(&approvals, &sample.with(Some(&ticket))).await);
}

#[tokio::test]
async fn five_minutes_are_the_default() {
    let (now, sample) = (Arc::new(AtomicU64::new(0)), Sample::new());
    let approvals = approvals(&now);
    let request = request(&approvals, &sample.with(None)).await;
    assert_eq!(approvals.read(&request).unwrap().expires(), time_of(300_000));
}

#[tokio::test]
async fn a_broken_clock_lets_nothing_run() {
    let (sample, broken) = (Sample::new(), Clock::of(|| std::time::UNIX_EPOCH - Duration::from_secs(1)));
    let approvals = SealedApprovals { clock: broken, ..approvals(&Arc::default()) };
    let request = request(&approvals, &sample.with(None)).await;
    assert_eq!(approvals.approve(&request, &Caller::new("bob")), Err(TicketError::Expired));
}

#[tokio::test]
async fn debug_shows_no_key_no_argument_and_no_ticket() {
    let sample = Sample::new();
    let approvals = approvals(&Arc::default());
    let request = request(&approvals, &sample.with(None)).await;
    let ticket = approvals.approve(&request, &Caller::new("bob")).unwrap();
    let shown = format!(
        "{approvals:?} {:?} {:?} {:?} {:?}",
        approvals.seal,
        approvals.clock,
        approvals.read(&request).unwrap(),
        sample.with(Some(&ticket))
    );
    assert!(shown.contains("SealedApprovals") && shown.contains("purge"), "{shown}");
    for secret in ["7, 7, 7", "arguments-secret", &ticket] {
        assert!(!shown.contains(secret), "{shown}");
    }
}

#[test]
fn destructive_is_what_changes_things_and_what_states_nothing_but_never_control() {
    let asks = |host: HostMetadata| {
        let sample = Sample { tool: tool(host), ..Sample::new() };
        approve_destructive().reason(&sample.with(None)).unwrap().is_some()
    };
    assert!(asks(HostMetadata::default()));
    assert!(asks(HostMetadata::default().with_effect(Effect::Destructive)));
    assert!(!asks(HostMetadata::default().with_effect(Effect::Additive)));
    assert!(!asks(HostMetadata::default().with_effect(Effect::ReadOnly)));
    assert!(!asks(HostMetadata::default().with_control(Control::Acts)), "nobody waits for a person to stop");
}

#[test]
fn a_key_that_is_too_short_is_refused() {
    let of = |bytes: usize| SealedApprovals::new(vec![1; bytes], approve_destructive()).map(drop);
    assert_eq!(of(31), Err(TicketError::KeyTooShort { bytes: 31 }));
    assert_eq!(of(32), Ok(()));
}
