//! What can be wrong with the state that a caller brings back. What is in one is `state`.

use std::fmt;

/// Why a state that a caller brings back is no good. Nothing runs then.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::{Allow, Answer, Caller, InputStateFault, Invoker, Registry, Surface, tool};
///
/// /// Counts.
/// #[tool(title = "Count", exposure = both, effect = read_only)]
/// fn count() -> u32 {
///     3
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_core::BuildErrors> {
/// let invoker = Invoker::builder(Registry::builder(()).tool(count_tool()).build()?).unlimited().build()?;
/// let surface = Surface::outside("mine", &invoker, Allow::exposed()).build()?;
/// let made_up = surface.request(Caller::new("alice"), "count", Some(json!({}))).with_input_state("made up");
/// let Answer::InputState(fault) = surface.call(made_up).await else { panic!("no such state was made") };
/// assert_eq!((fault, fault.code()), (InputStateFault::Invalid, "input-state-invalid"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InputStateFault {
    /// It is of this very call, and too old. The caller can make the call again without it, and is asked anew.
    Expired,
    /// It was not made here for this caller, or somebody changed it. Whose it is otherwise is not said.
    Invalid,
    /// It was made for this caller, and for another call: of another tool, about another target, or with other arguments.
    Mismatch,
}

impl InputStateFault {
    /// Returns the stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Expired => "input-state-expired",
            Self::Invalid => "input-state-invalid",
            Self::Mismatch => "input-state-mismatch",
        }
    }
}

impl fmt::Display for InputStateFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Expired => "the answers came too late; make the call again without the state, to be asked anew",
            Self::Invalid => {
                "the state is not one that was made here for you; hand it back exactly as it came, or make the call \
                 without it"
            }
            Self::Mismatch => {
                "the state is of another call; make the same call again, with the same arguments, or without the state"
            }
        })
    }
}
