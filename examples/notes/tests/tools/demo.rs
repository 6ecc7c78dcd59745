//! The demo holds for the service, and fails, naming the check, for a service with a fault.

use crate::{
    process::{notes, run},
    support::Notes,
};
use axum::Router;
use notes::{
    Service,
    demo::{Transcript, checks},
    limits::PerMinute,
    mcp,
    tokens::Tokens,
    tools::{self, Surfaces},
    users::UserId,
};
use serde_json::{Value, json};
use std::net::TcpStream;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tool_core::{Allow, BoxError, Caller, Ownership, Surface, Target, TargetArgument, async_trait};
use tool_mcp::http::Hosts;

/// What the checks find at a service that offers this surface.
async fn found(
    service: &Service,
    surfaces: Surfaces,
) -> Transcript {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let app: Router = mcp::app(service, surfaces, Hosts::bound_to(address));
    let serving = tokio::spawn(async move { axum::serve(listener, app).await });
    let tokens: Tokens = "alice=T1,bob=T2".parse().unwrap();
    let transcript = checks(&format!("http://{address}"), &tokens).await;
    serving.abort();
    transcript
}

fn assert_failed(
    transcript: &Transcript,
    name: &str,
    fault: &str,
) {
    assert!(!transcript.held, "{transcript}");
    let last = transcript.checks.last().unwrap();
    assert_eq!((last.name, last.fault.as_deref()), (name, Some(fault)), "{transcript}");
    assert!(transcript.to_string().ends_with("\nThe demo failed."), "{transcript}");
}

#[tokio::test]
async fn every_check_holds_for_the_service() {
    let notes = Notes::new();
    let transcript = found(&notes.service, notes.surfaces.clone()).await;
    assert!(transcript.held, "{transcript}");
    assert!(transcript.checks.iter().all(|check| check.fault.is_none() && !check.exchanges.is_empty()));
}

/// The owned step taken out: whoever asks, the project is found.
struct Careless(Service);

#[async_trait]
impl Ownership for Careless {
    async fn resolve(
        &self,
        _: &Caller,
        target: &Target,
    ) -> Result<Option<Target>, BoxError> {
        for name in ["alice", "bob"] {
            let user: UserId = name.parse()?;
            if let Some(project) = self.0.owners.owned_project(&user, target.id()).await? {
                return Ok(Some(target.clone().with(project)));
            }
        }
        Ok(None)
    }
}

#[tokio::test]
async fn it_fails_when_owners_are_not_compared() {
    let folder = TempDir::new().unwrap();
    let service = Notes::service(&folder, PerMinute::default().quotas().unwrap());
    let surfaces = tools::surfaces_with(&service, Careless(service.clone())).unwrap();
    assert_failed(&found(&service, surfaces).await, "foreign-is-missing", "the two answers differ");
}

#[tokio::test]
async fn it_fails_when_a_tool_is_not_offered() {
    let notes = Notes::new();
    let project = TargetArgument::new("project", "project_id", "The id of the project.");
    let outside = Surface::outside("narrow", notes.surface.invoker(), Allow::only(["list_projects"]))
        .target_argument(project)
        .build()
        .unwrap();
    let expected = "expected cancel_operation, create_note, create_project, delete_note, export_project, import_notes, \
                    list_projects, operation_status, read_note, search_notes, update_note, wait_for_operation";
    let surfaces = Surfaces { outside, rest: notes.surfaces.rest.clone() };
    assert_failed(&found(&notes.service, surfaces).await, "offers-what-is-exposed", expected);
}

#[tokio::test]
async fn it_fails_when_nobody_serves() {
    let transcript = checks("http://127.0.0.1:1", &"alice=T1,bob=T2".parse().unwrap()).await;
    assert!(!transcript.held);
    assert!(transcript.checks[0].fault.as_ref().unwrap().starts_with("alice cannot connect"), "{transcript}");
}

#[test]
fn the_program_prints_the_transcript_as_json_and_leaves_nothing_running() {
    let output = run(notes(&["demo", "--json"]), "");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let transcript: Value = serde_json::from_slice(&output.stdout).unwrap();

    assert_eq!(transcript["held"], true);
    let checks = transcript["checks"].as_array().unwrap();
    let outcomes: Vec<_> =
        checks.iter().map(|check| (check["name"].as_str().unwrap(), &check["fault"])).collect();
    let held = |name| (name, &Value::Null);
    assert_eq!(
        outcomes,
        [
            held("offers-what-is-exposed"),
            held("writes-reach-rest"),
            held("internal-is-unknown"),
            held("foreign-is-missing"),
            held("faults-are-named"),
            held("operations-are-one"),
        ]
    );
    let exchange = |check: usize, exchange: usize| &checks[check]["exchanges"][exchange];
    let listed = json!([
        "cancel_operation",
        "create_note",
        "create_project",
        "delete_note",
        "export_project",
        "import_notes",
        "list_projects",
        "operation_status",
        "read_note",
        "search_notes",
        "update_note",
        "wait_for_operation"
    ]);
    assert_eq!(exchange(0, 0)["request"], "MCP tools/list");
    assert_eq!(exchange(0, 0)["response"], listed);
    assert_eq!(exchange(1, 1)["response"]["structuredContent"], exchange(1, 2)["response"]);
    assert_eq!(exchange(2, 0)["response"]["error"]["message"], "Unknown tool: delete_project");
    assert_eq!(exchange(3, 0)["user"], "bob");
    assert_eq!(exchange(3, 0)["response"], exchange(3, 1)["response"]);
    assert_eq!(exchange(4, 0)["response"]["isError"], true);
    let ended = &exchange(5, 1)["response"]["structuredContent"];
    assert_eq!(
        (&ended["operation"], &ended["result"]),
        (&exchange(5, 0)["response"]["operation"], &json!({"imported": 2}))
    );

    let address = transcript["server"].as_str().unwrap().strip_prefix("http://").unwrap();
    assert!(TcpStream::connect(address).is_err(), "the server still runs");
}

#[test]
fn the_program_prints_the_transcript_for_people() {
    let output = run(notes(&["demo"]), "");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\n3. internal-is-unknown: a tool that is internal is answered as one"), "{text}");
    assert!(text.ends_with("\n   It holds.\n\nEvery check held.\n"), "{text}");
}
