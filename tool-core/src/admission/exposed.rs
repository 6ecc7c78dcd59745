//! Check: is the tool offered to this kind of caller at all?

use super::Question;
use crate::OmissionReason;

pub(super) fn check(question: &Question<'_>) -> Result<(), OmissionReason> {
    if question.tool.undoes {
        // It takes the id of an operation, and whose that is only `undo_operation` has asked.
        if !question.undoing {
            return Err(OmissionReason::Undo);
        }
    } else if let Some(reason) = question.origin.excludes(question.tool.entry.host().exposure) {
        return Err(reason);
    }
    match &question.tool.hidden_namespace {
        Some(namespace) => Err(OmissionReason::HiddenNamespace(namespace.clone())),
        None => Ok(()),
    }
}
