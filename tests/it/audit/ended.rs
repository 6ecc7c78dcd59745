//! How calls end: each way has its outcome, and each call one end, also when nobody waits for it.

use std::{pin::pin, time::Duration};

use serde_json::json;
use tokio_util::sync::CancellationToken;
use tool_core::{
    AuditLog, AuditSink, Caller, Effect, Exposure, HostMetadata, Invoker, JsonLines, Surface, Tool, ToolCall,
    ToolDefinition, ToolError, ToolOutput,
};

use super::{Audited, durable::once, paired, path_in, records, surface};
use crate::support::{Fixture, Slow, registering};

fn reads(host: HostMetadata) -> HostMetadata {
    host.with_effect(Effect::ReadOnly)
}

#[tokio::test]
async fn success_failure_and_panic_have_their_outcome_and_code() {
    let audited = Audited::new([
        Fixture::new("works"),
        Fixture::new("fails").body(|_| async { Err(ToolError::new("name-taken", "choose another name")) }),
        Fixture::new("breaks").body(|_| async { Err(ToolError::internal("postgres://user:pw@db failed")) }),
        Fixture::new("panics").body(|_| async { panic!("secret of the tool") }),
    ]);
    for tool in ["works", "fails", "breaks", "panics"] {
        audited.call(tool, json!({})).await;
    }
    let records = audited.records().await;
    let ends = paired(&records).into_iter().map(|(decision, end)| {
        assert_eq!((&decision["step"], &decision["durable"]), (&json!("run"), &json!(true)));
        assert!(end["duration_us"].is_u64() && end.get("late").is_none(), "{end}");
        (end["outcome"].clone(), end["code"].clone())
    });
    let expected = [
        (json!("completed"), json!(null)),
        (json!("failed"), json!("name-taken")),
        (json!("failed"), json!("internal")),
        (json!("failed"), json!("internal")),
    ];
    assert_eq!(ends.collect::<Vec<_>>(), expected);
    let text = format!("{records:?}");
    assert!(!text.contains("pw@db") && !text.contains("secret") && !text.contains("another name"), "{text}");
}

#[tokio::test]
async fn records_have_the_shape_that_is_documented() {
    let audited = Audited::new([Fixture::new("plain")]);
    audited.call("plain", json!({})).await;
    let (decision, end) = audited.only_call().await;
    let (call, digest) = (&decision["call"], &decision["arguments"]);
    assert_eq!(call.as_str().unwrap().len(), 16, "{decision}");
    assert_eq!(digest.as_str().unwrap().len(), "hmac-sha256:".len() + 64, "{decision}");
    let expected = json!({
        "record": "decision", "call": call, "time_ms": decision["time_ms"], "caller": "alice",
        "surface": "outside", "tool": "plain", "step": "run", "durable": true, "arguments": digest
    });
    assert_eq!(decision, expected);
    let expected = json!({
        "record": "end", "call": call, "time_ms": end["time_ms"], "outcome": "completed",
        "duration_us": end["duration_us"]
    });
    assert_eq!(end, expected);
}

#[tokio::test]
async fn a_read_that_is_cancelled_ends_as_cancelled() {
    let (slow, token) = (Slow::default(), CancellationToken::new());
    let audited = Audited::new([slow.tool().host(reads)]);
    let request =
        audited.surface.request(Caller::new("alice"), "slow", None).with_cancellation(token.clone());
    let cancels = async {
        slow.begun.notified().await;
        token.cancel();
    };
    tokio::join!(audited.surface.call(request), cancels);
    let (decision, end) = audited.only_call().await;
    assert_eq!((&decision["durable"], &end["outcome"]), (&json!(false), &json!("cancelled")));
}

#[tokio::test]
async fn a_request_that_is_cancelled_before_it_runs_ends_as_cancelled() {
    let token = CancellationToken::new();
    token.cancel();
    let audited = Audited::new([Fixture::new("plain")]);
    let request = audited.surface.request(Caller::new("alice"), "plain", None).with_cancellation(token);
    audited.surface.call(request).await;
    assert_eq!(audited.only_call().await.1["outcome"], "cancelled");
}

#[tokio::test(start_paused = true)]
async fn a_read_beyond_its_deadline_ends_as_failed() {
    let slow = Slow::default();
    let audited = Audited::new([slow.tool().host(|host| reads(host).with_timeout(Duration::from_secs(5)))]);
    audited.call("slow", json!({})).await;
    let (_, end) = audited.only_call().await;
    assert_eq!((&end["outcome"], &end["code"]), (&json!("failed"), &json!("timeout")));
}

#[tokio::test(start_paused = true)]
async fn a_write_that_outlives_its_deadline_has_no_end_until_it_ends_and_that_is_late() {
    let slow = Slow::default();
    let audited = Audited::new([slow.tool().host(|host| host.with_timeout(Duration::from_secs(5)))]);
    audited.call("slow", json!({})).await;
    let kinds =
        |records: &[serde_json::Value]| records.iter().map(|r| r["record"].clone()).collect::<Vec<_>>();
    assert_eq!(kinds(&audited.records().await), [json!("decision")]);
    slow.may_end.notify_one();
    audited.surface.invoker().shutdown(Duration::from_secs(5)).await;
    let (_, end) = audited.only_call().await;
    assert_eq!((&end["outcome"], &end["late"]), (&json!("completed"), &json!(true)));
}

