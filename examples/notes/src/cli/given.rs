//! The arguments as written, before anything is looked up or parsed.

use super::CliError;
use lexopt::{Arg, Parser};
use std::{ffi::OsString, fmt};

/// The flags that are named in two places.
pub(super) const READS: &str = "--reads-per-minute";
pub(super) const WRITES: &str = "--writes-per-minute";

/// A command by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Demo,
    Help,
    Serve,
    Stdio,
    Version,
}

impl Word {
    /// Reads the name of a command; help and version are flags.
    fn named(name: &OsString) -> Option<Self> {
        [Self::Demo, Self::Serve, Self::Stdio].into_iter().find(|word| *name == *word.to_string())
    }
}

impl fmt::Display for Word {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        f.write_str(match self {
            Self::Demo => "demo",
            Self::Help => "--help",
            Self::Serve => "serve",
            Self::Stdio => "stdio",
            Self::Version => "--version",
        })
    }
}

/// The arguments as written.
#[derive(Default)]
pub(super) struct Given {
    command: Option<Word>,
    pub(super) address: Option<OsString>,
    pub(super) approver: Option<OsString>,
    pub(super) audit: Option<OsString>,
    pub(super) database: Option<OsString>,
    pub(super) tokens: Option<OsString>,
    pub(super) user: Option<OsString>,
    pub(super) demo_data: Option<()>,
    pub(super) hosts: Option<OsString>,
    pub(super) json: Option<()>,
    pub(super) reads: Option<OsString>,
    pub(super) shared: Option<()>,
    pub(super) writes: Option<OsString>,
}

impl Given {
    pub(super) fn read(mut parser: Parser) -> Result<Self, CliError> {
        let mut given = Self::default();
        while let Some(argument) = parser.next().map_err(|_| unreadable())? {
            match argument {
                Arg::Long("help") | Arg::Short('h') => {
                    return Self::only("--help", Word::Help, &mut parser);
                }
                Arg::Long("version") | Arg::Short('V') => {
                    return Self::only("--version", Word::Version, &mut parser);
                }
                Arg::Long("addr") => once("--addr", &mut given.address, value("--addr", &mut parser)?)?,
                Arg::Long("approver") => {
                    once("--approver", &mut given.approver, value("--approver", &mut parser)?)?;
                }
                Arg::Long("as") => once("--as", &mut given.user, value("--as", &mut parser)?)?,
                Arg::Long("audit") => once("--audit", &mut given.audit, value("--audit", &mut parser)?)?,
                Arg::Long("db") => once("--db", &mut given.database, value("--db", &mut parser)?)?,
                Arg::Long("demo-data") => once("--demo-data", &mut given.demo_data, ())?,
                Arg::Long("hosts") => once("--hosts", &mut given.hosts, value("--hosts", &mut parser)?)?,
                Arg::Long("json") => once("--json", &mut given.json, ())?,
                Arg::Long("reads-per-minute") => {
                    once(READS, &mut given.reads, value(READS, &mut parser)?)?;
                }
                Arg::Long("shared") => once("--shared", &mut given.shared, ())?,
                Arg::Long("tokens") => once("--tokens", &mut given.tokens, value("--tokens", &mut parser)?)?,
                Arg::Long("writes-per-minute") => {
                    once(WRITES, &mut given.writes, value(WRITES, &mut parser)?)?;
                }
                Arg::Value(name) => {
                    // The word stays out of the error: after a comma that became a space it is a token.
                    let unknown = "the commands are serve, demo and stdio; see notes --help";
                    let word = Word::named(&name).ok_or_else(|| CliError(unknown.to_owned()))?;
                    once("a command", &mut given.command, word)?;
                }
                Arg::Long(name) => return Err(no_flag("--", name.escape_debug())),
                Arg::Short(name) => return Err(no_flag("-", name.escape_debug())),
            }
        }
        given.misplaced().map_or(Ok(given), Err)
    }

    pub(super) fn command(&self) -> Word {
        self.command.unwrap_or(Word::Serve)
    }

    // What stands after such a flag is not read, as someone who asks for help may have written it wrongly.
    fn only(
        flag: &str,
        command: Word,
        parser: &mut Parser,
    ) -> Result<Self, CliError> {
        match parser.optional_value() {
            None => Ok(Self { command: Some(command), ..Self::default() }),
            Some(_) => Err(CliError(format!("{flag} takes no value; leave it out"))),
        }
    }

    /// Finds a flag that the command would ignore.
    fn misplaced(&self) -> Option<CliError> {
        let serving = &[Word::Serve, Word::Stdio][..];
        let flags = [
            ("--addr", self.address.is_some(), &[Word::Serve][..]),
            ("--approver", self.approver.is_some(), serving),
            ("--audit", self.audit.is_some(), serving),
            ("--as", self.user.is_some(), &[Word::Stdio]),
            ("--db", self.database.is_some(), serving),
            ("--demo-data", self.demo_data.is_some(), serving),
            ("--hosts", self.hosts.is_some(), &[Word::Serve]),
            ("--json", self.json.is_some(), &[Word::Demo]),
            (READS, self.reads.is_some(), serving),
            ("--shared", self.shared.is_some(), serving),
            ("--tokens", self.tokens.is_some(), serving),
            (WRITES, self.writes.is_some(), serving),
        ];
        let command = self.command();
        let (flag, _, commands) =
            flags.into_iter().find(|(_, given, commands)| *given && !commands.contains(&command))?;
        let commands: Vec<_> = commands.iter().map(|word| format!("notes {word}")).collect();
        Some(CliError(format!("{flag} belongs to {}, and not to notes {command}", commands.join(" and "))))
    }
}

fn no_flag(
    dashes: &str,
    name: impl fmt::Display,
) -> CliError {
    CliError(format!("there is no flag {dashes}{name}; see notes --help"))
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
