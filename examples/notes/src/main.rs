//! The `notes` program: hands arguments, environment and the standard streams to the library.

use std::{env, io, process::ExitCode};

#[tokio::main]
async fn main() -> ExitCode {
    notes::program::run(
        env::args_os().skip(1),
        |name| env::var_os(name),
        &mut io::stdout(),
        &mut io::stderr(),
    )
    .await
}
