//! How long a registry takes to be made, and what it keeps.

use crate::{
    Fallible,
    contender::Contender,
    process::Process,
    report::{Report, Target},
    rounds::{interleaved, median},
};

const ROW: &str = "registry";
const TOOLS: usize = 10_000;

pub(crate) fn run(report: &mut Report) -> Fallible<()> {
    let mut contenders = [Contender::start("subject-ours", "registry", TOOLS)?];
    let samples = interleaved(&mut contenders, 5, Contender::ns)?;
    let seconds = median(samples[0].iter().copied()) / 1e9;
    report.add(ROW, "building one of 10,000 tools", (seconds, " s"), Target::AtMost(1.0), "");
    let mut process = Process::start("subject-ours-memory", "registry", TOOLS)?;
    for what in ["registry", "and one surface"] {
        let line = process.line()?;
        let (kept, written) = line.split_once(' ').ok_or("expected two numbers")?;
        let (kept, written): (f64, f64) = (kept.parse()?, written.parse()?);
        let detail = format!("{kept} bytes a tool; schemas are {written} bytes of text");
        report.add(
            ROW,
            format!("memory, {what}, beside its schemas as text"),
            (kept / written, " ×"),
            Target::AtMost(3.0),
            detail,
        );
    }
    Ok(())
}
