//! The command line: flags and environment to a [`Command`]. It starts nothing and prints nothing.

mod given;
mod setting;

use self::{
    given::{Given, READS, WRITES, Word},
    setting::Setting,
};
use crate::{
    limits::PerMinute,
    tokens::{Token, Tokens},
    users::UserId,
};
use lexopt::Parser;
use std::{
    error::Error,
    ffi::OsString,
    fmt,
    net::{Ipv4Addr, SocketAddr},
    num::NonZeroU32,
    path::PathBuf,
};
use tool_mcp::http::Hosts;

/// What `notes --help` prints.
pub const HELP: &str = "\
notes: a small service with users, projects and notes

Usage: notes [serve | demo | stdio] [flags]

Commands:
  serve            Serve the REST API, and its functions as tools over MCP at /mcp (the default)
  demo             Serve in a process of its own, drive it with an MCP client, and print what was said
  stdio            Serve the tools to one user over standard input and output

Flags, before or after the command:
  --addr <ADDR>    serve: address to listen on, port 0 for a free one [env NOTES_ADDR] [default 127.0.0.1:3000]
  --hosts <LIST>   serve: names that MCP requests may be addressed to, beside the address and localhost, as behind a
                   proxy: notes.example.com,notes.example.com:8443 [env NOTES_HOSTS]
  --db <FILE>      serve, stdio: database file, created when absent [env NOTES_DB] [default notes.db]
  --tokens <LIST>  serve, stdio: users and their tokens, alice=T1,bob=T2 [env NOTES_TOKENS]
                   [default for serve: fresh ones of alice and bob, printed]
                   NOTES_TOKENS is the safe way: `ps` shows flags to every user of the machine
  --demo-data      serve, stdio: give each user a project with notes, if the database has no project yet:
                   project p_alice with notes n_alice_1 to n_alice_3, and so on
  --reads-per-minute <N>, --writes-per-minute <N>
                   serve, stdio: how often each user may call, over REST and MCP together
                   [env NOTES_READS_PER_MINUTE, NOTES_WRITES_PER_MINUTE] [default 6000 and 1200]
  --audit <FILE>   serve, stdio: keep a record of every call of a tool, as lines of JSON appended to this file
                   [env NOTES_AUDIT] [default: none are kept]
  --shared         serve, stdio: count how often users may call in the database, with every process that serves it
  --approver <USER>
                   serve, stdio: calls of tools that overwrite or delete wait for the approval of this user, at
                   POST /approvals/approve; the calls of the user's own cannot be approved
                   [env NOTES_APPROVER] [default: they need no approval]
  --as <USER>      stdio: the user, whose token is looked up in the list [default: the user of the token in NOTES_TOKEN]
  --json           demo: print the transcript as JSON
  --help           Print this text
  --version        Print the version

RUST_LOG sets how much is logged to stderr, for example RUST_LOG=warn.
";

/// What the program was asked to do; a flag wins over the environment, which wins over the default.
#[derive(Debug)]
#[non_exhaustive]
pub enum Command {
    /// Show the service at work.
    Demo {
        /// As JSON, instead of text for people.
        json: bool,
    },
    /// Print how to use the program.
    Help,
    /// Serve the REST API and the tools.
    Serve {
        /// What is served.
        storage: Storage,
        /// How often each user may call.
        limits: PerMinute,
        /// The address to listen on.
        address: SocketAddr,
        /// The names that requests may be addressed to, beside that address.
        hosts: Option<Hosts>,
        /// The tokens of the users; `None` asks for fresh ones.
        tokens: Option<Tokens>,
    },
    /// Serve the tools over standard input and output.
    Stdio {
        /// What is served.
        storage: Storage,
        /// How often each user may call.
        limits: PerMinute,
        /// The tokens of the users.
        tokens: Tokens,
        /// The credential of the one user who is served.
        token: Token,
    },
    /// Print the version.
    Version,
}

/// The database that is served, and where is kept what was done to it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Storage {
    /// The file.
    pub database: PathBuf,
    /// Whether to give each user something to start with.
    pub demo_data: bool,
    /// The file that records of calls are appended to.
    pub audit: Option<PathBuf>,
    /// Whether other processes serve the database too, and count with this one how often users call.
    pub shared: bool,
    /// The user who approves calls that overwrite or delete.
    pub approver: Option<UserId>,
}

