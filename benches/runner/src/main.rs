//! Runs the rows that are asked for, prints their table, and writes it as JSON beside it. `scripts/bench` builds what it starts.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the table is what it is for, and progress is for people"
)]

mod client;
mod contender;
mod instructions;
mod load;
mod process;
mod report;
mod rounds;
mod rows;
mod server;

use std::{env, error::Error, process::ExitCode};

type Fallible<T> = Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Fallible<()> {
    let asked: Vec<String> = env::args().skip(1).collect();
    let rows = rows::named(&asked)?;
    let mut report = report::Report::default();
    for (name, row) in rows {
        eprintln!("{name} ..");
        row(&mut report).map_err(|error| format!("{name}: {error}"))?;
    }
    println!("{}", report.table());
    report.write(&process::beside("results.json")?)?;
    Ok(())
}
