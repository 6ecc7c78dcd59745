//! The floor under every HTTP figure: the message is read, the function is called, the result is written. There is no protocol: no
//! revision, no negotiation, no check.

use std::{error::Error, sync::Arc};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderName, header::CONTENT_TYPE},
    routing::post,
    serve::ListenerExt,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Message {
    id: u64,
    method: String,
    params: Params,
}

#[derive(Deserialize)]
struct Params {
    arguments: Option<FindNotes>,
}

#[derive(Deserialize)]
struct FindNotes {
    query: String,
    limit: u32,
}

#[derive(Serialize)]
struct Found {
    query: String,
    found: u32,
}

fn find_notes(arguments: FindNotes) -> Found {
    Found { found: arguments.limit.min(3), query: arguments.query }
}

async fn answer(
    State(list): State<Arc<str>>,
    body: Bytes,
) -> Result<([(HeaderName, &'static str); 1], String), String> {
    let message: Message = serde_json::from_slice(&body).map_err(|error| error.to_string())?;
    let called;
    let result = match (message.method.as_str(), message.params.arguments) {
        ("tools/call", Some(arguments)) => {
            let found = json!(find_notes(arguments));
            called = json!({
                "resultType": "complete",
                "content": [{ "type": "text", "text": found.to_string() }],
                "structuredContent": found
            })
            .to_string();
            &called
        }
        _ => &*list,
    };
    let answer = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, message.id);
    Ok(([(CONTENT_TYPE, "application/json")], answer))
}

/// The list as a constant text: what the bytes alone cost.
fn list(tools: usize) -> Arc<str> {
    let tools: Vec<_> = (0..tools).map(tool).collect();
    json!({ "resultType": "complete", "ttlMs": 0, "cacheScope": "private", "tools": tools })
        .to_string()
        .into()
}

fn tool(number: usize) -> Value {
    json!({
        "name": if number == 0 { "find_notes".to_owned() } else { format!("find_notes_{number}") },
        "title": "Find notes",
        "description": "Finds notes that contain every given word.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "query": { "type": "string", "description": "Words to look for." },
                "limit": { "type": "integer", "minimum": 1, "maximum": 100, "description": "At most this many." }
            },
            "required": ["query", "limit"],
            "additionalProperties": false
        },
        "outputSchema": {
            "type": "object",
            "properties": { "query": { "type": "string" }, "found": { "type": "integer", "minimum": 0 } },
            "required": ["query", "found"]
        },
        "annotations": { "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false }
    })
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let (_, tools) = bench_subject::told()?;
    let listener = tokio::net::TcpListener::from_std(bench_subject::listen()?)?.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let app = Router::new().route("/mcp", post(answer)).with_state(list(tools));
    Ok(axum::serve(listener, app).await?)
}