impl Command {
    /// Reads arguments (without the program's name) and the environment.
    ///
    /// # Errors
    ///
    /// [`CliError`] for the first argument or variable that cannot be used.
    pub fn parse(
        arguments: impl IntoIterator<Item = OsString>,
        environment: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Self, CliError> {
        let mut given = Given::read(Parser::from_args(arguments))?;
        Ok(match given.command() {
            Word::Demo => Self::Demo { json: given.json.is_some() },
            Word::Help => Self::Help,
            Word::Serve => Self::Serve {
                storage: storage(&mut given, &environment)?,
                address: address(given.address, &environment)?,
                hosts: hosts(given.hosts, &environment)?,
                limits: limits(given.reads, given.writes, &environment)?,
                tokens: tokens(given.tokens, &environment)?,
            },
            Word::Stdio => {
                let storage = storage(&mut given, &environment)?;
                let (tokens, token) = login(given.user, tokens(given.tokens, &environment)?, &environment)?;
                let limits = limits(given.reads, given.writes, &environment)?;
                Self::Stdio { storage, limits, tokens, token }
            }
            Word::Version => Self::Version,
        })
    }
}

fn address(
    given: Option<OsString>,
    environment: &impl Fn(&str) -> Option<OsString>,
) -> Result<SocketAddr, CliError> {
    let Some(address) = Setting::choose(given, "--addr", "NOTES_ADDR", environment) else {
        return Ok((Ipv4Addr::LOCALHOST, 3000).into());
    };
    address.parsed(|_| "is not an IP address with a port; write for example 127.0.0.1:3000")
}

fn hosts(
    given: Option<OsString>,
    environment: &impl Fn(&str) -> Option<OsString>,
) -> Result<Option<Hosts>, CliError> {
    let hosts = Setting::choose(given, "--hosts", "NOTES_HOSTS", environment);
    hosts.map(|hosts| hosts.parsed(|error| format!("cannot be used: {error}"))).transpose()
}

fn storage(
    given: &mut Given,
    environment: &impl Fn(&str) -> Option<OsString>,
) -> Result<Storage, CliError> {
    let database = Setting::choose(given.database.take(), "--db", "NOTES_DB", environment);
    let database = database.map_or_else(|| Ok(PathBuf::from("notes.db")), Setting::path)?;
    let audit = Setting::choose(given.audit.take(), "--audit", "NOTES_AUDIT", environment);
    let audit = audit.map(Setting::path).transpose()?;
    let approver = Setting::choose(given.approver.take(), "--approver", "NOTES_APPROVER", environment);
    let approver =
        approver.map(|user| user.parsed(|error| format!("cannot be used: {error}"))).transpose()?;
    let (demo_data, shared) = (given.demo_data.is_some(), given.shared.is_some());
    Ok(Storage { database, demo_data, audit, shared, approver })
}

fn limits(
    reads: Option<OsString>,
    writes: Option<OsString>,
    environment: &impl Fn(&str) -> Option<OsString>,
) -> Result<PerMinute, CliError> {
    let number = |given, flag, variable, default| {
        let Some(number) = Setting::choose(given, flag, variable, environment) else { return Ok(default) };
        let number = number.parsed(|_| "is not a number from 1 to 4294967295; write for example 600");
        number.map(NonZeroU32::get)
    };
    let default = PerMinute::default();
    Ok(PerMinute {
        reads: number(reads, READS, "NOTES_READS_PER_MINUTE", default.reads)?,
        writes: number(writes, WRITES, "NOTES_WRITES_PER_MINUTE", default.writes)?,
    })
}

fn tokens(
    given: Option<OsString>,
    environment: &impl Fn(&str) -> Option<OsString>,
) -> Result<Option<Tokens>, CliError> {
    let tokens = Setting::choose(given, "--tokens", "NOTES_TOKENS", environment);
    tokens.map(|tokens| tokens.parsed(|error| format!("cannot be used: {error}"))).transpose()
}

fn login(
    user: Option<OsString>,
    tokens: Option<Tokens>,
    environment: &impl Fn(&str) -> Option<OsString>,
) -> Result<(Tokens, Token), CliError> {
    let needs = |what: &str| CliError(format!("stdio needs {what}"));
    let tokens =
        tokens.ok_or_else(|| needs("the tokens of the users; give them with --tokens or NOTES_TOKENS"))?;
    let login = Setting::choose(user, "--as", "NOTES_TOKEN", environment)
        .ok_or_else(|| needs("a user; write --as USER, or set NOTES_TOKEN to the token of one"))?;
    let token = login.credential(&tokens)?;
    Ok((tokens, token))
}

/// An argument or a variable that cannot be used: one line that says what to write instead.
#[derive(Debug, PartialEq, Eq)]
pub struct CliError(String);

impl fmt::Display for CliError {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for CliError {}
