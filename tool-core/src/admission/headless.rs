//! Check: does the tool make sense without a conversation, where there is none?

use super::Question;
use crate::{Headless, OmissionReason, Origin};

pub(super) fn check(question: &Question<'_>) -> Result<(), OmissionReason> {
    match (question.origin, &question.tool.entry.host().headless) {
        (Origin::FirstParty, _) | (Origin::Outside, Headless::Yes) => Ok(()),
        (Origin::Outside, Headless::Never(reason)) => Err(OmissionReason::NeverHeadless(reason.clone())),
        (Origin::Outside, Headless::NotYet(reason)) => Err(OmissionReason::NotYetHeadless(reason.clone())),
    }
}
