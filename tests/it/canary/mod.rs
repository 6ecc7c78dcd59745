//! Whatever a caller, a tool or the host's own code says holds a word that must not be in any log, span or record. The
//! word is carried through every way in and every way for a call to end, and then searched.

mod host;
mod tools;
mod ways;

use std::{fs, time::Duration};

use tool_core::{AuditLog, AuditSink, Caller, JsonLines};
use tool_mcp::{Handler, ServerIdentity};

use self::{
    host::{Records, surface},
    ways::{arguments, in_process, over_http, over_streams},
};
use crate::observed::Observed;

/// The word. What follows it says where it was put.
const CANARY: &str = "CANARY";

const TOKEN: &str = "CANARY-token-of-alice";

/// Every call that is made in every way: the tool, and the project where it has one.
const CALLS: [(&str, &str); 20] = [
    ("works", ""),
    ("rounds", ""),
    ("fails", ""),
    ("breaks", ""),
    ("panics", ""),
    ("panics_blocking", ""),
    ("nests", ""),
    ("waits", ""),
    ("writes_on", ""),
    ("in_project", "CANARY-mine"),
    ("in_project", "CANARY-of-bob"),
    ("in_project", "CANARY-broken"),
    ("in_project", "CANARY-panics"),
    ("availability_fails", ""),
    ("availability_panics", ""),
    ("unavailable", ""),
    ("limits_fail", ""),
    ("approval_fails", ""),
    ("approval_needed", ""),
    ("unrecorded", ""),
];

/// What the log tells only after `log_failure_details`.
const DETAILS: [&str; 10] = [
    "CANARY-detail",
    "CANARY-panic",
    "CANARY-blocking-panic",
    "CANARY-owner-error",
    "CANARY-owner-panic",
    "CANARY-availability-error",
    "CANARY-availability-panic",
    "CANARY-limits",
    "CANARY-approval-error",
    "CANARY-sink",
];

/// Everything, in every way. Returns what was observed and what was recorded.
async fn everything(details: bool) -> (Observed, String) {
    let records = Records::default();
    let surface = surface(records.clone(), details);
    let handler = Handler::new(surface.clone(), ServerIdentity::new("canary", "1.0.0"));
    let (observed, guard) = Observed::start();
    in_process(&surface).await;
    over_http(handler.clone()).await;
    over_streams(handler).await;
    surface.invoker().shutdown(Duration::ZERO).await;
    drop(guard);
    (observed, records.text())
}

#[tokio::test(start_paused = true)]
async fn at_defaults_no_content_is_in_any_log_span_or_record() {
    let (observed, records) = everything(false).await;
    for seen in observed.all() {
        assert!(!format!("{seen:?}").contains(CANARY), "{seen:?}");
    }
    for record in records.lines() {
        assert!(!record.contains(CANARY), "{record}");
    }

    // It all took place: each way of ending is told, in each of the three ways in.
    let spans = observed.spans("execute_tool");
    for code in [
        "unknown-tool",
        "invalid-arguments",
        "not-found",
        "unavailable",
        "approval-required",
        "own-code",
        "internal",
        "timeout",
        "cancelled",
    ] {
        assert!(spans.iter().any(|span| span.field("error.type") == Some(code)), "{code} did not occur");
        assert!(records.contains(code) || code == "cancelled", "{code} is not in the records");
    }
    for (name, _) in CALLS {
        let count = spans.iter().filter(|span| span.field("gen_ai.tool.name") == Some(name)).count();
        assert!(count >= 3, "{name} was called {count} times");
    }
    for told in ["indeterminate", "panicked outside a tool", "trace parent panicked", "a refund panicked"] {
        assert!(observed.text().contains(told), "{told} was not told");
    }
}

#[tokio::test(start_paused = true)]
async fn a_host_that_asks_for_details_has_them_in_its_log_and_still_no_content() {
    let (observed, records) = everything(true).await;
    let log = observed.text();
    for detail in DETAILS {
        assert!(log.contains(detail), "{detail} is not in the log");
    }
    for content in
        ["CANARY-argument", "CANARY-result", "CANARY-value", "CANARY-authored", TOKEN, "CANARY-mine"]
    {
        assert!(!log.replace("CANARY-blocking-panic CANARY-argument", "").contains(content), "{content}");
    }
    assert!(!records.contains(CANARY), "{records}");
}

#[tokio::test]
async fn the_audit_file_holds_no_content() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("audit.jsonl");
    let log = AuditLog::to(JsonLines::append(&file).unwrap()).start().unwrap();
    let surface = surface(log.clone(), false);
    // Those that wait have nothing else in their records, and would do so in real time here.
    let calls = CALLS.into_iter().filter(|(name, _)| !["waits", "writes_on"].contains(name));
    for (name, project) in calls.chain([("CANARY_name", "")]) {
        surface.call(surface.request(Caller::new("alice"), name, Some(arguments(project)))).await;
    }
    log.flush().await;
    let written = fs::read_to_string(&file).unwrap();
    assert!(!written.contains(CANARY), "{written}");
    // One for each call above, and two for those that are nested.
    assert_eq!(written.matches(r#""record":"decision""#).count(), CALLS.len() - 2 + 1 + 2);
}
