//! What a function takes and returns that ends later. What is waited for is `awaiting`.

use std::{fmt, marker::PhantomData};

use serde_json::Value;

use crate::{FromCall, ToolCall, ToolError, ToolOutput, function::returned::Output};

/// The right to say later how one call ends; see [`Completions`](crate::Completions).
///
/// A function takes it with `#[context]`, a hand-written tool with [`ToolCall::completion`]. Whoever takes it and returns
/// a result all the same has ended the call with that.
pub struct Completion(String);

impl Completion {
    pub(super) fn new(correlation: String) -> Self {
        Self(correlation)
    }

    /// Returns the name under which the end of the call is reported: 128 bits that nobody can guess, as 32 hexadecimal
    /// digits. A name and not a credential: who reports for whom is for the host to know.
    pub fn correlation(&self) -> &str {
        &self.0
    }

    /// Returns what a function returns in place of a `T` that is reported later.
    pub fn pending<T>(self) -> Pending<T> {
        Pending(self.0, PhantomData)
    }
}

#[diagnostic::do_not_recommend]
impl<'a> FromCall<'a> for Completion {
    fn from_call(call: &'a ToolCall<'a>) -> Result<Self, ToolError> {
        call.completion()
    }
}

/// A result that is reported later, to [`Completions`](crate::Completions): what a function returns in place of it.
///
/// The tool is listed with the schema of `T`, and what is reported is checked against it.
#[must_use = "the call waits for a report only when this is returned"]
pub struct Pending<T>(String, PhantomData<fn() -> T>);

impl<T> From<Completion> for Pending<T> {
    fn from(completion: Completion) -> Self {
        completion.pending()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Output> Output for Pending<T> {
    fn schema() -> Option<Value> {
        T::schema()
    }

    fn is_pending() -> bool {
        true
    }

    fn finish(self) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::awaiting(self.0))
    }
}

impl ToolOutput {
    /// Returns that the result is reported later: what a hand-written tool returns in place of it.
    ///
    /// # Examples
    ///
    /// ```
    /// use tool_core::{ToolCall, ToolError, ToolOutput};
    ///
    /// async fn ask(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    ///     let completion = call.completion()?;
    ///     println!("tell the other system {}", completion.correlation());
    ///     Ok(ToolOutput::pending(completion))
    /// }
    /// ```
    pub fn pending(completion: Completion) -> Self {
        Self::awaiting(completion.0)
    }
}

impl fmt::Debug for Completion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Completion").field(&self.0).finish()
    }
}

impl<T> fmt::Debug for Pending<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pending").field(&self.0).finish()
    }
}
