//! Check: has nobody switched the tool off? What an operator does in an incident.

use super::Question;
use crate::OmissionReason;

pub(super) fn check(question: &Question<'_>) -> Result<(), OmissionReason> {
    match &question.tool.disabled {
        Some(reason) => Err(OmissionReason::Disabled(reason.to_string())),
        None => Ok(()),
    }
}
