//! Mistakes about what a surface says otherwise than the registry, and about what it adds.

use serde_json::json;
use tool_core::{Allow, Continuations, Exposure, Override, SurfaceBuilder, Wording};

use super::build::{Rows, surface_fault};
use crate::support::{Fixture, first_party, invoker};

const SAYS: &str = "Finds notes.";

/// A tool that requires `query`, and may be given a project.
fn find() -> Fixture {
    Fixture::new("find").description(SAYS).input(json!({
        "type": "object",
        "properties": {
            "query": { "type": "string", "description": "Words." },
            "project": { "type": "string", "description": "The project." }
        },
        "required": ["query"],
        "additionalProperties": false
    }))
}

fn row(here: &str, required: &[&str]) -> Override {
    let reason = if here == "unexplained" { "" } else { "outside callers have no conversation" };
    Override::new("find", Wording::new(SAYS, ["query"]), Wording::new(here, required.to_vec()), reason)
}

fn fault(tool: Fixture, change: impl FnOnce(SurfaceBuilder) -> SurfaceBuilder) -> String {
    surface_fault([tool], Allow::exposed(), change)
}

fn with_row(here: &str, required: &[&str]) -> String {
    fault(find(), |builder| builder.overrides([row(here, required)]))
}

pub(super) fn rows() -> Rows {
    let good = || row("Finds notes of one project.", &["query", "project"]);
    let internal = find().host(|host| host.with_exposure(Exposure::Internal));
    let own = json!({ "type": "object", "properties": { "session_id": { "type": "string" } } });
    let rest = Continuations::new();
    let assistant = first_party(&invoker([]));
    let assistant = tool_core::Surface::first_party("assistant", assistant.invoker(), Allow::exposed());
    vec![
        (
            "an override of a text that has changed",
            fault(find().description("Finds them."), |builder| builder.overrides([good()])),
        ),
        ("an override for no tool", fault(Fixture::new("fnid"), |builder| builder.overrides([good()]))),
        ("an override for a tool that is not listed", fault(internal, |builder| builder.overrides([good()]))),
        (
            "two overrides of one tool",
            fault(find(), |builder| builder.overrides([good(), row("Finds.", &["query"])])),
        ),
        ("an override that changes nothing", with_row(SAYS, &["query"])),
        ("an override without a description", with_row(" ", &["query", "project"])),
        ("an override without a reason", with_row("unexplained", &["query", "project"])),
        ("an override that requires no argument of the tool", with_row("Finds.", &["query", "projct"])),
        ("an override that requires an argument twice", with_row("Finds.", &["query", "query"])),
        ("an override that leaves out what the tool needs", with_row("Finds.", &["project"])),
        (
            "a result with a key that the surface adds",
            fault(Fixture::new("look").output(own.clone()), SurfaceBuilder::session_id),
        ),
        (
            "a tool with an argument that the surface adds",
            fault(
                Fixture::new("log").input(json!({
                    "type": "object",
                    "properties": { "session_id": { "type": "string", "description": "Mine." } },
                    "additionalProperties": false
                })),
                SurfaceBuilder::session_id,
            ),
        ),
        (
            "a session id for the product's own callers",
            super::only(&assistant.session_id().build().unwrap_err()),
        ),
        (
            "a limit of results that leaves no room",
            fault(find(), |builder| builder.longest_result(1023, &rest)),
        ),
    ]
}
