//! Lints as text for a terminal. It decides nothing.

use std::fmt;

use super::{Finding, Lints, Verdict, VerdictOutcome};
use crate::Profile;

impl fmt::Display for Lints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdicts = || self.tools.iter().flat_map(|tool| &tool.verdicts);
        writeln!(f, "{:<18} {:>6} {:>6} {:>8}", "profile", "takes", "loses", "refuses")?;
        for profile in Profile::ALL {
            let count = |is: fn(&VerdictOutcome) -> bool| {
                verdicts().filter(|verdict| verdict.profile == profile && is(&verdict.outcome)).count()
            };
            let takes = count(|outcome| matches!(outcome, VerdictOutcome::Taken));
            let loses = count(|outcome| matches!(outcome, VerdictOutcome::Loses { .. }));
            let refuses = count(|outcome| matches!(outcome, VerdictOutcome::Refused { .. }));
            writeln!(f, "{:<18} {takes:>6} {loses:>6} {refuses:>8}", profile.name())?;
        }
        if !self.listing.is_empty() {
            writeln!(f, "\n{} tools together", self.tools.len())?;
            self.listing.iter().try_for_each(|finding| line(f, finding))?;
        }
        for tool in self.tools.iter().filter(|tool| !tool.is_clean()) {
            writeln!(f, "\n{}", tool.tool)?;
            tool.findings.iter().try_for_each(|finding| line(f, finding))?;
            for (line, profiles) in grouped(&tool.verdicts) {
                let verb = if profiles.len() == 1 { "s" } else { "" };
                let names: Vec<_> = profiles.iter().map(|profile| profile.name()).collect();
                let (kind, rest) = line;
                writeln!(f, "  {} {kind}{verb}: {rest}", names.join(", "))?;
            }
        }
        Ok(())
    }
}

fn line(f: &mut fmt::Formatter<'_>, finding: &Finding) -> fmt::Result {
    let grade = format!("{:?}", finding.grade).to_lowercase();
    writeln!(f, "  {grade:<8} {:<20} {}", finding.lint, at(&finding.pointer, &finding.message))
}

/// Puts providers that say the same together.
fn grouped(verdicts: &[Verdict]) -> Vec<((&'static str, String), Vec<Profile>)> {
    let mut groups: Vec<((&'static str, String), Vec<Profile>)> = Vec::new();
    for verdict in verdicts {
        let line = match &verdict.outcome {
            VerdictOutcome::Taken => continue,
            VerdictOutcome::Refused { at: place, reason, .. } => ("refuse", at(place, reason)),
            VerdictOutcome::Loses { losses } => {
                let losses: Vec<_> =
                    losses.iter().map(|note| at(&note.pointer, &format!("`{}`", note.keyword))).collect();
                ("only say", losses.join(", "))
            }
        };
        match groups.iter_mut().find(|(known, _)| *known == line) {
            Some((_, profiles)) => profiles.push(verdict.profile),
            None => groups.push((line, vec![verdict.profile])),
        }
    }
    groups
}

fn at(place: &str, what: &str) -> String {
    if place.is_empty() { what.to_owned() } else { format!("{place}: {what}") }
}
