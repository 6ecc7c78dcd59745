//! What is wrong with the name or the description of a tool, by the rules. How a surface writes names is `view::public_names`.

use super::rule::{Demand, Rules};

/// Why a name or a description is not taken, and who asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NameFault {
    pub(crate) reason: String,
    pub(crate) source: &'static str,
}

/// Returns what is wrong with the name of a tool, with the source of the rule.
pub(super) fn tool(rules: Rules<'_>, name: &str) -> Option<NameFault> {
    let (grammar, source) = rules.find(|demand| match demand {
        Demand::ToolName(grammar) => Some(grammar),
        _ => None,
    })?;
    Some(NameFault { reason: grammar.fault(name)?, source })
}

/// Returns what is wrong with the description of a tool, with the source of the rule.
pub(super) fn description(rules: Rules<'_>, text: &str) -> Option<NameFault> {
    let ((least, most), source) = rules.find(|demand| match demand {
        Demand::Description(least, most) => Some((least, most)),
        _ => None,
    })?;
    let length = text.chars().count();
    let wanted = match length {
        few if few < least => format!("at least {least}"),
        many if many > most => format!("at most {most}"),
        _ => return None,
    };
    let reason = format!("the description has {length} characters; write {wanted}");
    Some(NameFault { reason, source })
}