#[tokio::test(start_paused = true)]
async fn a_write_that_is_stopped_by_force_ends_as_unknown() {
    let slow = Slow::default();
    let audited = Audited::new([slow.tool().host(|host| host.with_timeout(Duration::from_secs(5)))]);
    audited.call("slow", json!({})).await;
    audited.surface.invoker().shutdown(Duration::from_secs(1)).await;
    let (_, end) = audited.only_call().await;
    assert_eq!((&end["outcome"], &end["late"]), (&json!("unknown"), &json!(true)));
}

#[tokio::test]
async fn a_read_whose_caller_goes_away_ends_as_cancelled() {
    let slow = Slow::default();
    let audited = Audited::new([slow.tool().host(reads)]);
    let request = audited.surface.request(Caller::new("alice"), "slow", None);
    tokio::select! {
        biased;
        _ = audited.surface.call(request) => unreachable!("nothing lets it end"),
        () = slow.begun.notified() => {}
    }
    assert_eq!(audited.only_call().await.1["outcome"], "cancelled");
}

/// Takes a commit point, and never gets there.
struct Prepares;

#[tool_core::async_trait]
impl Tool for Prepares {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new("prepares", "Gets ready for ever.")
    }

    fn host(&self) -> HostMetadata {
        let host = HostMetadata::default().with_title("Prepares").with_exposure(Exposure::Both);
        host.with_timeout(Duration::from_secs(5))
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        let _commit = call.commit_point();
        std::future::pending().await
    }
}

/// Returns a surface with that tool, and with `outermost`, which calls `outer`, which calls one that does not exist.
fn special(directory: &tempfile::TempDir) -> (AuditLog, Surface) {
    let log = AuditLog::to(JsonLines::append(path_in(directory)).unwrap());
    let log = log.with_capacity(1.try_into().unwrap()).start().unwrap();
    let calling = |name: &str, other: &str| {
        let tool = Fixture::new(name).calls([(other, json!({}))]);
        tool.host(|host| host.with_timeout(Duration::from_secs(5)))
    };
    let tools = registering([calling("outer", "no_such_tool"), calling("outermost", "outer")]);
    let registry = tools.register(Prepares).build().unwrap();
    let invoker = Invoker::builder(registry).unlimited().audit(log.clone()).build().unwrap();
    (log, surface(&invoker))
}

#[tokio::test(start_paused = true)]
async fn a_write_that_is_late_before_its_commit_point_ends_as_a_timeout_like_its_answer() {
    let directory = tempfile::tempdir().unwrap();
    let (log, surface) = special(&directory);
    let answer = surface.call(surface.request(Caller::new("alice"), "prepares", None)).await;
    assert!(format!("{answer:?}").contains("timeout"), "{answer:?}");
    log.flush().await;
    let (_, end) = paired(&records(&path_in(&directory))).remove(0);
    assert_eq!((&end["outcome"], &end["code"]), (&json!("failed"), &json!("timeout")));
}

#[tokio::test]
async fn a_nested_call_names_the_call_that_made_it_and_ends_before_it() {
    let directory = tempfile::tempdir().unwrap();
    let (log, surface) = special(&directory);
    surface.call(surface.request(Caller::new("alice"), "outermost", None)).await;
    log.flush().await;
    let all = records(&path_in(&directory));
    let pairs = paired(&all);
    let [outermost, outer, unknown] = &pairs[..] else { panic!("{all:#?}") };
    assert_eq!(outermost.0.get("parent"), None);
    assert_eq!(outer.0["parent"], outermost.0["call"]);
    assert_eq!(unknown.0["parent"], outer.0["call"]);
    assert_eq!((&unknown.0["step"], &unknown.0["caller"]), (&json!("exists"), &json!("alice")));
    let ends: Vec<_> =
        all.iter().filter(|record| record["record"] == "end").map(|end| &end["call"]).collect();
    assert_eq!(ends, [&unknown.0["call"], &outer.0["call"], &outermost.0["call"]]);
}

#[tokio::test]
async fn a_call_that_is_dropped_at_any_moment_has_a_decision_and_an_end_or_neither() {
    let directory = tempfile::tempdir().unwrap();
    let (log, surface) = special(&directory);
    let mut began = 0;
    for looks in 0..40 {
        for tool in ["outermost", "prepares", "no_such_tool"] {
            let mut call = pin!(surface.call(surface.request(Caller::new("alice"), tool, None)));
            for _ in 0..looks {
                if once(call.as_mut()).await.is_some() {
                    break;
                }
                // The log's one place is free again when everything before is written.
                log.flush().await;
            }
            began += 1;
        }
    }
    surface.invoker().shutdown(Duration::from_mins(1)).await;
    let pairs = paired(&records(&path_in(&directory)));
    assert!(pairs.len() > began, "most were recorded, and the nested ones too: {}", pairs.len());
    assert_eq!(log.lost(), 0);
}
