//! Shows the service at work: serves in a process of its own, drives that with an MCP client, and prints what was said.
//!
//! What is checked is in `checks`, which knows nothing of processes, so that tests run it against any server.

mod checks;
mod client;
mod server;
mod transcript;

pub use self::{
    checks::checks,
    transcript::{Check, Exchange, Transcript},
};

use self::server::Server;
use crate::fault::Fault;
use std::io::Write;

/// Runs the demo and prints its transcript, as JSON or as text for people.
///
/// # Errors
///
/// [`Fault`] when the server does not start, or when a check does not hold; it names the check.
pub(crate) async fn run(
    json: bool,
    stdout: &mut impl Write,
) -> Result<(), Fault> {
    let server = Server::start().await?;
    let transcript = checks(server.url(), server.tokens()).await;
    server.stop().await;

    let text = if json { transcript.to_json() } else { transcript.to_string() };
    writeln!(stdout, "{text}")
        .map_err(|error| Fault::running(format!("cannot write to stdout: {}", error.kind())))?;
    if transcript.held {
        return Ok(());
    }
    let failed = transcript.checks.iter().find_map(|check| Some((check.name, check.fault.as_ref()?)));
    let (name, fault) = failed.map_or(("none", "no check was made"), |(name, fault)| (name, fault.as_str()));
    Err(Fault::running(format!("the demo failed at the check {name}: {fault}")))
}
