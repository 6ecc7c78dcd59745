//! What `operation_status` says of what is open, beside the operations.

use serde_json::{Value, json};
use tool_core::{
    BoxError, Caller, Finding, Findings, InProcessQueue, Invoker, OperationTools, Registry, Severity, Surface,
};

use super::structured;
use crate::support::{outside, reply};

/// Says something else to each caller, and fails for some.
struct Desk;

#[tool_core::async_trait]
impl Findings for Desk {
    async fn open(&self, caller: &Caller) -> Result<Vec<Finding>, BoxError> {
        match caller.id() {
            "alice" => Ok(vec![
                Finding::new("conflict", Severity::Warning, 2, "two notes were changed in both places"),
                Finding::new("quota", Severity::Info, 1, "nearly all notes are used"),
                Finding::new("export", Severity::Critical, 1, "the last export is damaged"),
                Finding::new("broken-link", Severity::Warning, 9, "nine links lead nowhere"),
            ]),
            "broken" => Err("the database at db.internal is gone".into()),
            "panics" => panic!("the lock at db.internal is poisoned"),
            _ => Ok(Vec::new()),
        }
    }
}

fn surface(change: impl FnOnce(OperationTools) -> OperationTools) -> Surface {
    let queue = InProcessQueue::builder().build();
    let status = change(OperationTools::new(queue.clone())).status();
    let registry = Registry::builder(()).register(status).build().unwrap();
    outside(&Invoker::builder(registry).unlimited().operations(queue).build().unwrap())
}

async fn status(surface: &Surface, caller: &str) -> Value {
    let request = surface.request(Caller::new(caller), "operation_status", None);
    structured(&reply(surface.call(request).await))
}

#[tokio::test]
async fn each_caller_reads_its_own_the_worst_first() {
    let surface = surface(|tools| tools.findings(Desk));
    let finding = |kind, severity, count, summary| json!({ "kind": kind, "severity": severity, "count": count, "summary": summary });
    assert_eq!(
        status(&surface, "alice").await["findings"],
        json!([
            finding("export", "critical", 1, "the last export is damaged"),
            finding("broken-link", "warning", 9, "nine links lead nowhere"),
            finding("conflict", "warning", 2, "two notes were changed in both places"),
            finding("quota", "info", 1, "nearly all notes are used"),
        ])
    );
    assert_eq!(status(&surface, "bob").await["findings"], json!([]));
}

/// Returns what is said in place of findings that cannot be read, without the id.
pub(crate) async fn unknown() -> String {
    let surface = surface(|tools| tools.findings(Desk));
    let mut said = Vec::new();
    for caller in ["broken", "panics"] {
        let listed = status(&surface, caller).await;
        assert_eq!((&listed["unfinished"], listed.get("findings")), (&json!([]), None));
        let text = listed["findings_unknown"].as_str().unwrap();
        said.push(text.rsplit_once(' ').unwrap().0.to_owned());
    }
    assert_eq!(said[0], said[1]);
    said.remove(0)
}

#[tokio::test]
async fn not_knowing_them_is_said_and_keeps_nothing_else_back() {
    assert_eq!(
        unknown().await,
        "the findings cannot be read at present; their operator can find the cause under correlation id"
    );
}

#[tokio::test]
async fn without_a_source_nothing_is_said_of_them() {
    let surface = surface(|tools| tools);
    let listed = status(&surface, "alice").await;
    assert_eq!((listed.get("findings"), listed.get("findings_unknown")), (None, None));
    let tool = surface.listed(&Caller::new("alice"), "operation_status").unwrap();
    assert!(!tool.description.contains("findings"), "{}", tool.description);
}
