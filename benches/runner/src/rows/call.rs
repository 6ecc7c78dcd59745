//! A call within the process, beside what somebody would write without us, and beside rig.

use serde_json::Value;

use crate::{
    Fallible,
    contender::Contender,
    instructions,
    report::{Report, Target},
    rounds::{interleaved, median, paired},
};

const ROW: &str = "call";
const OURS: &str = "subject-ours";
const ROUNDS: usize = 25;

pub(crate) fn run(report: &mut Report) -> Fallible<()> {
    let tools = 30;
    let mut contenders = ["by-hand", "map", "plain", "guarded", "guarded-audited"]
        .into_iter()
        .map(|what| Contender::start(OURS, what, tools))
        .collect::<Fallible<Vec<_>>>()?;
    contenders.push(Contender::start("subject-rig", "rig", tools)?);
    contenders.push(Contender::start(OURS, "plain-text", tools)?);
    require_one_result(&contenders)?;
    let samples = interleaved(&mut contenders, ROUNDS, Contender::ns)?;
    let ns: Vec<_> = samples.iter().map(|samples| median(samples.iter().copied())).collect();
    let [by_hand, map, plain, guarded, audited, rig, text] = ns[..] else {
        return Err("a contender is missing".into());
    };
    let over = |ours: usize| paired(&samples[ours], &samples[0], |ours, floor| ours - floor) / 1000.0;
    let floor = format!("by hand {by_hand:.0} ns, in a map of functions {map:.0} ns");
    report.add(
        ROW,
        "plain surface, over by hand",
        (over(2), " µs"),
        Target::AtMost(1.0),
        format!("{plain:.0} ns; {floor}"),
    );
    report.add(
        ROW,
        "every check asked, over by hand",
        (over(3), " µs"),
        Target::AtMost(1.0),
        format!("{guarded:.0} ns"),
    );
    report.add(ROW, "and recorded, over by hand", (over(4), " µs"), Target::None, format!("{audited:.0} ns"));
    let to_rig = paired(&samples[6], &samples[5], |ours, rig| ours / rig);
    report.add(
        ROW,
        "arguments as text, beside rig",
        (to_rig, " ×"),
        Target::AtMost(1.0),
        format!("{text:.0} ns; rig {rig:.0} ns"),
    );
    if instructions::are_counted() {
        count(report, tools)?;
    }
    Ok(())
}

fn count(report: &mut Report, tools: usize) -> Fallible<()> {
    for what in ["by-hand", "map", "plain", "plain-text", "guarded", "guarded-audited"] {
        let counted = instructions::per_run(OURS, what, tools)?;
        report.add(ROW, format!("{what}, instructions"), (counted, ""), Target::None, "callgrind");
    }
    let counted = instructions::per_run("subject-rig", "rig", tools)?;
    report.add(ROW, "rig, instructions", (counted, ""), Target::None, "callgrind");
    Ok(())
}

fn require_one_result(contenders: &[Contender]) -> Fallible<()> {
    let mut results = contenders.iter().map(|contender| serde_json::from_str::<Value>(&contender.result));
    let first = results.next().transpose()?;
    for (result, contender) in results.zip(&contenders[1..]) {
        let result = result?;
        if Some(&result) != first.as_ref() {
            return Err(
                format!("{} returns {result}, which is not what the first one does", contender.name).into()
            );
        }
    }
    Ok(())
}
