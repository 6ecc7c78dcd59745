//! Sealed approvals through a surface: from the refusal to the run, and who may approve. Fixtures of its parts are here.

mod bound;
mod once;
mod policy;

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use serde_json::{Value, json};
use tool_core::{
    Answer, Caller, Invoker, InvokerBuilder, Reply, SealedApprovals, Surface, TicketError,
    approve_destructive,
};

use crate::support::{Fixture, Projects, Runs, outside, registry};

const KEY: [u8; 32] = [7; 32];

fn sealed() -> SealedApprovals {
    SealedApprovals::new(KEY, approve_destructive()).unwrap()
}

fn bob() -> Caller {
    Caller::new("bob")
}

/// A surface and the approvals behind it.
struct Desk {
    approvals: Arc<SealedApprovals>,
    surface: Surface,
}

impl Desk {
    fn new(tools: impl IntoIterator<Item = Fixture>, approvals: SealedApprovals) -> Self {
        Self::with(tools, approvals, |builder| builder)
    }

    fn with(
        tools: impl IntoIterator<Item = Fixture>,
        approvals: SealedApprovals,
        decide: impl FnOnce(InvokerBuilder) -> InvokerBuilder,
    ) -> Self {
        let approvals = Arc::new(approvals);
        let builder = Invoker::builder(registry(tools)).unlimited().ownership(Projects);
        let invoker = decide(builder.approval(Arc::clone(&approvals))).build().unwrap();
        Self { approvals, surface: outside(&invoker) }
    }

    async fn answer(&self, caller: &str, tool: &str, arguments: &Value, ticket: Option<&str>) -> Answer {
        let mut request = self.surface.request(Caller::new(caller), tool, Some(arguments.clone()));
        if let Some(ticket) = ticket {
            request = request.with_ticket(ticket);
        }
        self.surface.call(request).await
    }

    async fn call(&self, caller: &str, tool: &str, arguments: &Value, ticket: Option<&str>) -> Reply {
        match self.answer(caller, tool, arguments, ticket).await {
            Answer::Reply(reply) => reply,
            other => panic!("{other:?}"),
        }
    }

    /// The request that a call without a ticket gets.
    async fn request(&self, caller: &str, tool: &str, arguments: &Value) -> String {
        let reply = self.call(caller, tool, arguments, None).await;
        reply.approval_request.expect("the call needs approval")
    }

    /// The ticket of bob's approval.
    async fn ticket(&self, caller: &str, tool: &str, arguments: &Value) -> String {
        self.approvals.approve(&self.request(caller, tool, arguments).await, &bob()).unwrap()
    }
}

/// A destructive tool about a project, with one of each kind of argument.
fn erase(name: &str) -> (Fixture, Runs) {
    let tool = Fixture::new(name).host(|host| host.with_target("project")).input(json!({
        "type": "object",
        "properties": {
            "count": { "type": "integer", "minimum": 0, "maximum": 9, "description": "A count." },
            "note": { "type": "string", "description": "A note." },
            "word": { "type": "string", "description": "A word." }
        },
        "required": ["count", "word"]
    }));
    let runs = tool.runs();
    (tool, runs)
}

fn arguments() -> Value {
    json!({ "project_id": "p-alice", "count": 3, "word": "ü" })
}

const ASKED: &str =
    "approval-required: a person must approve this call first: this tool may overwrite or delete something";

/// Asserts that a reply is the one of a call without a ticket, and asks anew.
fn assert_asked(desk: &Desk, reply: &Reply, why: &str) {
    assert_eq!(reply.text(), ASKED, "{why}");
    let request = reply.approval_request.as_ref().expect(why);
    desk.approvals.read(request).expect(why);
}

#[tokio::test]
async fn an_approved_call_runs_once() {
    let (tool, runs) = erase("erase");
    let desk = Desk::new([tool], sealed());
    let refused = desk.call("alice", "erase", &arguments(), None).await;
    assert_asked(&desk, &refused, "nobody approved");
    let request = refused.approval_request.unwrap();
    let ticket = desk.approvals.approve(&request, &bob()).unwrap();
    assert_eq!(runs.count(), 0);
    assert_eq!(desk.call("alice", "erase", &arguments(), Some(&ticket)).await.text(), "ran");
    assert_asked(&desk, &desk.call("alice", "erase", &arguments(), Some(&ticket)).await, "a replay");

    let again = desk.approvals.approve(&request, &bob()).unwrap();
    assert_asked(&desk, &desk.call("alice", "erase", &arguments(), Some(&again)).await, "approved twice");
    assert_eq!(runs.count(), 1);
}

#[tokio::test]
async fn whoever_approves_sees_the_call_as_it_would_run() {
    let (tool, _) = erase("erase");
    let desk = Desk::new([tool], sealed());
    let sent = json!({ "word": "ü", "note": null, "count": 3.0, "project_id": "p-alice" });
    let shown = desk.approvals.read(&desk.request("alice", "erase", &sent).await).unwrap();
    let expires_ms = shown.expires().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_millis();
    assert_eq!(
        json!(shown),
        json!({
            "caller": "alice",
            "tool": "erase",
            "target": { "kind": "project", "id": "p-alice" },
            "arguments": { "count": 3, "word": "ü" },
            "reason": "this tool may overwrite or delete something",
            "expires_ms": u64::try_from(expires_ms).unwrap()
        })
    );
    assert_eq!(shown.arguments()["count"].as_u64(), Some(3), "an integer, as the tool would get it");
    let target = shown.target().unwrap();
    assert_eq!((target.kind(), target.id()), ("project", "p-alice"));
}

#[tokio::test]
async fn a_tool_without_a_target_is_shown_without_one() {
    let desk = Desk::new([Fixture::new("plain")], sealed());
    let shown = desk.approvals.read(&desk.request("alice", "plain", &json!({})).await).unwrap();
    assert_eq!(json!(shown)["target"], json!(null));
    assert!(shown.target().is_none() && shown.arguments().is_empty());
}

#[tokio::test]
async fn nobody_approves_a_call_of_their_own_unless_the_host_says_so() {
    let (tool, _) = erase("erase");
    let desk = Desk::new([tool], sealed());
    let request = desk.request("alice", "erase", &arguments()).await;
    let error = desk.approvals.approve(&request, &Caller::new("alice")).unwrap_err();
    assert_eq!((error.clone(), error.code()), (TicketError::Own, "approval-own"));

    let (tool, _) = erase("erase");
    let desk = Desk::new([tool], sealed().allow_self_approval());
    let request = desk.request("alice", "erase", &arguments()).await;
    let ticket = desk.approvals.approve(&request, &Caller::new("alice")).unwrap();
    assert_eq!(desk.call("alice", "erase", &arguments(), Some(&ticket)).await.text(), "ran");
}

#[tokio::test]
async fn a_lifetime_that_is_over_is_named_to_whoever_approves() {
    let (tool, _) = erase("erase");
    let desk = Desk::new([tool], sealed().with_lifetime(Duration::ZERO));
    let reply = desk.call("alice", "erase", &arguments(), None).await;
    let request = reply.approval_request.unwrap();
    assert_eq!(desk.approvals.read(&request), Err(TicketError::Expired));
    assert_eq!(desk.approvals.approve(&request, &bob()), Err(TicketError::Expired));
}
