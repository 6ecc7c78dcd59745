//! What a client is told of the server as a whole, and that it tells of no tool that the caller may not know.

use serde_json::{Value, json};
use tool_core::{
    Allow, Available, BoxError, Caller, InProcessQueue, Invoker, OperationTools, Registered, Registry,
    Surface, Target, TargetArgument, tool,
};
use tool_mcp::{Handler, ServerIdentity};

use crate::{
    mcp_fixture::{alice, legacy, modern},
    support::Projects,
};

/// Says what a code means.
#[tool(title = "Explain a code", exposure = both, effect = read_only, scopes = ["codes:read"])]
fn explain_code() -> String {
    "it is full".to_owned()
}

/// Imports notes.
#[tool(title = "Import notes", exposure = both, effect = additive, kind = operation, target = "project")]
fn import_notes(#[context] project: &Target) -> String {
    project.id().to_owned()
}

const RESULTS: &str = "A result with data is one JSON object; its text says the same. A call that failed or was refused \
                       has isError and a text whose first line is `code: message`.";
const CODES: &str = "`explain_code` explains a code.";
const PROJECT: &str =
    "Tools about one project need `project_id`: no project is remembered from call to call.";
const SESSION: &str = "Send the `session_id` of the first result with every later call.";
const WAIT: &str = "A call that starts an operation is answered at once with its id: `wait_for_operation` waits for the \
                    result; call it again while it says that the operation goes on.";

/// A server with all that instructions may speak of. For `mallory` everything is hidden.
fn handler() -> Handler {
    let queue = InProcessQueue::builder().build();
    let tools = OperationTools::new(queue.clone());
    let registry = Registry::builder(())
        .tool(explain_code_tool())
        .tool(import_notes_tool())
        .register(tools.wait())
        .register(tools.cancel())
        .build()
        .unwrap();
    let hidden = |caller: &Caller, _: &Registered| -> Result<Available, BoxError> {
        Ok(if caller.id() == "mallory" { Available::Hidden } else { Available::Visible })
    };
    let invoker = Invoker::builder(registry)
        .unlimited()
        .ownership(Projects)
        .availability(hidden)
        .operations(queue)
        .build()
        .unwrap();
    let surface = Surface::outside("mcp", &invoker, Allow::exposed())
        .target_argument(TargetArgument::new("project", "project_id", "The project."))
        .session_id()
        .build()
        .unwrap();
    Handler::new(surface, ServerIdentity::new("samples", "1.2.3")).with_code_tool("explain_code")
}

/// What both eras are told, which is the same.
async fn told(handler: &Handler, caller: Caller) -> Value {
    let client = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "c", "version": "0" } });
    let mut answers = Vec::new();
    for message in [legacy("initialize", client), modern("server/discover", json!({}))] {
        let mut answer = handler.handle(message, caller.clone()).await.unwrap();
        answers.push(answer["result"]["instructions"].take());
    }
    assert_eq!(answers[0], answers[1]);
    answers.remove(0)
}

#[tokio::test]
async fn they_say_what_the_surface_is_after_the_hosts_own_text() {
    let handler = handler().with_instructions("Notes of one person.\n");
    let reader = alice().with_scopes(["codes:read"]);
    let all = format!("Notes of one person.\n\n{RESULTS} {CODES} {PROJECT} {SESSION} {WAIT}");
    assert_eq!(told(&handler, reader).await, all);
    assert!(all.len() < 700, "a model reads it with every conversation: {}", all.len());
}

#[tokio::test]
async fn no_tool_is_named_that_the_caller_may_not_know() {
    assert_eq!(
        told(&handler(), alice()).await,
        format!("{RESULTS} {PROJECT} {SESSION} {WAIT}"),
        "without the scope"
    );
    assert_eq!(
        told(&handler(), Caller::new("mallory")).await,
        format!("{RESULTS} {SESSION}"),
        "all is hidden"
    );
}

#[tokio::test]
async fn the_host_can_say_all_of_it_or_nothing() {
    let own = handler().without_surface_instructions();
    assert_eq!(told(&own.clone().with_instructions("Ours."), alice()).await, "Ours.");
    assert_eq!(told(&own, alice()).await, Value::Null);
    assert_eq!(told(&own.with_instructions("  "), alice()).await, Value::Null);
}
