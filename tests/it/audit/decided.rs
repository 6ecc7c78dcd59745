//! What admission stopped: every step leaves a decision that names it, and an end.

use std::time::Duration;

use serde_json::{Value, json};
use tool_core::{
    Approval, ApprovalDecision, AuditLog, AuditSink, Availability, Available, BoxError, Caller, Concurrency,
    Effect, EffectiveCall, Exposure, Headless, Invoker, JsonLines, LimitError, Limits, Registered,
    Reservation, Usage,
};

use super::{Audited, paired, path_in, records, surface};
use crate::support::{Fixture, Slow, one_word, registry};

struct NothingCostly;

#[tool_core::async_trait]
impl Limits for NothingCostly {
    async fn reserve(&self, _: &Caller, usage: &Usage<'_>) -> Result<Reservation, LimitError> {
        match usage.name() {
            "costly" => Err(LimitError::Exceeded { retry_after: Duration::from_mins(1) }),
            "uncounted" => Err(LimitError::Undetermined("the counters at db.internal are gone".into())),
            _ => Ok(Reservation::kept()),
        }
    }
}

struct NothingDelicate;

#[tool_core::async_trait]
impl Approval for NothingDelicate {
    async fn decide(&self, call: &EffectiveCall<'_>) -> Result<ApprovalDecision, BoxError> {
        Ok(match call.tool().name().as_str() {
            "delicate" => ApprovalDecision::Denied { reason: "not today".into() },
            "expensive" => ApprovalDecision::Needed { reason: "it costs".into(), request: None },
            _ => ApprovalDecision::NotNeeded,
        })
    }
}

struct OpenHours;

impl Availability for OpenHours {
    fn check(&self, _: &Caller, tool: &Registered) -> Result<Available, BoxError> {
        Ok(match tool.name().as_str() {
            "closed" => Available::Unavailable("closed until 8:00".into()),
            _ => Available::Visible,
        })
    }
}

fn tools() -> Vec<Fixture> {
    let plain = ["closed", "costly", "delicate", "elsewhere", "expensive", "off", "uncounted"];
    let mut tools: Vec<_> = plain.into_iter().map(Fixture::new).collect();
    let about_a_project = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    tools.extend([
        Fixture::new("inside").host(|host| host.with_exposure(Exposure::Internal)),
        Fixture::new("in_chat").host(|host| host.with_headless(Headless::Never("there is no chat".into()))),
        Fixture::new("project").host(|host| host.with_target("project")).input(about_a_project),
        Fixture::new("word").input(one_word()),
        Fixture::new("scoped").host(|host| host.with_scopes(["billing"])),
    ]);
    tools
}

#[tokio::test]
async fn every_step_that_stops_a_call_is_named_and_the_call_has_an_end() {
    let audited = Audited::with(tools(), |builder| {
        builder.limits(NothingCostly).approval(NothingDelicate).availability(OpenHours)
    });
    audited.surface.invoker().registry().disable("off", "incident 42").unwrap();
    let cases = [
        ("no_such_tool", json!({}), "exists", "refused", "unknown-tool"),
        ("inside", json!({}), "exposed", "refused", "unknown-tool"),
        ("in_chat", json!({}), "headless", "refused", "unknown-tool"),
        ("elsewhere", json!({}), "allowed", "refused", "unknown-tool"),
        ("scoped", json!({}), "allowed", "refused", "unknown-tool"),
        ("off", json!({}), "enabled", "refused", "unavailable"),
        ("closed", json!({}), "available", "refused", "unavailable"),
        ("project", json!({ "project_id": "p-bob" }), "owned", "refused", "not-found"),
        ("project", json!({ "project_id": "p-broken" }), "owned", "undecided", "internal"),
        ("project", json!({ "project_id": "p-panics" }), "owned", "undecided", "internal"),
        ("word", json!({ "word": 7 }), "arguments", "refused", "invalid-arguments"),
        ("costly", json!({}), "limits", "refused", "limit-exceeded"),
        ("uncounted", json!({}), "limits", "undecided", "internal"),
        ("delicate", json!({}), "approval", "refused", "approval-denied"),
        ("expensive", json!({}), "approval", "refused", "approval-required"),
    ];
    for (tool, arguments, ..) in &cases {
        audited.call(tool, arguments.clone()).await;
    }
    let pairs = paired(&audited.records().await);
    assert_eq!(pairs.len(), cases.len());
    for ((tool, _, step, outcome, code), (decision, end)) in cases.iter().zip(&pairs) {
        let known = if *tool == "no_such_tool" { Value::Null } else { json!(tool) };
        assert_eq!(decision["tool"], known);
        assert_eq!((&decision["step"], &decision["code"]), (&json!(step), &json!(code)), "{tool}");
        assert_eq!((&end["outcome"], &end["code"]), (&json!(outcome), &json!(code)), "{tool}");
        assert_eq!(decision["durable"], json!(false), "nothing runs, so nothing waits for the disk");
        assert_eq!(decision.get("arguments"), None, "what was not checked is not digested");
        assert_eq!((&decision["caller"], &decision["surface"]), (&json!("alice"), &json!("outside")));
        assert!(decision["time_ms"].as_u64().unwrap() > 1_700_000_000_000, "{decision}");
    }
}

