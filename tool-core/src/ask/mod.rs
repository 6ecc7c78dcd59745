//! Asking back: what a tool needs that only the person has, and how it comes. How a protocol sends it is the protocol
//! crate's concern; whether a call may run at all is `admission`.
//!
//! Nothing is kept here between two rounds. What must be known of the rounds before travels with the caller, sealed.

mod answer;
mod field;
mod inputs;
mod key;
mod request;
mod required;
mod returned;
mod sealed;
mod standing;
mod state;
mod state_fault;

pub use self::{
    answer::InputAnswer,
    field::{Field, TextFormat},
    inputs::Inputs,
    key::InputKeyTooShort,
    request::{InputBody, InputKind, InputRequest},
    required::InputRequired,
    sealed::SealedInputs,
    state_fault::InputStateFault,
};
pub(crate) use self::{
    inputs::{Asked, Binding, Round},
    returned::{Kinds, Returned},
    standing::Standing,
    state::{Answers, Opened},
};

/// How often one call is answered with input requests. The official clients give up after as many rounds (rmcp 3.11,
/// `DEFAULT_MRTR_MAX_ROUNDS`).
pub(crate) const MOST_ROUNDS: u8 = 10;

#[cfg(test)]
mod tests;
