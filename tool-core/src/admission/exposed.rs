//! Check: is the tool offered to this kind of caller at all?

use super::Question;
use crate::OmissionReason;

pub(super) fn check(question: &Question<'_>) -> Result<(), OmissionReason> {
    if let Some(reason) = question.origin.excludes(question.tool.entry.host().exposure) {
        return Err(reason);
    }
    match &question.tool.hidden_namespace {
        Some(namespace) => Err(OmissionReason::HiddenNamespace(namespace.clone())),
        None => Ok(()),
    }
}