#[tokio::test]
async fn the_name_of_a_tool_that_does_not_exist_is_not_kept() {
    let audited = Audited::new([Fixture::new("plain")]);
    audited.call("ghp_secretToken", json!({ "ghp_otherSecret": "ghp_thirdSecret" })).await;
    let text = format!("{:?}", audited.records().await);
    assert!(text.contains("unknown-tool") && !text.contains("ghp_"), "{text}");
}

#[tokio::test]
async fn a_call_that_finds_no_room_says_so() {
    let one = Concurrency::default().with_running(1.try_into().unwrap()).with_waiting(0);
    let slow = Slow::default();
    let audited = Audited::with([slow.tool(), Fixture::new("plain")], |builder| builder.concurrency(one));
    let first = audited.call("slow", json!({}));
    let second = async {
        slow.begun.notified().await;
        audited.call("plain", json!({})).await;
        slow.may_end.notify_one();
    };
    tokio::join!(first, second);
    let pairs = paired(&audited.records().await);
    assert_eq!((&pairs[0].0["step"], &pairs[0].1["outcome"]), (&json!("run"), &json!("completed")));
    assert_eq!((&pairs[1].0["step"], &pairs[1].1["code"]), (&json!("room"), &json!("busy")));
}

#[tokio::test]
async fn switching_a_tool_off_and_on_is_recorded() {
    let audited = Audited::new([Fixture::new("plain")]);
    let registry = audited.surface.invoker().registry();
    registry.disable("plain", "incident 42").unwrap();
    registry.enable("plain").unwrap();
    let records = audited.records().await;
    let switch = |at: usize| (&records[at]["record"], &records[at]["tool"], &records[at]["enabled"]);
    assert_eq!(switch(0), (&json!("switch"), &json!("plain"), &json!(false)));
    assert_eq!(records[0]["reason"], "incident 42");
    assert_eq!(switch(1), (&json!("switch"), &json!("plain"), &json!(true)));
    assert_eq!((records.len(), records[1].get("reason")), (2, None));
}

#[tokio::test]
async fn one_log_serves_two_invokers() {
    let directory = tempfile::tempdir().unwrap();
    let log = AuditLog::to(JsonLines::append(path_in(&directory)).unwrap()).start().unwrap();
    for name in ["first", "second"] {
        let tool = Fixture::new(name).host(|host| host.with_effect(Effect::ReadOnly));
        let invoker = Invoker::builder(registry([tool])).unlimited().audit(log.clone()).build().unwrap();
        let surface = surface(&invoker);
        surface.call(surface.request(Caller::new("alice"), name, None)).await;
    }
    log.flush().await;
    let pairs = paired(&records(&path_in(&directory)));
    assert_eq!((&pairs[0].0["tool"], &pairs[1].0["tool"]), (&json!("first"), &json!("second")));
}
