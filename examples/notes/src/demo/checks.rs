//! What the demo claims about a service, each claim with what it takes to check it.

use super::{
    client::Client,
    transcript::{Exchange, Transcript},
};
use crate::tokens::Tokens;
use serde_json::{Map, Value, json};

/// What outside callers are offered: every tool whose author exposed it, and that makes sense without a conversation.
const OFFERED: [&str; 12] = [
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
    "wait_for_operation",
];

/// A file of two notes.
const FILE: &str = "{\"title\": \"Pears\"}\n{\"title\": \"Plums\", \"body\": \"Blue ones.\"}\n";

type Log = Vec<Exchange>;

/// Checks the service at this address, whose users alice and bob are new, and returns what was said.
///
/// It writes a project and some notes of alice's.
pub async fn checks(
    server: &str,
    tokens: &Tokens,
) -> Transcript {
    let mut transcript = Transcript::of(server);
    transcript.held = all(&mut transcript, server, tokens).await.is_some();
    transcript
}

/// Makes each check, until one does not hold: each builds on those before it.
async fn all(
    transcript: &mut Transcript,
    server: &str,
    tokens: &Tokens,
) -> Option<()> {
    let alice = transcript
        .check("offers-what-is-exposed", "the list holds these tools and no others", async |log| {
            let alice = Client::connect(server, "alice", tokens).await?;
            offered(&alice, log).await?;
            Ok(alice)
        })
        .await?;
    let project = transcript
        .check("writes-reach-rest", "what is written over MCP is read over REST", async |log| {
            written(&alice, log).await
        })
        .await?;
    let claim = "a tool that is internal is answered as one that does not exist, to the byte";
    transcript.check("internal-is-unknown", claim, async |log| internal(&alice, &project, log).await).await?;
    let claim = "a project of somebody else is answered as one that does not exist, to the byte";
    transcript
        .check("foreign-is-missing", claim, async |log| {
            let bob = Client::connect(server, "bob", tokens).await?;
            foreign(&bob, &project, log).await
        })
        .await?;
    transcript
        .check("faults-are-named", "a bad call learns everything that is wrong with it", async |log| {
            faults(&alice, &project, log).await
        })
        .await?;
    let claim = "an operation that was started over REST is waited for over MCP, and shown by both";
    transcript.check("operations-are-one", claim, async |log| operations(&alice, &project, log).await).await
}

async fn offered(
    alice: &Client,
    log: &mut Log,
) -> Result<(), String> {
    let names = alice.tools(log).await?;
    hold(names == OFFERED, || format!("expected {}", OFFERED.join(", ")))
}

/// Creates a project with a note, and returns the id of the project.
async fn written(
    alice: &Client,
    log: &mut Log,
) -> Result<String, String> {
    let created = alice.call(log, "create_project", &arguments([("name", json!("Garden"))])).await?;
    let project = id(&created)?;
    let note = arguments([
        ("project_id", json!(project)),
        ("title", json!("Apples")),
        ("body", json!("Red ones, from the tree behind the house.")),
    ]);
    let created = alice.call(log, "create_note", &note).await?;
    let path = format!("/projects/{project}/notes/{}", id(&created)?);
    let read = alice.get(log, &path).await?;
    hold(read == created["structuredContent"], || "REST has another note than MCP returned".to_owned())?;
    Ok(project)
}

async fn internal(
    alice: &Client,
    project: &str,
    log: &mut Log,
) -> Result<(), String> {
    let (internal, unknown) = ("delete_project", "no_such_tool");
    let arguments = arguments([("project_id", json!(project))]);
    let (status, refused) = alice.call_raw(log, internal, &arguments).await?;
    let absent = alice.call_raw(log, unknown, &arguments).await?;
    hold(refused.contains("-32602"), || format!("{internal} is not refused"))?;
    hold((status, refused.replace(internal, unknown)) == absent, || "the two answers differ".to_owned())
}

async fn foreign(
    bob: &Client,
    project: &str,
    log: &mut Log,
) -> Result<(), String> {
    let foreign = bob.call_raw(log, "search_notes", &arguments([("project_id", json!(project))])).await?;
    let missing = bob.call_raw(log, "search_notes", &arguments([("project_id", json!("p_0"))])).await?;
    hold(missing.1.contains("not-found: no such project"), || "a missing project is not refused".to_owned())?;
    hold(foreign == missing, || "the two answers differ".to_owned())
}

async fn faults(
    alice: &Client,
    project: &str,
    log: &mut Log,
) -> Result<(), String> {
    let bad = arguments([
        ("project_id", json!(project)),
        ("query", json!(5)),
        ("limit", json!(0)),
        ("sort", json!("newest")),
    ]);
    let refused = alice.call(log, "search_notes", &bad).await?;
    hold(refused["isError"] == true, || "the call is not refused".to_owned())?;
    let text = refused["content"][0]["text"].as_str().unwrap_or_default();
    let unnamed = ["/limit: ", "/query: ", "/sort: "].into_iter().find(|pointer| !text.contains(pointer));
    unnamed.map_or(Ok(()), |pointer| Err(format!("nothing is said about {pointer}")))
}

async fn operations(
    alice: &Client,
    project: &str,
    log: &mut Log,
) -> Result<(), String> {
    let started = alice.post(log, &format!("/projects/{project}/import"), FILE).await?;
    let operation = arguments([("operation", started["operation"].clone())]);
    let ended = &alice.call(log, "wait_for_operation", &operation).await?["structuredContent"];
    hold(ended["result"] == json!({"imported": 2}), || "the file was not imported".to_owned())?;
    let path = format!("/operations/{}", started["operation"].as_str().unwrap_or_default());
    let read = alice.get(log, &path).await?;
    hold(read["result"] == ended["result"], || "REST shows another result than MCP".to_owned())
}

fn hold(
    claim: bool,
    fault: impl FnOnce() -> String,
) -> Result<(), String> {
    if claim { Ok(()) } else { Err(fault()) }
}

fn arguments<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Returns the id of what a call created.
fn id(result: &Value) -> Result<String, String> {
    let id = result["structuredContent"]["id"].as_str();
    id.map(str::to_owned).ok_or_else(|| "nothing was created".to_owned())
}
