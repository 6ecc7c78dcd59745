//! Who sends the messages that a server answers. How a credential becomes a caller is `authenticate`'s concern.

use std::sync::Arc;

use tool_core::Caller;

use crate::{Error, Handler, authenticate::Login};

/// Who sends the messages. There is no server without one.
#[derive(Clone, Debug)]
pub(crate) enum Sender {
    /// A caller whose credential was checked with this very message.
    Known(Caller),
    /// A process with one credential, which is checked again with each message.
    Login(Arc<Login>),
}

impl Sender {
    pub(crate) async fn caller(&self, handler: &Handler) -> Result<Caller, Error> {
        match self {
            Self::Known(caller) => Ok(caller.clone()),
            Self::Login(login) => login.caller(handler.logs_failure_details()).await,
        }
    }
}
