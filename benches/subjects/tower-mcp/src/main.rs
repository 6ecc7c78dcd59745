//! tower-mcp, in its fastest documented settings: JSON answers and 2026-07-28 without sessions are its defaults; the identity of the
//! server is not stamped into results. It does not check arguments against the schema (its feature `schema-validation` is off, as by
//! default).

use std::error::Error;

use axum::serve::ListenerExt;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tower_mcp::{CallToolResult, HttpTransport, McpRouter, Tool, ToolBuilder, protocol::ToolAnnotations};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FindNotes {
    /// Words to look for.
    query: String,
    /// At most this many.
    #[schemars(range(min = 1, max = 100))]
    limit: u32,
}

#[derive(Serialize, JsonSchema)]
struct Found {
    query: String,
    found: u32,
}

fn tool(number: usize) -> Tool {
    let name = if number == 0 { "find_notes".to_owned() } else { format!("find_notes_{number}") };
    let annotations = ToolAnnotations {
        read_only_hint: true,
        destructive_hint: false,
        idempotent_hint: true,
        open_world_hint: false,
        ..ToolAnnotations::default()
    };
    ToolBuilder::new(name)
        .title("Find notes")
        .description("Finds notes that contain every given word.")
        .annotations(annotations)
        .output_schema_for::<Found>()
        .handler(|arguments: FindNotes| async move {
            CallToolResult::from_serialize(&Found { found: arguments.limit.min(3), query: arguments.query })
        })
        .build()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let (_, tools) = bench_subject::told()?;
    let router = (0..tools)
        .fold(McpRouter::new().server_info("notes", "1.0.0"), |router, number| router.tool(tool(number)));
    let app = HttpTransport::new(router).stamp_server_info(false).into_router_at("/mcp");
    let listener = tokio::net::TcpListener::from_std(bench_subject::listen()?)?.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    Ok(axum::serve(listener, app).await?)
}
