//! Every form of a tool, under the lints of the crate.

use tool_core::{Caller, IntoToolError, Provides, ToolError, tool, tools};

/// The state.
#[derive(Debug)]
pub struct App {
    /// A greeting.
    pub greeting: String,
    /// The notes.
    pub notes: Notes,
}

/// Notes.
#[derive(Debug)]
pub struct Notes;

impl Provides<String> for App {
    fn provide(&self) -> &String {
        &self.greeting
    }
}

impl Provides<Notes> for App {
    fn provide(&self) -> &Notes {
        &self.notes
    }
}

const fn one() -> u32 {
    1
}

/// Greets somebody.
///
/// # Errors
///
/// Never.
#[tool(title = "Greet", exposure = both, effect = read_only, meta = { "example.com/rank": 1 }, collect = App)]
pub async fn greet(
    #[state] greeting: &String,
    #[context] caller: &Caller,
    /// Whom.
    name: &str,
    /// How often.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 3))]
    times: u32,
) -> Result<String, ToolError> {
    std::future::ready(()).await;
    Ok(format!("{greeting} {name} {} {times}", caller.id()))
}

/// Returns what it is given.
#[tool(blocking)]
#[must_use]
pub fn echo(text: Option<&str>, number: Option<u8>) -> String {
    format!("{text:?} {number:?}")
}

/// Takes nothing.
#[tool]
#[deprecated = "for the lint"]
fn private() {}

/// Returns the companion of a private function, which stays private too.
pub fn private_companion() -> tool_core::ToolDef<App> {
    #[expect(deprecated, reason = "only generated code may call it silently")]
    private();
    private_tool()
}

#[tools]
impl Notes {
    /// Counts the letters of a note.
    #[tool]
    #[must_use]
    pub fn count(&self, note: &str, #[serde(default)] _ignored: bool) -> usize {
        note.len()
    }

    /// Clears nothing.
    #[tool]
    #[deprecated = "for the lint"]
    pub fn clear(&self) {}
}

/// Is compiled out, with all its tools.
#[tools]
#[cfg(any())]
impl App {
    /// Does nothing.
    #[tool]
    pub fn nothing(&self) {}
}

/// An error of this crate.
#[derive(Debug, IntoToolError)]
#[non_exhaustive]
pub enum NoteError {
    /// Holds words.
    #[tool_error("there is no note {id}")]
    Gone {
        /// The note.
        id: u64,
    },
    /// Is not for use any more.
    #[deprecated = "for the lint"]
    #[tool_error("{0}", code = "old")]
    Old(String),
    /// Stays with the host.
    Store(std::fmt::Error),
}

/// Fails.
///
/// # Errors
///
/// Always.
#[tool]
pub fn fail(gone: bool) -> Result<(), NoteError> {
    Err(if gone { NoteError::Gone { id: 7 } } else { NoteError::Store(std::fmt::Error) })
}
