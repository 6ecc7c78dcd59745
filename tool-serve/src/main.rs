//! Serves command-line programs to MCP clients, from a manifest alone. What a manifest is, is `tool-command`; what MCP is,
//! is `tool-mcp`; here is what whoever starts a server decides.

mod call;
mod check;
mod cli;
mod door;
mod hidden;
mod http;
mod list;
mod manifests;
mod settings;
mod stdio;
mod stop;
mod tokens;
mod watch;

use std::{
    env,
    fmt::Display,
    io::{self, IsTerminal, Write},
    process::ExitCode,
};

use tool_command::Caretaker;
use tracing_subscriber::EnvFilter;

use self::cli::{Command, Word};

/// What `check` ends with when a manifest is to be mended, and `call` when the call has failed.
const BAD: u8 = 1;

/// What the program ends with when it could not begin: an argument, a setting or a manifest that cannot be used.
const UNUSABLE: u8 = 2;

/// Why the program ends before its work: a text for whoever started it.
struct Fault(String);

impl Fault {
    fn new(text: impl Display) -> Self {
        Self(text.to_string())
    }
}

fn main() -> ExitCode {
    // Before anything is set up: this process is there to wait.
    if env::args_os().nth(1).is_some_and(|word| word == manifests::TAKE_CARE) {
        Caretaker::watch(io::stdin().lock());
        return ExitCode::SUCCESS;
    }
    serve()
}

#[tokio::main]
async fn serve() -> ExitCode {
    log();
    let ended = match Command::parse(env::args_os().skip(1), |name| env::var_os(name)) {
        Ok(command) => run(command).await,
        Err(fault) => Err(fault),
    };
    let status = ended.unwrap_or_else(|Fault(text)| {
        say(&text);
        UNUSABLE
    });
    // Nothing is left to be done, and a thread that still reads standard input would be waited for.
    std::process::exit(i32::from(status))
}

async fn run(command: Command) -> Result<u8, Fault> {
    match command.word {
        Word::Help => print(cli::HELP),
        Word::Version => print(concat!("tool-serve ", env!("CARGO_PKG_VERSION"), "\n")),
        Word::Call => call::run(&command).await,
        Word::Check => check::run(&command).await,
        Word::Http => http::run(command).await,
        Word::List => list::run(&command).await,
        Word::Stdio => stdio::run(command).await,
    }
}

/// Writes the result of a command.
fn print(text: &str) -> Result<u8, Fault> {
    let mut stdout = io::stdout();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    written.map(|()| 0).map_err(|error| Fault::new(format!("cannot write: {error}")))
}

/// Tells whoever started the program. Nobody may read it, which is no reason not to go on.
fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Logs what `RUST_LOG` asks for to standard error, since standard output belongs to the protocol. rmcp writes what clients
/// send, so it says nothing unless it is asked for by name.
fn log() {
    let asked = env::var(EnvFilter::DEFAULT_ENV).ok().filter(|asked| !asked.is_empty());
    let asked = asked.unwrap_or_else(|| "warn".to_owned());
    let directives = if asked.contains("rmcp") { asked } else { format!("{asked},rmcp=off") };
    let filter = EnvFilter::try_new(directives).unwrap_or_else(|_| EnvFilter::new("warn,rmcp=off"));
    let stderr = io::stderr;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(stderr)
        .with_ansi(stderr().is_terminal())
        .init();
}
