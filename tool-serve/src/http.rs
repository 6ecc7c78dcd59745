//! `http`: Streamable HTTP, for callers with tokens or for this machine alone.

use std::{net::SocketAddr, time::Duration};

use axum::{Router, extract::ConnectInfo};
use tokio::{net::TcpListener, sync::oneshot};
use tool_core::Caller;
use tool_mcp::{
    bearer,
    http::{Hosts, Mount, Origins},
};

use crate::{
    Fault, cli::Command, door::Door, list::LOCAL, say, settings::Settings, stdio, stop, tokens::Tokens, watch,
};

/// How long answers may take to be sent after the server is asked to stop.
const GOODBYE: Duration = Duration::from_secs(5);

pub(crate) async fn run(command: Command) -> Result<u8, Fault> {
    let (door, texts) = stdio::opened(&command).await?;
    let settings = &command.settings;
    let unbound = |error| {
        Fault::new(format!("cannot listen on {}: {error}; choose another with --addr", settings.addr))
    };
    let listener = TcpListener::bind(settings.addr).await.map_err(unbound)?;
    let address = listener.local_addr().map_err(unbound)?;
    let (mount, callers) = mount(&door, settings, address)?;
    let app = Router::new().route_service(&settings.api_path, mount);
    let count = door.surface.invoker().registry().snapshot().iter().count();
    say(&format!(
        "tool-serve {}: {count} tools at http://{address}{} for {callers}",
        env!("CARGO_PKG_VERSION"),
        settings.api_path
    ));
    let watching = command.watch.then(|| watch::start(&door, texts));
    let (stopping, stopped) = oneshot::channel();
    let service = app.into_make_service_with_connect_info::<SocketAddr>();
    let serving = axum::serve(listener, service).with_graceful_shutdown(async move {
        stop::asked().await;
        // The receiver is gone only when serving has already ended.
        let _ = stopping.send(());
    });
    let overdue = async {
        match stopped.await {
            Ok(()) => {
                door.close().await;
                tokio::time::sleep(GOODBYE).await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    let served = tokio::select! {
        served = serving => served.map_err(|error| Fault::new(format!("cannot serve: {error}"))),
        () = overdue => Ok(()),
    };
    drop(watching);
    door.close().await;
    served.map(|()| 0)
}

fn mount(door: &Door, settings: &Settings, address: SocketAddr) -> Result<(Mount, String), Fault> {
    let handler = door.handler();
    let origins = Origins::only(&settings.origins).map_err(Fault::new)?;
    let Some(file) = &settings.tokens else {
        if settings.hosts.is_some() {
            return Err(Fault::new(
                "names of hosts are for callers with tokens; write --tokens, or leave --host out",
            ));
        }
        let peer = |head: &axum::http::request::Parts| {
            head.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| *address)
        };
        let mount = Mount::loopback_only(handler, Caller::new(LOCAL), origins, peer);
        return Ok((mount, "programs of this machine".to_owned()));
    };
    let tokens = Tokens::read(file)?;
    let callers = format!("{} callers with tokens", tokens.len());
    let hosts = match &settings.hosts {
        Some(names) => Hosts::only(names).map_err(Fault::new)?,
        None => Hosts::bound_to(address),
    };
    let authenticate = bearer(move |token: String| {
        let caller = tokens.caller(&token);
        async move { caller }
    });
    Ok((Mount::new(handler, authenticate, hosts, origins), callers))
}
