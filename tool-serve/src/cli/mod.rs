//! The command line as written: words and flags. What is made of them together with the environment and the file is
//! `settings`. It starts nothing and prints nothing.

use std::{ffi::OsString, path::PathBuf};

use lexopt::{Arg, Parser, ValueExt};

use crate::{
    Fault,
    settings::{Address, ApiPath, Layer, Prefix, Program, Settings, Source, Value},
};

/// What `tool-serve --help` prints.
pub(crate) const HELP: &str = "\
tool-serve: command-line programs as tools of an MCP client, from a manifest alone

Usage: tool-serve <check | list | call NAME | stdio | http> [flags] [MANIFEST ..] [-- PROGRAM ..]

Commands:
  check            Say what is offered, what is not and why; exit 1 for a tool to mend, 2 for a manifest that cannot be used
  list             Print the tools that an outside caller sees
  call NAME        Run one tool, as an outside caller would, and print its result; exit 1 when it failed
  stdio            Serve one client over standard input and output
  http             Serve over Streamable HTTP

A MANIFEST is TOML, or JSON when its name ends in .json. PROGRAM is the program of tools that name none; its words are split
at blanks, and nothing else is made of them.

Flags, before or after the command:
  --config <FILE>          settings, in TOML, as in docs/settings.md of this crate [env TOOL_SERVE_CONFIG] [default none]
  --strict-config          end with 2 when the settings cannot be used; else the server starts, and offers nothing
  --cwd <FOLDER>           where programs run [env TOOL_SERVE_CWD] [default .]
  --timeout-secs <N>       time limit of tools that state none, 0 for none [env TOOL_SERVE_TIMEOUT_SECS]
                           [default 600 for operations; others have 50 at most, since clients wait no longer]
  --hide <PREFIX>          hide tools whose ids begin so; may be given more than once
  --unhide <PREFIX>        take a prefix off the list of those that are hidden anyway
  --audit <FILE>           append a record of each call, as lines of JSON [env TOOL_SERVE_AUDIT]
  --running <N>            how many calls run at once, one caller three quarters of them at most [default 64]
  --reads-per-minute <N>, --writes-per-minute <N>
                           how often each caller may call [default 600 and 60]
  --json                   list: print JSON
  --arg <NAME=VALUE>       call: one argument; a value of a list is given by one --arg each
  --watch                  stdio, http: load a manifest anew when it changes; one that cannot be used changes nothing
  --addr <ADDR>            http: address to listen on [env TOOL_SERVE_ADDR] [default 127.0.0.1:8080]
  --api-path <PATH>        http: path of the endpoint [default /mcp]
  --tokens <FILE>          http: lines of a caller and its token; without it, only this machine is served
                           [env TOOL_SERVE_TOKENS]
  --host <NAME>            http: a name that the server answers to; may be given more than once [default those of loopback]
  --origin <ORIGIN>        http: a web page that may use the server; may be given more than once [default none]
  --help, --version

TOOL_SERVE_COMMAND is the PROGRAM when none is given. RUST_LOG sets how much is logged, to standard error;
of the MCP library, which logs what clients send, only what it names.
";

/// What the program is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Call,
    Check,
    Help,
    Http,
    List,
    Stdio,
    Version,
}

/// What the program is asked to do, with everything that was decided about it.
#[derive(Debug)]
pub(crate) struct Command {
    pub(crate) word: Word,
    /// The tool to call.
    pub(crate) tool: Option<String>,
    /// The arguments of the call, as they are written.
    pub(crate) arguments: Vec<(String, String)>,
    pub(crate) json: bool,
    pub(crate) watch: bool,
    pub(crate) settings: Settings,
}

/// The command line, before anything is looked up.
#[derive(Debug, Default)]
struct Given {
    word: Option<Word>,
    tool: Option<String>,
    arguments: Vec<(String, String)>,
    json: bool,
    watch: bool,
    config: Option<PathBuf>,
    strict: bool,
    layer: Layer,
}

impl Command {
    /// Reads arguments, the environment and the file of settings.
    ///
    /// # Errors
    ///
    /// The first argument or variable that cannot be used. A file that cannot be used is an error with
    /// `--strict-config` only; else it is a fault of the settings.
    pub(crate) fn parse(
        arguments: impl IntoIterator<Item = OsString>,
        environment: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Self, Fault> {
        let given = Given::read(Parser::from_args(arguments))?;
        let Some(word) = given.word else {
            return Err(Fault::new(
                "say what to do: check, list, call, stdio or http; see tool-serve --help",
            ));
        };
        let of_environment = Layer::of_environment(&environment)?;
        let file = given.config.or_else(|| {
            let named = environment("TOOL_SERVE_CONFIG").filter(|name| !name.is_empty());
            named.map(PathBuf::from)
        });
        let settings = match word {
            Word::Help | Word::Version => Settings::default(),
            _ => Settings::of(given.layer, of_environment, file.as_deref(), given.strict)?,
        };
        let Given { tool, arguments, json, watch, .. } = given;
        Ok(Self { word, tool, arguments, json, watch, settings })
    }
}

impl Given {
    fn read(mut parser: Parser) -> Result<Self, Fault> {
        let mut given = Self::default();
        while let Some(argument) = given.program(&mut parser)? {
            match argument {
                Owned::Flag(flag) => given.flag(&flag, &mut parser)?,
                Owned::Value(value) => given.value(value)?,
            }
            if matches!(given.word, Some(Word::Help | Word::Version)) {
                return Ok(given);
            }
        }
        given.misplaced().map_or(Ok(given), Err)
    }

