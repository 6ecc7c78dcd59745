//! Check: is the tool offered to this kind of caller at all?

use super::Question;
use crate::{Exposure, OmissionReason, Origin};

pub(super) fn check(question: &Question<'_>) -> Result<(), OmissionReason> {
    match (question.origin, question.tool.entry.host().exposure) {
        (Origin::FirstParty, Exposure::External) => return Err(OmissionReason::External),
        (Origin::Outside, Exposure::Internal) => return Err(OmissionReason::Internal),
        (Origin::FirstParty, Exposure::Both | Exposure::Internal)
        | (Origin::Outside, Exposure::Both | Exposure::External) => {}
    }
    match &question.tool.hidden_namespace {
        Some(namespace) => Err(OmissionReason::HiddenNamespace(namespace.clone())),
        None => Ok(()),
    }
}
