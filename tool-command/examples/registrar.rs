//! A small envelope program, which the manifest `registrar.toml` makes tools of: without `--json` it prints prose for
//! people, with it exactly one JSON object on one line.
//!
//! ```text
//! registrar [--json] check NAME       whether a name is free
//! registrar [--json] claim NAME       takes a name
//! registrar [--json] codes            the codes that it fails with
//! registrar [--json] misbehave HOW    hang, prose, half, other, unknown, wide, status
//! ```

#![expect(clippy::print_stdout, reason = "it is a program whose output is tested")]

use std::{process::ExitCode, thread, time::Duration};

/// Codes, each with its meaning. New ones go to the end.
const CODES: [(&str, &str); 2] =
    [("name-taken", "somebody has the name"), ("name-reserved", "nobody can have the name")];

fn main() -> ExitCode {
    let (flags, words): (Vec<_>, Vec<_>) = std::env::args().skip(1).partition(|word| word.starts_with("--"));
    let json = flags.iter().any(|flag| flag == "--json");
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["check", name] => ended(json, name, "is free", if name == "ada" { Some(0) } else { None }),
        ["claim", name] => {
            let failure = match name {
                "ada" => Some(0),
                "root" => Some(1),
                _ => None,
            };
            ended(json, name, "is yours", failure)
        }
        ["codes"] => {
            let codes: Vec<_> = CODES
                .iter()
                .map(|(code, meaning)| format!(r#"{{"code":"{code}","meaning":"{meaning}"}}"#))
                .collect();
            println!(r#"{{"schema":"registrar/1","ok":true,"failures":[],"codes":[{}]}}"#, codes.join(","));
            ExitCode::SUCCESS
        }
        ["misbehave", how] => misbehave(how),
        _ => {
            eprintln!("usage: registrar [--json] <check NAME | claim NAME | codes>");
            ExitCode::from(2)
        }
    }
}

/// Says how a verb ended. The keys of the object are in no order that a parser would write.
fn ended(json: bool, name: &str, good: &str, failure: Option<usize>) -> ExitCode {
    match (failure.map(|place| CODES[place]), json) {
        (None, true) => {
            println!(r#"{{"schema":"registrar/1","ok": true,"name":"{name}","failures":[], "at":1.50}}"#);
        }
        (None, false) => println!("{name} {good}"),
        (Some((code, meaning)), true) => println!(
            r#"{{"ok":false, "schema":"registrar/1","failures":[{{"code":"{code}","message":"{meaning}"}}],"name":"{name}"}}"#
        ),
        (Some((_, meaning)), false) => println!("{name}: {meaning}"),
    }
    ExitCode::from(u8::from(failure.is_some()))
}

fn misbehave(how: &str) -> ExitCode {
    match how {
        "hang" => loop {
            thread::park_timeout(Duration::from_mins(10));
        },
        "prose" => println!("the name is free"),
        "half" => println!(r#"{{"schema":"registrar/1","ok":tr"#),
        "other" => println!(r#"{{"schema":"registrar/1"}}"#),
        "unknown" => println!(r#"{{"schema":"registrar/1","ok":false,"failures":[{{"code":"brand-new"}}]}}"#),
        "wide" => println!(r#"{{"schema":"registrar/1","ok":true,"failures":[],"n":9007199254740993}}"#),
        _ => return ExitCode::from(3),
    }
    ExitCode::SUCCESS
}
