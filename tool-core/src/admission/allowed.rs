//! Check: is the tool on this surface's allowlist, and does the caller hold its scopes?

use super::Question;
use crate::OmissionReason;

pub(super) fn check(question: &Question<'_>) -> Result<(), OmissionReason> {
    if !question.tool.allowed {
        return Err(OmissionReason::NotAllowed);
    }
    let scopes = &question.tool.entry.host().scopes;
    match scopes.iter().find(|scope| !question.caller.has_scope(scope)) {
        Some(missing) => Err(OmissionReason::MissingScope(missing.clone())),
        None => Ok(()),
    }
}
