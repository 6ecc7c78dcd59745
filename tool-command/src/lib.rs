//! Command-line programs as tools of `tool-core`, from a manifest alone.
//!
//! A [`Manifest`] is data: what each tool is called, what it takes, and with which list of arguments its program is
//! started. A [`Projection`] makes tools of it for one [`Host`], which a [`Registry`](tool_core::Registry) takes like any
//! others. So they are listed and called through the same door, with the same limits and records.
//!
//! ```text
//! manifest -> projection -> Tool          what a tool is, and how it runs on this host
//! arguments -> types -> list -> program   what a call is; no text is ever put together to a command line
//! ```
//!
//! # A manifest
//!
//! ```toml
//! version = 1
//!
//! [[tool]]
//! id = "git::log"                         # the name in the registry
//! title = "List commits"                  # for people
//! summary = "Lists commits, newest first." # for the model
//! exposure = "external"                   # or "both"; without it, "internal"
//! effect = "read_only"                    # or "additive"; without it, "destructive"
//! environment = ["PATH"]                  # the only variables that the program gets
//! requires = [{ program = { name = "git", minimum_version = "2.32" } }, { file = ".git" }]
//! run.command = { program = "git", arguments = ["log", "--oneline"], separator = true }
//!
//! [[tool.input]]
//! name = "limit"
//! description = "At most this many commits."
//! type = "integer"
//! minimum = 1
//! maximum = 200
//! required = true
//! travels = { joined = "--max-count" }    # one element: --max-count=20
//!
//! [[tool.input]]
//! name = "paths"
//! description = "Only commits that changed one of these."
//! type = "path"                           # below the folder of the tool, whatever links there are
//! repeated = true                         # a list; as a flag, the flag once for each
//! travels = "positional"                  # after all flags, and after `--` where the program takes it
//! ```
//!
//! All keys are in `manifest.schema.json` beside this crate, with what each is for.
//!
//! | type | a value is | has to say |
//! |---|---|---|
//! | `boolean` | there or not, as a flag | |
//! | `date`, `semver`, `uuid` | what the word says, in one form of each | |
//! | `enum` | one of some words | `values` |
//! | `id` | letters, digits, `.`, `_` and `-` | |
//! | `integer`, `number` | within bounds | `minimum`, `maximum` |
//! | `path` | in a folder, and there; or not there yet, with `new` | |
//! | `pattern` | a text that matches as a whole | `pattern` |
//! | `text` | any text, on standard input only | |
//!
//! A pattern says which characters it takes. One with `.`, with a class of what a character is not, such as `[^/]`, or with a
//! class of blanks and quotes bounds nothing, and counts as any text.
//!
//! | way to run | is |
//! |---|---|
//! | `run.in_process` | a function that the host registered; it is preferred |
//! | `run.command` | a program of this machine |
//! | `run.container` | a program in a pinned image, without network, its file system read-only |
//! | `run.mcp` | reached over MCP already: described, and never offered again |
//!
//! A tool that comes from an engine may say in the words of that engine whether it is exposed: `metadata.mcp.expose = true` is
//! `exposure = "both"`, and anything else there is `internal`. What says nothing at all is internal, too, unless the host says
//! otherwise of the whole manifest ([`Manifest::expose_unless_denied`]).
//!
//! | output | is |
//! |---|---|
//! | `text` | what the program prints, cut at a limit and the cut said |
//! | `json` | one value, checked against `schema` or `schema_file` |
//! | `envelope` | one line with `schema`, `ok` and `failures`, passed on byte for byte; every refusal is one too |
//!
//! # What is promised
//!
//! * A program is started with a list of arguments. There is no function here that takes or returns a command line.
//! * A value becomes an element only after it was parsed to its type. An input that takes any text does not become an
//!   element at all: its tool is omitted.
//! * What a program would read as a flag is refused before anything is started, unless its input is joined to a flag.
//! * A program gets the variables that its manifest names and no others, a closed standard input unless an input travels
//!   there, and two pipes that are read to a limit.
//! * When a call ends, for whatever reason, nothing of its process group is left; see [`Running`] and [`Caretaker`] for the
//!   one end at which no process can see to that itself.
//! * What is not written is the most restrictive: internal, destructive, no variable, no input.
//! * A manifest names folders and files below the folder of its host, or beside itself, and none elsewhere.
//!
//! # What cannot be promised
//!
//! * A path is looked at, and then it is the program that opens it. Whoever can write to the folder in between can put a
//!   link there, as [`ConfinedPath`](tool_core::ConfinedPath) says; a program in a container sees its mounts only.
//! * A program is looked for when its manifest is projected, and that file is started from then on, whatever it is by then:
//!   whoever can replace a program can have it run. A minimum version is of the moment in which it was asked for.
//! * What the server itself inherited and did not close, such as a pipe of the shell that started it, its programs inherit.
//! * A program that leaves its group, with `setsid` or as a service that it asks for, is not found again. It is not waited
//!   for either.
//! * Where this process is the first of a container (PID 1), what its programs leave behind becomes its child, and it
//!   reaps only what it started itself. Run it below an init, such as `docker run --init`.
//! * What a program does with its arguments, the configuration that it reads and the network that it has are its own.
//!
//! # What it fails with
//!
//! [`codes`] are the words for programs. What a program wrote to its standard error is shown to callers only where the
//! manifest says `show_errors`.

#[cfg(not(unix))]
compile_error!(
    "tool-command is for Unix: it stops a program with everything that the program started, as a process group, which this \
     system does not have; on Windows, build it in WSL"
);

mod argument;
mod argv;
mod arm;
mod below;
mod bind;
mod catalogue;
mod codes;
mod envelope;
mod exposure;
mod facts;
mod fault;
mod host;
mod manifest;
mod omission;
mod projection;
mod requirement;
mod result;
mod run;
mod text_file;
mod tool;
mod unique;
mod value;
mod ways;

pub use self::{
    argv::Argv,
    codes::codes,
    fault::{ManifestError, ManifestErrors, Place},
    host::Host,
    manifest::{Format, Manifest},
    omission::{Omitted, OmittedReason},
    projection::{Projection, Remark},
    run::{Caretaker, Running},
    tool::{CommandTool, NoArgv},
};
