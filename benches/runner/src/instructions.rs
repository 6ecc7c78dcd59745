//! Instructions of one run, counted by callgrind: the same on a busy machine and on a quiet one. Only where valgrind is installed.

use std::{
    fs,
    process::{Command, Stdio},
};

use crate::{
    Fallible,
    process::{Process, beside},
};

const FEW: u64 = 1_000;
const MANY: u64 = 11_000;

/// Returns whether there is a valgrind.
pub(crate) fn are_counted() -> bool {
    let version =
        Command::new("valgrind").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

/// Returns the instructions of one run: the difference of many runs and few, so that the start is in neither.
pub(crate) fn per_run(program: &str, what: &str, tools: usize) -> Fallible<f64> {
    let difference = counted(program, what, tools, MANY)? - counted(program, what, tools, FEW)?;
    Ok(difference as f64 / (MANY - FEW) as f64)
}

fn counted(program: &str, what: &str, tools: usize, times: u64) -> Fallible<u64> {
    let out = beside(&format!("callgrind.{program}.{what}.{times}"))?;
    let mut command = Command::new("valgrind");
    command.arg("--tool=callgrind").arg(format!("--callgrind-out-file={}", out.display()));
    command.arg(beside(program)?).args([what, &tools.to_string()]);
    let mut process = Process::spawn(command)?;
    process.line()?;
    process.tell(&times.to_string())?;
    process.line()?;
    process.finish()?;
    let text = fs::read_to_string(&out)?;
    fs::remove_file(&out)?;
    let total =
        text.lines().find_map(|line| line.strip_prefix("totals: ")).ok_or("callgrind wrote no total")?;
    Ok(total.trim().parse()?)
}
