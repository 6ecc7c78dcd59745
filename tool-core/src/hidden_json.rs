//! JSON that hides in a string. `serde_json` reads the text under one key as JSON when its feature `raw_value` is on, which any
//! crate of a program can switch on (axum's `json` does), and with it each text inside of that: 1 MiB nests 10,000 deep so, which
//! ends the process of whoever reads it. Where that is refused is each reader's.

use std::fmt;

use memchr::memmem;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// The key, as of `serde_json` 1.0.154 (`raw::TOKEN`).
const KEY: &str = "$serde_json::private::RawValue";

/// Returns whether JSON text has a key under which `serde_json` would read another text, to any depth.
///
/// For whoever reads JSON of others by itself, before it does. What this workspace reads has been looked at: messages of MCP,
/// arguments that are text, and what programs print. No caller has a use for such a key.
///
/// # Examples
///
/// ```
/// use tool_core::hides_json;
///
/// assert!(hides_json(br#"{ "a": { "$serde_json::private::RawValue": "[[[[]]]]" } }"#));
/// assert!(hides_json(br#"{ "\u0024serde_json::private::RawValue": "[[[[]]]]" }"#));
/// assert!(!hides_json(br#"{ "a": "$serde_json::private::RawValue" }"#));
/// ```
pub fn hides_json(text: &[u8]) -> bool {
    // A letter can be written by its code, and no other escape stands for one of the key.
    let may_hide = memmem::find(text, KEY.as_bytes()).is_some() || memmem::find(text, br"\u").is_some();
    may_hide && {
        let mut found = false;
        // It stops where it finds one, or where the text is no JSON: as far as another reader would come.
        let _ = Look(&mut found).deserialize(&mut serde_json::Deserializer::from_slice(text));
        found
    }
}

/// Looks for the key in a value, and keeps nothing of it.
struct Look<'f>(&'f mut bool);

impl<'de> DeserializeSeed<'de> for Look<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Look<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element_seed(Look(self.0))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while let Some(key) = fields.next_key::<String>()? {
            if key == KEY {
                *self.0 = true;
                return Err(A::Error::custom("found"));
            }
            fields.next_value_seed(Look(self.0))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::hides_json;

    #[test]
    fn a_key_is_found_wherever_and_however_it_is_written() {
        for text in [
            r#"{"$serde_json::private::RawValue":"1"}"#,
            r#"[1,{"a":[{"$serde_json::private::RawValue":"1"}]}]"#,
            r#"{"a":"é","\u0024serde_json::private::RawValue":"1"}"#,
            r#"{"$serde_json\u003a:private::RawValu\u0065":"1"}"#,
            // Another reader comes as far, too.
            r#"{"$serde_json::private::RawValue":"1", nope"#,
        ] {
            assert!(hides_json(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn what_is_no_such_key_is_none() {
        for text in [
            "",
            "1",
            r#"["$serde_json::private::RawValue"]"#,
            r#"{"a":"{\"$serde_json::private::RawValue\":\"1\"}"}"#,
            r#"{"$serde_json::private::RawValues":"1","\u0061":null}"#,
            r#"{"\\u0024serde_json::private::RawValue":"1"}"#,
            r#"nope {"$serde_json::private::RawValue":"1"}"#,
        ] {
            assert!(!hides_json(text.as_bytes()), "{text}");
        }
        assert!(!hides_json(b"{\"\xff\":1,\"$serde_json::private::RawValue\":\"1\"}"));
    }
}
