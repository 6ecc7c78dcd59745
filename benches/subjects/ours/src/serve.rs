//! A surface over HTTP, mounted as the README says: with a credential, for hosts of this machine, for no page.

use std::error::Error;

use axum::{Router, serve::ListenerExt};
use tool_core::{Caller, Surface};
use tool_mcp::{
    Handler, ServerIdentity, bearer,
    http::{Hosts, Mount, Origins},
};

use crate::{surfaces, telemetry};

/// Serves the surface of this name until whoever started the process is gone; returns when there is none.
pub(crate) fn run(what: &str, tools: usize) -> Result<bool, Box<dyn Error>> {
    let surface = match what {
        "serve" => surfaces::plain(tools)?,
        "serve-footer" => surfaces::with_footer(tools)?,
        "serve-audit" => surfaces::audited(tools)?,
        "serve-metrics" => surfaces::measured(tools)?,
        "serve-guarded" => surfaces::guarded(tools, true)?,
        "serve-telemetry" => {
            telemetry::install()?;
            surfaces::plain(tools)?
        }
        _ => return Ok(false),
    };
    tokio::runtime::Runtime::new()?.block_on(serve(surface, tools))?;
    Ok(true)
}

async fn serve(surface: Surface, tools: usize) -> Result<(), Box<dyn Error>> {
    // All tools in one page, as the others answer.
    let handler =
        Handler::new(surface, ServerIdentity::new("notes", "1.0.0")).with_page_size(tools.try_into()?);
    let authenticate =
        bearer(|token: String| async move { (token == "a-token").then(|| Caller::new("alice")) });
    let mount = Mount::new(handler, authenticate, Hosts::loopback(), Origins::none());
    let app = Router::new().route_service("/mcp", mount);
    let listener = tokio::net::TcpListener::from_std(bench_subject::listen()?)?.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    Ok(axum::serve(listener, app).await?)
}
