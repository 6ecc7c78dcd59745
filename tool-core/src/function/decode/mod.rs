//! Decodes JSON into types exactly as `serde_json` does, and knows the place of what it refuses.
//!
//! A value may be absent, so that "optional" means one thing: the type can be decoded from nothing. Which faults a
//! caller reads of it is `argument_faults`.

/// A type around one value is decoded from that value.
macro_rules! newtype_from_itself {
    () => {
        fn deserialize_newtype_struct<V: Visitor<'de>>(
            self,
            _: &'static str,
            visitor: V,
        ) -> Result<V::Value, Refused> {
            visitor.visit_newtype_struct(self)
        }
    };
}

mod choice;
mod given;
mod key;
mod place;
mod refused;
mod sequence;
mod told;

use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use given::Given;
pub(crate) use place::Place;
pub(crate) use refused::Refused;
pub(crate) use told::{Told, question};

/// Decodes one value, which may be absent.
pub(crate) fn value<T: DeserializeOwned>(value: Option<&Value>, place: Place<'_>) -> Result<T, Refused> {
    Given { value, place }.read(PhantomData)
}

/// Decodes a whole object, without the members that were read elsewhere.
pub(crate) fn object<T: DeserializeOwned>(
    members: &Map<String, Value>,
    without: &[&str],
) -> Result<T, Refused> {
    T::deserialize(sequence::Object { members, without })
}

#[cfg(test)]
mod tests;
