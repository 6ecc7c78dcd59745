//! Values of settings, read the same way wherever they are given, so that what is wrong with one is said where it stands.

use std::net::SocketAddr;

use serde::{Deserialize, Deserializer, de::Error};

use crate::{Fault, hidden, settings::program};

/// A value that is written as another one.
pub(crate) trait Value: Sized {
    /// How it is written.
    type Written: for<'de> Deserialize<'de>;

    /// Reads it.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and what to write.
    fn of(written: Self::Written) -> Result<Self, Fault>;
}

/// The address to listen on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Address(pub(crate) SocketAddr);

/// The path of the endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiPath(pub(crate) String);

/// A beginning of ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prefix(pub(crate) String);

/// The words of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Program(pub(crate) Vec<String>);

/// That it is on for all; it is off for one manifest at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RequireExpose;

/// Reads a value of the file of settings, where an error has its line.
pub(super) fn read<'de, D: Deserializer<'de>, V: Value>(deserializer: D) -> Result<Option<V>, D::Error> {
    let written = V::Written::deserialize(deserializer)?;
    V::of(written).map(Some).map_err(|Fault(text)| D::Error::custom(text))
}

/// Reads a list of values of the file of settings.
pub(super) fn read_all<'de, D: Deserializer<'de>, V: Value>(
    deserializer: D,
) -> Result<Option<Vec<V>>, D::Error> {
    let written = Vec::<V::Written>::deserialize(deserializer)?;
    let all: Result<Vec<_>, _> = written.into_iter().map(V::of).collect();
    all.map(Some).map_err(|Fault(text)| D::Error::custom(text))
}

impl Value for Address {
    type Written = String;

    fn of(text: String) -> Result<Self, Fault> {
        let wrong =
            || Fault::new(format!("{text:?} is no address with a port; write for example 127.0.0.1:8080"));
        text.parse().map(Self).map_err(|_| wrong())
    }
}

impl Value for ApiPath {
    type Written = String;

    fn of(text: String) -> Result<Self, Fault> {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
        if text.starts_with('/') && text.len() > 1 && text.bytes().all(is_part) {
            return Ok(Self(text));
        }
        Err(Fault::new(format!("{text:?} is no path of an endpoint; write for example /mcp")))
    }
}

impl Value for Prefix {
    type Written = String;

    fn of(text: String) -> Result<Self, Fault> {
        hidden::prefix(text).map(Self)
    }
}

impl Value for Program {
    type Written = Vec<String>;

    fn of(words: Vec<String>) -> Result<Self, Fault> {
        program::words(&words).map(Self)
    }
}

impl Value for RequireExpose {
    type Written = bool;

    fn of(is_on: bool) -> Result<Self, Fault> {
        if is_on {
            return Ok(Self);
        }
        Err(Fault::new(
            "require_expose is off for one manifest at a time; write manifests = [{ file = \"..\", require_expose = false }]",
        ))
    }
}
