//! Where an admitted call stands among its rounds, until its tool asks. Most tools never do, so nothing is digested before.

use std::sync::Arc;

use super::{Binding, Inputs, Opened, Round};
use crate::{CommitPoint, EffectiveCall, Registered, call::Admitted};

/// Where an admitted call stands among its rounds.
pub(crate) struct Standing {
    pub(crate) opened: Opened,
    /// The tool as it was admitted; `None` for a call that a test lends.
    pub(crate) tool: Option<Arc<Registered>>,
}

impl Standing {
    /// Of a call that a test lends: anything can be asked.
    #[cfg(feature = "test-util")]
    pub(crate) fn lent() -> Self {
        let mut kinds = super::returned::Kinds::default();
        for kind in crate::InputKind::ALL {
            kinds.insert(kind);
        }
        let opened = Opened { lent: true, ..Opened::first(kinds) };
        Self { opened, tool: None }
    }

    /// Returns where the tool of this call asks.
    pub(crate) fn inputs(&self, admitted: &Admitted) -> Inputs {
        let binding = match (&self.tool, &admitted.surface) {
            (Some(tool), Some(surface)) => {
                let call = EffectiveCall {
                    caller: &admitted.caller,
                    tool,
                    target: admitted.target.as_ref(),
                    arguments: &admitted.arguments,
                    ticket: None,
                };
                match Binding::of(&call, surface.name()) {
                    Ok(binding) => binding,
                    // JSON that was read can be written. If it cannot, nobody is asked.
                    Err(_) => return Inputs::default(),
                }
            }
            _ => Binding::lent(),
        };
        Inputs::of(Round::new(admitted.id, CommitPoint::of(&admitted.fate), self.opened.clone(), binding))
    }
}
