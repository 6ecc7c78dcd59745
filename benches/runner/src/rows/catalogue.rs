//! The catalogue of one caller, with a question about each tool and without.

use crate::{
    Fallible,
    contender::Contender,
    report::{Report, Target},
    rounds::{interleaved, median, paired},
};

pub(crate) fn run(report: &mut Report) -> Fallible<()> {
    let mut contenders = [
        Contender::start("subject-ours", "catalogue", 1_000)?,
        Contender::start("subject-ours", "catalogue-asking", 1_000)?,
    ];
    if contenders[0].result != contenders[1].result {
        return Err("the two catalogues differ".into());
    }
    let samples = interleaved(&mut contenders, 25, Contender::ns)?;
    let ratio = paired(&samples[1], &samples[0], |asking, plain| asking / plain);
    let us = |samples: &[f64]| median(samples.iter().copied()) / 1000.0;
    let detail = format!("{:.1} µs, without {:.1} µs", us(&samples[1]), us(&samples[0]));
    report.add("catalogue", "1,000 tools, a predicate on each", (ratio, " ×"), Target::AtMost(2.0), detail);
    Ok(())
}
