//! A call among more and more tools.

use crate::{
    Fallible,
    contender::Contender,
    report::{Report, Target},
    rounds::{interleaved, median, paired},
};

const ROW: &str = "scale";
const ROUNDS: usize = 25;

pub(crate) fn run(report: &mut Report) -> Fallible<()> {
    let sizes = [10, 100, 1_000, 10_000];
    let mut contenders = sizes
        .map(|tools| Contender::start("subject-ours", "plain", tools))
        .into_iter()
        .collect::<Fallible<Vec<_>>>()?;
    let samples = interleaved(&mut contenders, ROUNDS, Contender::ns)?;
    for (tools, samples_of) in sizes.iter().zip(&samples).skip(1) {
        let ratio = paired(samples_of, &samples[0], |many, ten| many / ten);
        let detail = format!("{:.0} ns", median(samples_of.iter().copied()));
        report.add(ROW, format!("{tools} tools, beside 10"), (ratio, " ×"), Target::AtMost(1.1), detail);
    }
    Ok(())
}
