//! A module in which the names of the prelude mean something else.

use tool_core::{tool, tools};

/// Not the usual one.
#[derive(Debug)]
pub struct Option;
/// Not the usual one.
#[derive(Debug)]
pub struct Result;
/// Not the usual one.
#[derive(Debug)]
pub struct String;
/// Not the usual one.
#[derive(Debug)]
pub struct Vec;
/// Not the usual one.
#[derive(Debug)]
pub struct Box;
/// Not the usual one.
#[derive(Debug)]
pub struct ToolDef;
/// Not the usual one.
pub trait Send {}
/// Not the usual one.
pub trait Sync {}
/// Not the usual one.
pub trait Default {}
/// Not the usual one.
pub trait Clone {}
/// Not the usual one.
pub trait From {}
/// Not the usual one.
pub mod std {}
/// Not the usual one.
pub mod core {}
/// Not the usual one.
pub mod serde {}
/// Not the usual one.
pub mod schemars {}

#[expect(unused_macros, reason = "generated code must not meet it")]
macro_rules! concat {
    () => {};
}
#[expect(unused_macros, reason = "generated code must not meet it")]
macro_rules! vec {
    () => {};
}

/// Joins two words.
///
/// # Errors
///
/// Never.
#[tool(headless(never = "it is alone"), timeout = "1s", tags = ["a"], scopes = ["b"], icons = ["data:,"])]
pub async fn join(
    left: &str,
    maybe: ::core::option::Option<&str>,
    #[serde(default)]
    /// A word.
    right: ::std::string::String,
) -> ::core::result::Result<::std::string::String, ::std::io::Error> {
    ::core::future::ready(()).await;
    ::core::result::Result::Ok(::std::format!("{left}{}{right}", maybe.unwrap_or("-")))
}

/// Holds something.
#[derive(Debug)]
pub struct Holder(pub u8);

#[tools]
impl Holder {
    /// Reads it.
    #[tool]
    #[must_use]
    pub fn read(&self) -> u8 {
        self.0
    }
}

/// A module in which the names of the prelude's variants mean something else, too.
pub mod variants {
    use tool_core::tool;

    /// Not the usual one.
    #[derive(Debug)]
    pub struct Some;
    /// Not the usual one.
    #[derive(Debug)]
    pub struct None;
    /// Not the usual one.
    #[derive(Debug)]
    pub struct Ok;
    /// Not the usual one.
    #[derive(Debug)]
    pub struct Err;

    /// Adds one.
    ///
    /// # Errors
    ///
    /// Never.
    #[tool]
    pub fn add_one(number: u8, more: Option<u8>) -> Result<u8, String> {
        Result::Ok(number + more.unwrap_or(1))
    }
}
