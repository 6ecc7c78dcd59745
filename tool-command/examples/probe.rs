//! The program of this crate's own tests. What it does is its first argument: it prints what it got, or misbehaves.
//!
//! Each start appends one byte to the file that `PROBE_STARTS` names, so that a test can count them.

#![expect(clippy::print_stdout, reason = "it is a program whose output is tested")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails at the line where it cannot")]

use std::{
    fs::OpenOptions,
    io::{self, Read, Write},
    process::{Command, ExitCode},
    thread,
    time::Duration,
};

fn main() -> ExitCode {
    count();
    let mut arguments = std::env::args_os().skip(1);
    let mode = arguments.next().unwrap_or_default();
    let mut stdout = io::stdout();
    match mode.to_str() {
        Some("argv") => {
            let mut stdin = String::new();
            let read = io::stdin().read_to_string(&mut stdin).is_ok();
            let arguments: Vec<_> = arguments.map(|argument| argument.into_string().unwrap()).collect();
            let environment: std::collections::BTreeMap<_, _> = std::env::vars().collect();
            let folder = std::env::current_dir().unwrap();
            println!(
                "{}",
                serde_json::json!({
                    "argv": arguments, "stdin": stdin, "read": read, "environment": environment, "folder": folder
                })
            );
        }
        Some("exit") => {
            eprintln!("what went wrong");
            return ExitCode::from(arguments.next().unwrap().to_str().unwrap().parse::<u8>().unwrap());
        }
        Some("signal") => std::process::abort(),
        Some("print") => print!("{}", arguments.next().unwrap().to_str().unwrap()),
        Some("bytes") => stdout.write_all(b"\xff\xfe").unwrap(),
        Some("flood") => while stdout.write_all(&[b'x'; 8192]).is_ok() {},
        Some("much") => (0..800).for_each(|_| stdout.write_all(&[b'y'; 8192]).unwrap()),
        Some("hang") => wait(),
        Some("grandchild") => {
            start_grandchild();
            wait();
        }
        Some("leaves") => {
            start_grandchild();
            println!("done");
        }
        _ => return ExitCode::from(99),
    }
    ExitCode::SUCCESS
}

fn count() {
    if let Some(file) = std::env::var_os("PROBE_STARTS") {
        OpenOptions::new().append(true).create(true).open(file).unwrap().write_all(b".").unwrap();
    }
}

/// Starts a program that holds the pipes of this one, and writes its number to the file that `PROBE_PIDS` names.
fn start_grandchild() {
    #[expect(clippy::zombie_processes, reason = "that it is left alone is what is tested")]
    let child = Command::new("/bin/sleep").arg("600").spawn().unwrap();
    let own = std::process::id();
    let file = std::env::var_os("PROBE_PIDS").unwrap();
    std::fs::write(file, format!("{own} {}", child.id())).unwrap();
}

fn wait() {
    println!("waiting");
    loop {
        thread::park_timeout(Duration::from_mins(10));
    }
}
