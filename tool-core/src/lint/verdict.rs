//! What one provider makes of one tool: its profile asked about the name, the description and the schema.

use serde::Serialize;

use super::subject::Subject;
use crate::{
    Profile,
    profile::{NameFault, Note},
};

/// What one provider makes of one tool.
///
/// ```json
/// {"profile": "openai_strict", "verdict": "refused",
///  "at": "/properties/labels", "reason": "an open object or a map; ..", "source": ".."}
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Verdict {
    /// Whose.
    pub profile: Profile,
    /// What comes of the tool there.
    #[serde(flatten)]
    pub outcome: VerdictOutcome,
}

/// What comes of a tool at a provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
#[non_exhaustive]
pub enum VerdictOutcome {
    /// It is taken, and some constraints are only said there.
    Loses {
        /// Which ones.
        losses: Vec<Note>,
    },
    /// It is refused.
    Refused {
        /// `name`, `description`, or a JSON pointer into the schema; empty for its root.
        at: String,
        /// What is wrong, and what to write instead.
        reason: String,
        /// Who asks for it.
        source: &'static str,
    },
    /// It is taken as it is, or in another form with the same meaning.
    Taken,
}

/// Asks a provider's profile about a tool.
pub(super) fn verdict(profile: Profile, tool: &Subject<'_>) -> Verdict {
    let refused = |at: &str, NameFault { reason, source }| VerdictOutcome::Refused {
        at: at.to_owned(),
        reason,
        source,
    };
    let outcome = if let Some(fault) = profile.fault_of_name(&tool.public_name) {
        refused("name", fault)
    } else if let Some(fault) = profile.fault_of_description(tool.description) {
        refused("description", fault)
    } else {
        match profile.render(&tool.input) {
            Err(fault) => {
                VerdictOutcome::Refused { at: fault.pointer, reason: fault.reason, source: fault.source }
            }
            Ok(rendered) => {
                let losses: Vec<_> = rendered.losses().cloned().collect();
                if losses.is_empty() { VerdictOutcome::Taken } else { VerdictOutcome::Loses { losses } }
            }
        }
    };
    Verdict { profile, outcome }
}
