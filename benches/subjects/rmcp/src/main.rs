//! rmcp over HTTP, in its fastest documented settings: no sessions, JSON answers, and no check of hosts or origins.

mod bare;
mod macros;

use std::{error::Error, sync::Arc};

use axum::{Router, serve::ListenerExt};
use rmcp::{
    ServerHandler,
    transport::{
        StreamableHttpServerConfig, StreamableHttpService,
        streamable_http_server::session::never::NeverSessionManager,
    },
};

use self::bare::Bare;

fn mounted<S: ServerHandler + Clone>(server: S) -> Router {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts()
        .disable_allowed_origins();
    let service = StreamableHttpService::new(
        move || Ok(server.clone()),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    Router::new().route_service("/mcp", service)
}

fn app(what: &str, tools: usize) -> Option<Router> {
    Some(match (what, tools) {
        ("bare", _) => mounted(Bare::with(tools)),
        ("rebuilt", 1) => mounted(macros::Rebuilt1::new()),
        ("rebuilt", 10) => mounted(macros::Rebuilt10::new()),
        ("rebuilt", 30) => mounted(macros::Rebuilt30::new()),
        ("rebuilt", 100) => mounted(macros::Rebuilt100::new()),
        ("kept", 1) => mounted(Arc::new(macros::Kept1::new())),
        ("kept", 10) => mounted(Arc::new(macros::Kept10::new())),
        ("kept", 30) => mounted(Arc::new(macros::Kept30::new())),
        ("kept", 100) => mounted(Arc::new(macros::Kept100::new())),
        ("kept", _) => mounted(Arc::new(macros::many(tools))),
        _ => return None,
    })
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let (what, tools) = bench_subject::told()?;
    let app =
        app(&what, tools).ok_or("expected bare, kept or rebuilt, and a number of tools that was compiled")?;
    let listener = tokio::net::TcpListener::from_std(bench_subject::listen()?)?.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    Ok(axum::serve(listener, app).await?)
}
