//! A server with the fixtures that MCP's official conformance suite (`@modelcontextprotocol/conformance`) asks for.
//!
//! `conformance http 127.0.0.1:8080` serves <http://localhost:8080/mcp>, for this machine and without a credential;
//! `conformance stdio` serves standard input and output. `scripts/check conformance` runs the suite against the first.

mod asking;
mod changing;
mod content;
mod prompts;
mod resources;
mod running;
mod schemas;
mod tasks;

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, OnceLock},
};

use axum::{Router, extract::ConnectInfo};
use tokio::{net::TcpListener, sync::watch};
use tool_core::{
    Allow, AttachedSource, BoxError, BuildErrors, Caller, InProcessQueue, Invoker, Registry, Surface,
};
use tool_mcp::{
    Handler, ServerIdentity,
    http::{Mount, Origins},
    stdio,
};

use self::changing::Engine;

/// What the fixtures work on: what changes the lists.
#[derive(Default)]
struct App {
    registry: OnceLock<Registry>,
    /// Whether the tool that comes and goes is there.
    comes_and_goes: Mutex<bool>,
    /// Whether the engine has its prompt.
    engine_has_prompt: watch::Sender<bool>,
    /// The engine, which stays for as long as the server.
    engine: OnceLock<AttachedSource>,
}

async fn handler() -> Result<Handler, BuildErrors> {
    let app = Arc::new(App::default());
    let registry = Registry::builder_shared(Arc::clone(&app));
    let registry = content::register(registry);
    let registry = running::register(registry);
    let registry = schemas::register(registry);
    let registry = resources::register(registry);
    let registry = prompts::register(registry);
    let registry = asking::register(registry);
    let registry = changing::register(registry);
    let queue = InProcessQueue::builder().build();
    let registry = tasks::register(registry, &queue).build()?;
    let _ = app.registry.set(registry.clone());
    let engine = Engine::new(app.engine_has_prompt.subscribe());
    let _ = app.engine.set(registry.attach(engine).start().await);
    let invoker = Invoker::builder(registry).unlimited().operations(queue).build()?;
    let surface = Surface::outside("conformance", &invoker, Allow::exposed()).build()?;
    let identity = ServerIdentity::new("conformance", env!("CARGO_PKG_VERSION"));
    Ok(Handler::new(surface, identity).with_log().with_tasks_only(["failing_job"]))
}

/// The suite is a program on this machine, and sends the origin of a page on it.
async fn mount(address: SocketAddr) -> Result<Mount, BoxError> {
    let port = address.port();
    let pages = [format!("http://localhost:{port}"), format!("http://127.0.0.1:{port}")];
    Ok(Mount::loopback_only(handler().await?, Caller::new("suite"), Origins::only(pages)?, |head| {
        head.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0)
    }))
}

async fn serve_http(address: &str) -> Result<(), BoxError> {
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    eprintln!("http://localhost:{}/mcp", address.port());
    let app = Router::new().route_service("/mcp", mount(address).await?);
    axum::serve(listener, app.into_make_service_with_connect_info::<SocketAddr>()).await?;
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), BoxError> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["http", address] => serve_http(address).await,
        ["stdio"] => Ok(stdio::serve(handler().await?, stdio::as_local(Caller::new("suite"))).await?),
        _ => Err("usage: conformance http ADDRESS | conformance stdio".into()),
    }
}
