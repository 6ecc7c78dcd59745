//! A setting with the place it comes from, which its error names.

use super::CliError;
use crate::{
    tokens::{Token, Tokens},
    users::UserId,
};
use std::{ffi::OsString, fmt, path::PathBuf, str::FromStr};

/// A setting with the place it comes from.
pub(super) struct Setting {
    source: &'static str,
    is_flag: bool,
    value: OsString,
}

impl Setting {
    pub(super) fn choose(
        given: Option<OsString>,
        flag: &'static str,
        variable: &'static str,
        environment: &impl Fn(&str) -> Option<OsString>,
    ) -> Option<Self> {
        let from_flag = given.map(|value| Self { source: flag, is_flag: true, value });
        from_flag
            .or_else(|| environment(variable).map(|value| Self { source: variable, is_flag: false, value }))
    }

    // The value itself stays out of every error: it may be a token.
    pub(super) fn parsed<T: FromStr, M: fmt::Display>(
        self,
        explain: impl FnOnce(T::Err) -> M,
    ) -> Result<T, CliError> {
        let Some(text) = self.value.to_str() else {
            return Err(CliError(format!("{} is not UTF-8; write plain text", self.source)));
        };
        text.parse().map_err(|error| CliError(format!("{} {}", self.source, explain(error))))
    }

    pub(super) fn path(self) -> Result<PathBuf, CliError> {
        if self.value.is_empty() {
            return Err(CliError(format!("{} is empty; write the path of a file", self.source)));
        }
        Ok(PathBuf::from(self.value))
    }

    /// Returns the credential that this is (a variable), or whose user this names (a flag).
    pub(super) fn credential(
        self,
        tokens: &Tokens,
    ) -> Result<Token, CliError> {
        if !self.is_flag {
            return self.parsed(|error| format!("cannot be used: {error}"));
        }
        let source = self.source;
        let user: UserId = self.parsed(|error| format!("names no user: {error}"))?;
        tokens.of(&user).cloned().ok_or_else(|| {
            let known: Vec<_> = tokens.iter().map(|(user, _)| user.as_str()).collect();
            CliError(format!("{source} names a user without a token; the users are {}", known.join(", ")))
        })
    }
}
