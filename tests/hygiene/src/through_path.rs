//! Tools that name the crate themselves, as a macro of a third crate would.

use toolbox::{IntoToolError, Provides, ToolError, tool, tools};

/// A third crate, which re-exports the toolbox.
pub mod third {
    pub use ::toolbox as inner;
}

/// Names the crate from its root.
#[tool(crate = crate::through_path::third::inner)]
#[must_use]
pub fn from_root(text: &str, #[serde(default)] times: u8) -> String {
    text.repeat(usize::from(times) + 1)
}

/// Names the crate as a dependency.
///
/// # Errors
///
/// Always.
#[tool(crate = ::toolbox)]
pub fn as_dependency() -> Result<(), ToolError> {
    Err(ToolError::new("never", "it never works"))
}

/// Holds something.
#[derive(Debug)]
pub struct Holder;

impl Provides<Holder> for () {
    fn provide(&self) -> &Holder {
        &Holder
    }
}

#[tools(crate = ::toolbox)]
impl Holder {
    /// Names the crate on its block.
    #[tool]
    pub fn on_block(&self) {}
}

/// Writes a tool from a macro that knows its crate as `$crate`.
macro_rules! written {
    ($name:ident, $companion:ident) => {
        /// Is written by a macro.
        #[tool(crate = $crate::through_path::third::inner, companion = $companion)]
        #[must_use]
        pub fn $name(#[serde(default)] word: String) -> String {
            word
        }
    };
}

written!(by_macro, tool_by_macro);

/// Writes an error from a macro that names fields itself and takes the message.
macro_rules! failing {
    ($name:ident, $message:literal) => {
        /// Is written by a macro.
        #[derive(Debug, IntoToolError)]
        #[tool_error($message, crate = $crate::through_path::third::inner)]
        pub struct $name {
            /// The note.
            pub note: u8,
        }
    };
}

failing!(NoteLocked, "note {note} is locked");

/// Fails with an error that a macro wrote.
///
/// # Errors
///
/// Always.
#[tool(crate = ::toolbox)]
pub fn locked() -> Result<(), NoteLocked> {
    Err(NoteLocked { note: 7 })
}
