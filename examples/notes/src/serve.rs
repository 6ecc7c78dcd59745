//! Runs the program: starts what the command line asks for, and stops it in order.
//!
//! A fault at start is one line on stderr and exit code 2; a fault while serving is exit code 1.

use crate::{
    cli::{self, Cli, Command},
    rest::app,
    service::Service,
    store::NoteStore,
    tokens::Tokens,
};
use std::{
    ffi::OsString,
    fmt,
    io::{self, ErrorKind, IsTerminal, Write},
    net::SocketAddr,
    process::ExitCode,
    time::Duration,
};
use tokio::{net::TcpListener, sync::oneshot};
use tracing_subscriber::EnvFilter;

/// How long requests may still run after the signal to stop; a client that never finishes must not prevent it.
const DRAIN: Duration = Duration::from_secs(10);

/// Runs the program with the given arguments (without its name), environment and output streams.
pub async fn run(
    arguments: impl IntoIterator<Item = OsString>,
    environment: impl Fn(&str) -> Option<OsString>,
    stdout: &mut impl Write,
    stderr: &mut impl Write,
) -> ExitCode {
    let outcome = match Cli::parse(arguments, environment) {
        Ok(cli) => execute(cli, stdout).await,
        Err(error) => Err(Fault::start(error)),
    };
    let Err(fault) = outcome else { return ExitCode::SUCCESS };
    // When stderr is closed too, the exit code is all that is left to tell.
    let _ = writeln!(stderr, "notes: {}", fault.line);
    ExitCode::from(fault.exit)
}

/// Why the program ends early.
struct Fault {
    line: String,
    exit: u8,
}

impl Fault {
    fn start(line: impl fmt::Display) -> Self {
        Self { line: line.to_string(), exit: 2 }
    }

    fn running(line: impl fmt::Display) -> Self {
        Self { line: line.to_string(), exit: 1 }
    }
}

async fn execute(
    cli: Cli,
    stdout: &mut impl Write,
) -> Result<(), Fault> {
    let unwritable = |error: io::Error| Fault::running(format!("cannot write to stdout: {}", error.kind()));
    match cli.command {
        Command::Help => stdout.write_all(cli::HELP.as_bytes()).map_err(unwritable),
        Command::Version => writeln!(stdout, "notes {}", env!("CARGO_PKG_VERSION")).map_err(unwritable),
        Command::Serve => {
            let start = Start::new(cli).await?;
            start.announce(stdout).map_err(unwritable)?;
            start.serve().await
        }
    }
}

/// A service that holds its database and its port, ready to serve.
struct Start {
    service: Service,
    listener: TcpListener,
    address: SocketAddr,
    /// The tokens that nobody knows yet.
    fresh: Option<Tokens>,
}

impl Start {
    async fn new(cli: Cli) -> Result<Self, Fault> {
        log_to_stderr();
        let (tokens, fresh) = match cli.tokens {
            Some(tokens) => (tokens, false),
            None => (
                Tokens::generate().map_err(|error| Fault::start(format!("cannot make tokens: {error}")))?,
                true,
            ),
        };
        let store = NoteStore::open(&cli.database).map_err(|error| {
            let file = cli.database.display();
            Fault::start(format!(
                "cannot use the database {file}: {error}; choose another with --db or NOTES_DB"
            ))
        })?;
        let unbound = |error: io::Error| Fault::start(cannot_listen(cli.address, &error));
        let listener = TcpListener::bind(cli.address).await.map_err(unbound)?;
        let address = listener.local_addr().map_err(unbound)?;
        let service = Service::new(store, &tokens);
        Ok(Self { service, listener, address, fresh: fresh.then_some(tokens) })
    }

    fn announce(
        &self,
        stdout: &mut impl Write,
    ) -> io::Result<()> {
        writeln!(stdout, "notes serves http://{}", self.address)?;
        for (user, token) in self.fresh.iter().flat_map(Tokens::iter) {
            writeln!(stdout, "token of {user}: {token}")?;
        }
        stdout.flush()
    }

    async fn serve(self) -> Result<(), Fault> {
        let (stopping, stopped) = oneshot::channel();
        let serving = axum::serve(self.listener, app(&self.service)).with_graceful_shutdown(async move {
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
        tokio::select! {
            served = serving => served.map_err(|error| Fault::running(format!("cannot serve: {}", error.kind()))),
            () = overdue => {
                tracing::warn!(seconds = DRAIN.as_secs(), "requests that did not end in time are dropped");
                Ok(())
            }
        }
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

fn log_to_stderr() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal());
    // A host that already logs keeps its own subscriber.
    let _ = subscriber.try_init();
}
