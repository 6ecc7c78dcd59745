//! Whether an object of a JSON text says a key twice. Parsers differ in which of the two they take, so such a text does not
//! mean the same to everybody who reads it.

use std::{collections::HashSet, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, SeqAccess, Visitor},
};

/// Returns the line on which an object says a key again, in a text that is known to be JSON.
pub(crate) fn key_said_twice(json: &str) -> Option<usize> {
    serde_json::from_str::<Unique>(json).err().map(|error| error.line())
}

/// Any value in which no object says a key twice.
struct Unique;

struct Keys;

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Keys)
    }
}

impl<'de> Visitor<'de> for Keys {
    type Value = Unique;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_str<E>(self, _: &str) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_unit<E>(self) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Unique, A::Error> {
        while list.next_element::<Unique>()?.is_some() {}
        Ok(Unique)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Unique, A::Error> {
        let mut seen = HashSet::new();
        while let Some(key) = object.next_key::<String>()? {
            if !seen.insert(key) {
                return Err(A::Error::custom("a key that is said twice"));
            }
            object.next_value::<Unique>()?;
        }
        Ok(Unique)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_looked_for_in_every_object() {
        for (json, line) in [
            (r#"{"a":1,"b":[{"a":-1.5e3},{"a":null}],"c":{"a":true}}"#, None),
            ("[12345678901234567890123, \"a\"]", None),
            (r#"{"a":1,"a":1}"#, Some(1)),
            (r#"{"a":1,"\u0061":2}"#, Some(1)),
            ("[{\"b\":\n{\"c\":0,\n\"c\":0}}]", Some(3)),
        ] {
            assert_eq!(key_said_twice(json), line, "{json}");
        }
    }
}