    /// Returns the next argument; what stands after `--` is the program, all of it.
    fn program(&mut self, parser: &mut Parser) -> Result<Option<Owned>, Fault> {
        if let Some(mut raw) = parser.try_raw_args()
            && raw.peek().is_some_and(|next| next == "--")
        {
            raw.next();
            let words: Vec<_> = raw.map(text).collect::<Result<_, _>>()?;
            self.layer.program = Some(Program::of(words)?);
            return Ok(None);
        }
        let next = parser.next().map_err(|error| Fault::new(format!("{error}; see tool-serve --help")))?;
        Ok(next.map(|argument| match argument {
            Arg::Long(name) => Owned::Flag(format!("--{name}")),
            Arg::Short('h') => Owned::Flag("--help".to_owned()),
            Arg::Short('V') => Owned::Flag("--version".to_owned()),
            Arg::Short(name) => Owned::Flag(format!("-{name}")),
            Arg::Value(value) => Owned::Value(value),
        }))
    }

    fn value(&mut self, value: OsString) -> Result<(), Fault> {
        match self.word {
            None => {
                let words = [
                    ("call", Word::Call),
                    ("check", Word::Check),
                    ("http", Word::Http),
                    ("list", Word::List),
                    ("stdio", Word::Stdio),
                ];
                let word = words.into_iter().find(|(name, _)| value == *name).map(|(_, word)| word);
                let unknown =
                    || Fault::new(format!("{} is no command; see tool-serve --help", value.display()));
                self.word = Some(word.ok_or_else(unknown)?);
            }
            Some(Word::Call) if self.tool.is_none() => self.tool = Some(text(value)?),
            Some(_) => self.layer.manifests.get_or_insert_default().push(Source::new(value)),
        }
        Ok(())
    }

    fn flag(&mut self, flag: &str, parser: &mut Parser) -> Result<(), Fault> {
        let mut value = || text(parser.value().map_err(|_| Fault::new(format!("{flag} needs a value")))?);
        let layer = &mut self.layer;
        match flag {
            "--help" => self.word = Some(Word::Help),
            "--version" => self.word = Some(Word::Version),
            "--json" => self.json = true,
            "--watch" => self.watch = true,
            "--strict-config" => self.strict = true,
            "--config" => once(flag, &mut self.config, value()?.into())?,
            "--arg" => self.arguments.push(pair(&value()?)?),
            "--cwd" => once(flag, &mut layer.cwd, value()?.into())?,
            "--timeout-secs" => once(flag, &mut layer.timeout_secs, number(flag, &value()?)?)?,
            "--hide" => layer.hide.get_or_insert_default().push(Prefix::of(value()?)?),
            "--unhide" => layer.unhide.get_or_insert_default().push(value()?),
            "--audit" => once(flag, &mut layer.audit, value()?.into())?,
            "--running" => once(flag, &mut layer.running, count(flag, &value()?)?)?,
            "--reads-per-minute" => once(flag, &mut layer.reads_per_minute, count(flag, &value()?)?)?,
            "--writes-per-minute" => once(flag, &mut layer.writes_per_minute, count(flag, &value()?)?)?,
            "--addr" => once(flag, &mut layer.addr, Address::of(value()?)?)?,
            "--api-path" => once(flag, &mut layer.api_path, ApiPath::of(value()?)?)?,
            "--tokens" => once(flag, &mut layer.tokens, value()?.into())?,
            "--host" => layer.hosts.get_or_insert_default().push(value()?),
            "--origin" => layer.origins.get_or_insert_default().push(value()?),
            _ => return Err(Fault::new(format!("there is no flag {flag}; see tool-serve --help"))),
        }
        Ok(())
    }

    /// Finds a flag that the command would ignore.
    fn misplaced(&self) -> Option<Fault> {
        let layer = &self.layer;
        let serving = &[Word::Http, Word::Stdio][..];
        let flags = [
            ("--json", self.json, &[Word::List][..]),
            ("--arg", !self.arguments.is_empty(), &[Word::Call]),
            ("--watch", self.watch, serving),
            ("--addr", layer.addr.is_some(), &[Word::Http]),
            ("--api-path", layer.api_path.is_some(), &[Word::Http]),
            ("--tokens", layer.tokens.is_some(), &[Word::Http]),
            ("--host", layer.hosts.is_some(), &[Word::Http]),
            ("--origin", layer.origins.is_some(), &[Word::Http]),
        ];
        let word = self.word?;
        let (flag, ..) = flags.into_iter().find(|(_, given, words)| *given && !words.contains(&word))?;
        Some(Fault::new(format!("{flag} is for another command; see tool-serve --help")))
    }
}

/// An argument that is no longer borrowed from the parser.
enum Owned {
    Flag(String),
    Value(OsString),
}

fn text(value: OsString) -> Result<String, Fault> {
    value.string().map_err(|_| Fault::new("an argument is no UTF-8 text"))
}

fn once<T>(flag: &str, slot: &mut Option<T>, value: T) -> Result<(), Fault> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(Fault::new(format!("{flag} is given more than once; give it once"))),
    }
}

/// Reads a number of a flag or a variable.
pub(crate) fn number<T: std::str::FromStr>(name: &str, text: &str) -> Result<T, Fault> {
    text.parse().map_err(|_| Fault::new(format!("{name} is {text:?}, which is not a whole number from 0 on")))
}

/// Reads a number of a flag that cannot be zero.
fn count<T: std::str::FromStr>(name: &str, text: &str) -> Result<T, Fault> {
    text.parse().map_err(|_| Fault::new(format!("{name} is {text:?}, which is not a whole number from 1 on")))
}

fn pair(text: &str) -> Result<(String, String), Fault> {
    let pair = text.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
    pair.ok_or_else(|| Fault::new("--arg has no `=`; write --arg name=value"))
}
