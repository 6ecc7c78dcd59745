//! Serves REST and MCP on one port: takes the port, says what is there, and stops in order.
//!
//! What is said is worded in `announcement`.

use crate::{
    announcement::Announcement,
    cli::Storage,
    fault::Fault,
    limits::PerMinute,
    mcp, program,
    tokens::Tokens,
    tools::{self, Surfaces},
};
use axum::Router;
use std::{
    io::{self, ErrorKind, Write},
    net::SocketAddr,
    time::Duration,
};
use tokio::{net::TcpListener, sync::oneshot};
use tool_mcp::http::Hosts;

/// How long requests may still run after the signal to stop; a client that never finishes must not prevent it.
const DRAIN: Duration = Duration::from_secs(10);

/// A service that holds its database and its port, ready to serve.
pub(crate) struct Start {
    surfaces: Surfaces,
    app: Router,
    listener: TcpListener,
    address: SocketAddr,
    tokens: Tokens,
    /// Whether nobody knows the tokens yet.
    fresh: bool,
}

impl Start {
    pub(crate) async fn new(
        storage: &Storage,
        limits: PerMinute,
        address: SocketAddr,
        hosts: Option<Hosts>,
        tokens: Option<Tokens>,
    ) -> Result<Self, Fault> {
        let fresh = tokens.is_none();
        let tokens = tokens.map_or_else(Tokens::generate, Ok);
        let tokens = tokens.map_err(|error| Fault::start(format!("cannot make tokens: {error}")))?;
        let service = program::service(storage, limits, &tokens).await?;
        let surfaces = tools::surfaces(&service).map_err(Fault::start)?;
        let unbound = |error: io::Error| Fault::start(cannot_listen(address, &error));
        let listener = TcpListener::bind(address).await.map_err(unbound)?;
        let address = listener.local_addr().map_err(unbound)?;
        let own = Hosts::bound_to(address);
        let named = match hosts {
            Some(hosts) => own.and(hosts),
            None => own,
        };
        let app = mcp::app(&service, surfaces.clone(), named);
        Ok(Self { surfaces, app, listener, address, tokens, fresh })
    }

    pub(crate) fn announce(
        &self,
        stdout: &mut impl Write,
    ) -> io::Result<()> {
        let announcement = Announcement {
            address: self.address,
            tokens: &self.tokens,
            fresh: self.fresh,
            surface: &self.surfaces.outside,
        };
        write!(stdout, "{announcement}")?;
        stdout.flush()
    }

    pub(crate) async fn serve(self) -> Result<(), Fault> {
        let (stopping, stopped) = oneshot::channel();
        let serving = axum::serve(self.listener, self.app).with_graceful_shutdown(async move {
            stop_signal().await;
            tracing::info!("stopping");
            // The receiver is gone only when serving has already ended.
            let _ = stopping.send(());
        });
        let overdue = async {
            match stopped.await {
                Ok(()) => tokio::time::sleep(DRAIN).await,
                Err(_) => std::future::pending().await,
            }
        };
        let served = tokio::select! {
            served = serving => served.map_err(|error| Fault::running(format!("cannot serve: {}", error.kind()))),
            () = overdue => {
                tracing::warn!(seconds = DRAIN.as_secs(), "requests that did not end in time are dropped");
                Ok(())
            }
        };
        program::stop(&self.surfaces).await;
        served
    }
}

fn cannot_listen(
    address: SocketAddr,
    error: &io::Error,
) -> String {
    let cause = match error.kind() {
        ErrorKind::AddrInUse => "another program uses it".to_owned(),
        ErrorKind::AddrNotAvailable => "this machine does not have it".to_owned(),
        ErrorKind::PermissionDenied => "the system does not permit it".to_owned(),
        kind => kind.to_string(),
    };
    format!("cannot listen on {address}: {cause}; choose another with --addr or NOTES_ADDR")
}

/// Completes at ctrl-c, or at SIGTERM where it exists.
async fn stop_signal() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}
