//! The host's own code, which fails where it can, and what it keeps.

use std::sync::{Arc, Mutex};

use http::{header, request::Parts};
use serde_json::{Map, Value, json};
use tool_core::{
    Approval, ApprovalDecision, AuditRecord, AuditSink, Available, BoxError, Caller, DecisionRecord,
    EffectiveCall, EndRecord, Invoker, LimitError, Limits, Measured, Metrics, Ownership, Registered,
    Reservation, Surface, SwitchRecord, Target, TraceContext, Usage,
};
use tool_mcp::{Authenticate, Authentication, Challenge, async_trait};

use super::{
    TOKEN,
    tools::{fixtures, panics_blocking_tool},
};
use crate::support::{outside, registering};

/// Every decision of the host's that can fail, and does for the one tool that is named after it.
struct Host;

#[tool_core::async_trait]
impl Ownership for Host {
    async fn resolve(&self, _: &Caller, target: &Target) -> Result<Option<Target>, BoxError> {
        assert_ne!(target.id(), "CANARY-panics", "CANARY-owner-panic");
        match target.id() {
            "CANARY-mine" => Ok(Some(target.clone().with("CANARY-attached"))),
            "CANARY-broken" => Err("CANARY-owner-error".into()),
            _ => Ok(None),
        }
    }
}

#[tool_core::async_trait]
impl Limits for Host {
    async fn reserve(&self, _: &Caller, usage: &Usage<'_>) -> Result<Reservation, LimitError> {
        match usage.name() {
            "limits_fail" => Err(LimitError::Undetermined("CANARY-limits".into())),
            _ => Ok(Reservation::refundable(|| panic!("CANARY-refund"))),
        }
    }
}

#[tool_core::async_trait]
impl Approval for Host {
    async fn decide(&self, call: &EffectiveCall<'_>) -> Result<ApprovalDecision, BoxError> {
        match call.tool().name().as_str() {
            "approval_fails" => Err("CANARY-approval-error".into()),
            "approval_needed" => Ok(ApprovalDecision::Needed {
                reason: "CANARY-approval-reason".into(),
                request: Some("CANARY-approval-request".into()),
            }),
            _ => Ok(ApprovalDecision::NotNeeded),
        }
    }
}

impl Metrics for Host {
    fn call_ended(&self, measured: &Measured<'_>) {
        assert_ne!(measured.tool, Some("fails"), "CANARY-metrics");
    }
}

fn availability(_: &Caller, tool: &Registered) -> Result<Available, BoxError> {
    assert_ne!(tool.name().as_str(), "availability_panics", "CANARY-availability-panic");
    match tool.name().as_str() {
        "availability_fails" => Err("CANARY-availability-error".into()),
        "unavailable" => Ok(Available::Unavailable("CANARY-reason".into())),
        _ => Ok(Available::Visible),
    }
}

/// Keeps the records as they are written; one tool's decision cannot be kept.
#[derive(Clone, Default)]
pub(super) struct Records(Arc<Mutex<Vec<String>>>);

impl Records {
    fn keep(&self, record: &AuditRecord) {
        self.0.lock().unwrap().push(format!("{} {record:?}", json!(record)));
    }

    pub(super) fn text(&self) -> String {
        self.0.lock().unwrap().join("\n")
    }
}

#[tool_core::async_trait]
impl AuditSink for Records {
    async fn decision(&self, record: DecisionRecord) -> Result<(), BoxError> {
        if record.tool.as_deref() == Some("unrecorded") {
            return Err("CANARY-sink".into());
        }
        self.keep(&AuditRecord::Decision(record));
        Ok(())
    }

    fn end(&self, record: EndRecord) {
        self.keep(&AuditRecord::End(record));
    }

    fn switched(&self, record: SwitchRecord) {
        self.keep(&AuditRecord::Switch(record));
    }
}

/// Knows one token; another makes it fail, and a third panic.
pub(super) struct Doorman;

#[async_trait]
impl Authenticate for Doorman {
    async fn authenticate(&self, head: &Parts) -> Result<Authentication, BoxError> {
        let given = head.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        match given.and_then(|value| value.strip_prefix("Bearer ")) {
            Some(TOKEN) => Ok(Caller::new("alice").with("CANARY-of-the-caller").into()),
            Some("CANARY-fails") => Err("CANARY-authenticator".into()),
            Some("CANARY-panics") => panic!("CANARY-authenticator-panic"),
            _ => Ok(Challenge::invalid("it is not known").into()),
        }
    }
}

pub(super) fn surface(records: impl AuditSink, details: bool) -> Surface {
    let registry = registering(fixtures()).tool(panics_blocking_tool()).build().unwrap();
    let invoker = Invoker::builder(registry)
        .limits(Host)
        .ownership(Host)
        .approval(Host)
        .availability(availability)
        .metrics(Host)
        .audit(records)
        .audit_redactor(|_: &Caller, tool: &Registered, _: Option<&Target>, _: &Map<String, Value>| {
            assert_ne!(tool.name().as_str(), "works", "CANARY-redactor");
            None
        })
        .trace_parent(|_, context: &TraceContext| {
            assert!(context.tracestate().is_none(), "CANARY-propagator");
        });
    outside(&if details { invoker.log_failure_details() } else { invoker }.build().unwrap())
}
