//! A module in which the names of the prelude mean something else.

use tool_core::{IntoToolError, tool, tools};

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

/// Not the usual one.
#[derive(Debug)]
pub struct ToolError;
/// Not the usual one.
pub trait Into {}
/// Not the usual one.
pub trait ToString {}

#[expect(unused_macros, reason = "generated code must not meet it")]
macro_rules! format {
    () => {};
}

/// An error with fields that are called as the locals of generated code are.
#[derive(Debug, IntoToolError)]
#[non_exhaustive]
pub enum Failed {
    /// Holds words.
    #[tool_error("{error} {field_error}")]
    Told {
        /// A word.
        error: u8,
        /// Another.
        field_error: u8,
    },
    /// Says it itself.
    #[tool_error]
    Shown,
    /// Stays with the host.
    Hidden,
}

impl ::core::fmt::Display for Failed {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.write_str("in its own words")
    }
}

/// Fails.
///
/// # Errors
///
/// Always.
#[tool]
pub fn fail_in(way: u8) -> ::core::result::Result<(), Failed> {
    ::core::result::Result::Err(match way {
        0 => Failed::Told { error: 1, field_error: 2 },
        1 => Failed::Shown,
        _ => Failed::Hidden,
    })
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
