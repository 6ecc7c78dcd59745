//! The command line: flags and environment to [`Cli`]. It starts nothing and prints nothing.

use crate::tokens::Tokens;
use lexopt::{Arg, Parser};
use std::{
    error::Error,
    ffi::OsString,
    fmt,
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
};

/// What `notes --help` prints.
pub const HELP: &str = "\
notes: a small service with users, projects and notes

Usage: notes [serve] [flags]

Commands:
  serve            Serve the REST API (the default)

Flags, before or after the command:
  --addr <ADDR>    Address to listen on, port 0 for a free one [env NOTES_ADDR] [default 127.0.0.1:3000]
  --db <FILE>      Database file, created when absent [env NOTES_DB] [default notes.db]
  --tokens <LIST>  Users and their tokens, alice=T1,bob=T2 [env NOTES_TOKENS] [default fresh ones, printed]
  --help           Print this text
  --version        Print the version

RUST_LOG sets how much is logged to stderr, for example RUST_LOG=warn.
";

/// What the program was asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Command {
    /// Print how to use the program.
    Help,
    /// Serve the REST API.
    Serve,
    /// Print the version.
    Version,
}

/// A command with its settings; a flag wins over the environment, which wins over the default.
#[derive(Debug)]
#[non_exhaustive]
pub struct Cli {
    /// What to do.
    pub command: Command,
    /// The address to listen on.
    pub address: SocketAddr,
    /// The database file.
    pub database: PathBuf,
    /// The tokens of the users; `None` asks for fresh ones.
    pub tokens: Option<Tokens>,
}

impl Cli {
    /// Reads arguments (without the program's name) and the environment.
    ///
    /// # Errors
    ///
    /// [`CliError`] for the first argument or variable that cannot be used.
    pub fn parse(
        arguments: impl IntoIterator<Item = OsString>,
        environment: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Self, CliError> {
        let given = Given::read(Parser::from_args(arguments))?;
        let mut cli = Self::with_defaults(given.command.unwrap_or(Command::Serve));
        if matches!(cli.command, Command::Help | Command::Version) {
            return Ok(cli);
        }
        if let Some(address) = Setting::choose(given.address, "--addr", "NOTES_ADDR", &environment) {
            cli.address =
                address.parsed(|_| "is not an IP address with a port; write for example 127.0.0.1:3000")?;
        }
        if let Some(database) = Setting::choose(given.database, "--db", "NOTES_DB", &environment) {
            cli.database = database.path()?;
        }
        if let Some(tokens) = Setting::choose(given.tokens, "--tokens", "NOTES_TOKENS", &environment) {
            cli.tokens = Some(tokens.parsed(|error| format!("cannot be used: {error}"))?);
        }
        Ok(cli)
    }

    fn with_defaults(command: Command) -> Self {
        let address = (Ipv4Addr::LOCALHOST, 3000).into();
        Self { command, address, database: PathBuf::from("notes.db"), tokens: None }
    }
}

/// The arguments as written.
#[derive(Default)]
struct Given {
    command: Option<Command>,
    address: Option<OsString>,
    database: Option<OsString>,
    tokens: Option<OsString>,
}

impl Given {
    fn read(mut parser: Parser) -> Result<Self, CliError> {
        let mut given = Self::default();
        while let Some(argument) = parser.next().map_err(|_| unreadable())? {
            match argument {
                Arg::Long("help") | Arg::Short('h') => {
                    return Self::only("--help", Command::Help, &mut parser);
                }
                Arg::Long("version") | Arg::Short('V') => {
                    return Self::only("--version", Command::Version, &mut parser);
                }
                Arg::Long("addr") => once("--addr", &mut given.address, value("--addr", &mut parser)?)?,
                Arg::Long("db") => once("--db", &mut given.database, value("--db", &mut parser)?)?,
                Arg::Long("tokens") => once("--tokens", &mut given.tokens, value("--tokens", &mut parser)?)?,
                Arg::Value(word) if word == "serve" => once("a command", &mut given.command, Command::Serve)?,
                // The word stays out of the error: after a comma that became a space it is a token.
                Arg::Value(_) => {
                    return Err(CliError("the only command is serve; see notes --help".to_owned()));
                }
                Arg::Long(name) => {
                    return Err(CliError(format!(
                        "there is no flag --{}; see notes --help",
                        name.escape_debug()
                    )));
                }
                Arg::Short(name) => {
                    return Err(CliError(format!(
                        "there is no flag -{}; see notes --help",
                        name.escape_debug()
                    )));
                }
            }
        }
        Ok(given)
    }

    // What stands after such a flag is not read, as someone who asks for help may have written it wrongly.
    fn only(
        flag: &str,
        command: Command,
        parser: &mut Parser,
    ) -> Result<Self, CliError> {
        match parser.optional_value() {
            None => Ok(Self { command: Some(command), ..Self::default() }),
            Some(_) => Err(CliError(format!("{flag} takes no value; leave it out"))),
        }
    }
}

// Reached only for a value that its flag did not take, which may be a token and is not repeated.
fn unreadable() -> CliError {
    CliError("an argument cannot be read; see notes --help".to_owned())
}

fn value(
    flag: &str,
    parser: &mut Parser,
) -> Result<OsString, CliError> {
    parser.value().map_err(|_| CliError(format!("{flag} needs a value; see notes --help")))
}

fn once<T>(
    what: &str,
    slot: &mut Option<T>,
    value: T,
) -> Result<(), CliError> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(CliError(format!("{what} is given more than once; give it once"))),
    }
}

/// A setting with the place it comes from, which its error names.
struct Setting {
    source: &'static str,
    value: OsString,
}

impl Setting {
    fn choose(
        given: Option<OsString>,
        flag: &'static str,
        variable: &'static str,
        environment: &impl Fn(&str) -> Option<OsString>,
    ) -> Option<Self> {
        let from_flag = given.map(|value| Self { source: flag, value });
        from_flag.or_else(|| environment(variable).map(|value| Self { source: variable, value }))
    }

    // The value itself stays out of every error: it may be a token.
    fn parsed<T: std::str::FromStr, M: fmt::Display>(
        self,
        explain: impl FnOnce(T::Err) -> M,
    ) -> Result<T, CliError> {
        let Some(text) = self.value.to_str() else {
            return Err(CliError(format!("{} is not UTF-8; write plain text", self.source)));
        };
        text.parse().map_err(|error| CliError(format!("{} {}", self.source, explain(error))))
    }

    fn path(self) -> Result<PathBuf, CliError> {
        if self.value.is_empty() {
            return Err(CliError(format!("{} is empty; write the path of a file", self.source)));
        }
        Ok(PathBuf::from(self.value))
    }
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
