//! Runs the program: does what the command line asks for, and says in one line why it could not.
//!
//! A fault at start is one line on stderr and exit code 2; a fault while running is exit code 1.

use crate::{
    cli::{self, Command, Storage},
    demo, demo_data,
    fault::Fault,
    limits::PerMinute,
    serve::Start,
    service::Service,
    shared::{Approvals, SharedLimits},
    stdio,
    store::NoteStore,
    tokens::Tokens,
    tools::Surfaces,
};
use std::{
    ffi::OsString,
    fmt,
    io::{self, IsTerminal, Write},
    path::Path,
    process::ExitCode,
    time::Duration,
};
use tool_core::{AuditLog, JsonLines};
use tracing_subscriber::EnvFilter;

/// Runs the program with the given arguments (without its name), environment and output streams.
///
/// Standard output of `stdio` belongs to the protocol, and is the process's own.
pub async fn run(
    arguments: impl IntoIterator<Item = OsString>,
    environment: impl Fn(&str) -> Option<OsString>,
    stdout: &mut impl Write,
    stderr: &mut impl Write,
) -> ExitCode {
    let outcome = match Command::parse(arguments, environment) {
        Ok(command) => execute(command, stdout).await,
        Err(error) => Err(Fault::start(error)),
    };
    let Err(fault) = outcome else { return ExitCode::SUCCESS };
    // When stderr is closed too, the exit code is all that is left to tell.
    let _ = writeln!(stderr, "notes: {}", fault.line);
    ExitCode::from(fault.exit)
}

async fn execute(
    command: Command,
    stdout: &mut impl Write,
) -> Result<(), Fault> {
    let unwritable = |error: io::Error| Fault::running(format!("cannot write to stdout: {}", error.kind()));
    match command {
        Command::Demo { json } => {
            log_to_stderr("warn");
            demo::run(json, stdout).await
        }
        Command::Help => stdout.write_all(cli::HELP.as_bytes()).map_err(unwritable),
        Command::Serve { storage, limits, address, hosts, tokens } => {
            log_to_stderr("info");
            let start = Start::new(&storage, limits, address, hosts, tokens).await?;
            start.announce(stdout).map_err(unwritable)?;
            start.serve().await
        }
        Command::Stdio { storage, limits, tokens, token } => {
            log_to_stderr("warn");
            stdio::serve(&storage, limits, &tokens, &token).await
        }
        Command::Version => writeln!(stdout, "notes {}", env!("CARGO_PKG_VERSION")).map_err(unwritable),
    }
}

fn audit_log(file: &Path) -> Result<AuditLog, Fault> {
    let unusable = |error: io::Error| {
        let file = file.display();
        Fault::start(format!(
            "cannot keep records in {file}: {error}; choose another file with --audit or NOTES_AUDIT"
        ))
    };
    AuditLog::to(JsonLines::append(file).map_err(unusable)?).start().map_err(unusable)
}

/// Opens the database, and puts the service together.
pub(crate) async fn service(
    storage: &Storage,
    limits: PerMinute,
    tokens: &Tokens,
) -> Result<Service, Fault> {
    let unusable = |error: &dyn fmt::Display| {
        let file = storage.database.display();
        Fault::start(format!("cannot use the database {file}: {error}; choose another with --db or NOTES_DB"))
    };
    let store = NoteStore::open(&storage.database).map_err(|error| unusable(&error))?;
    if storage.demo_data {
        let users = tokens.iter().map(|(user, _)| user.clone()).collect();
        demo_data::fill(&store, users).await.map_err(|error| unusable(&error))?;
    }
    let service = if storage.shared {
        Service::new(store.clone(), tokens, SharedLimits::new(store, limits))
    } else {
        Service::new(store, tokens, limits.quotas().map_err(Fault::start)?)
    };
    let service = match &storage.approver {
        Some(approver) => {
            let approver = service.users.named(approver.as_str()).ok_or_else(|| {
                Fault::start(format!(
                    "--approver {approver} is no user; name one of --tokens or NOTES_TOKENS"
                ))
            })?;
            let approvals =
                Approvals::by(approver, &service.store).await.map_err(|error| unusable(&error))?;
            service.with_approvals(approvals)
        }
        None => service,
    };
    match &storage.audit {
        Some(file) => Ok(service.with_audit(audit_log(file)?)),
        None => Ok(service),
    }
}

/// Ends what still runs when nobody is served any more: requests have had their time, so it is told to stop at once.
pub(crate) async fn stop(surfaces: &Surfaces) {
    let report = surfaces.outside.invoker().shutdown(Duration::ZERO).await;
    if !report.is_clean() {
        tracing::warn!(?report, "calls were still running");
    }
}

/// Logs what `RUST_LOG` asks for, else what is at least of `level`; of the MCP library nothing, as it logs arguments.
fn log_to_stderr(level: &str) {
    let asked = std::env::var(EnvFilter::DEFAULT_ENV).unwrap_or_else(|_| level.to_owned());
    let filter = EnvFilter::try_new(format!("{asked},rmcp=off"))
        .unwrap_or_else(|_| EnvFilter::new(format!("{level},rmcp=off")));
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal());
    // A host that already logs keeps its own subscriber.
    let _ = subscriber.try_init();
}
