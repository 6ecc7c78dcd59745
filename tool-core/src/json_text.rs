//! JSON as text from outside: read within bounds, and refused where two readers could understand it differently.
//! What the value has to look like is the schema's.

use std::{collections::HashSet, fmt};

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use crate::{ArgumentFaults, Fault, argument_faults::segment, hides_json, schema};

/// Faults after which no more are kept; ten of them are shown.
const KEPT: usize = 100;

/// Reads one value. Blank text is null.
///
/// The bounds are those of arguments that come as a value, looked at before anything that recurses. Of a name that is
/// given twice, one reader takes the first value and another the last: whoever approves a call must not see another one
/// than the one that runs.
pub(crate) fn read(text: &str) -> Result<Value, ArgumentFaults> {
    let refused = |fault| ArgumentFaults::from_faults(vec![fault]);
    let glimpse = schema::text_within_bounds(text).map_err(refused)?;
    if hides_json(text.as_bytes()) {
        return Err(refused(Fault::new(
            "",
            "an object",
            "a key under which JSON would hide from these bounds",
        )));
    }
    if text.trim().is_empty() {
        return Ok(Value::Null);
    }
    let read = serde_json::from_str::<Value>(text);
    // A value keeps one member for each name, so one with as many members as the text has names lost none. For arguments of
    // two fields that takes 4,000 instructions less than to look for them.
    let is_whole = |value: &Value| !glimpse.may_hide_names && glimpse.names == schema::members(value);
    match read {
        Ok(value) if is_whole(&value) => Ok(value),
        read => {
            let unreadable = |error: serde_json::Error| refused(unreadable(&error));
            let twice = given_twice(text).map_err(unreadable)?;
            if twice.is_empty() { read.map_err(unreadable) } else { Err(ArgumentFaults::from_faults(twice)) }
        }
    }
}

/// Looks through a text for names that are given twice, and returns where.
fn given_twice(text: &str) -> Result<Vec<Fault>, serde_json::Error> {
    let mut names = Names::default();
    Look(&mut names).deserialize(&mut serde_json::Deserializer::from_str(text))?;
    Ok(names.twice)
}

/// Says where the text stops being JSON. The parser's own words are not used: some of them repeat the text.
fn unreadable(error: &serde_json::Error) -> Fault {
    let place = format!("line {}, column {}", error.line(), error.column());
    if error.is_eof() {
        let fault = Fault::new("", "an object", format!("JSON text that breaks off at {place}"));
        return fault.with_hint("send all of it");
    }
    Fault::new("", "an object", format!("text that cannot be read as JSON at {place}"))
}

/// The place that is being looked at, and the names that were given twice.
#[derive(Default)]
struct Names {
    pointer: String,
    twice: Vec<Fault>,
}

impl Names {
    /// Looks at what is one step further in.
    fn at<T>(&mut self, step: &str, look: impl FnOnce(Look<'_>) -> T) -> T {
        let outside = self.pointer.len();
        self.pointer.push('/');
        self.pointer.push_str(step);
        let seen = look(Look(self));
        self.pointer.truncate(outside);
        seen
    }

    fn given_again(&mut self, name: &str) {
        if self.twice.len() < KEPT {
            let pointer = format!("{}/{}", self.pointer, segment(name));
            self.twice.push(Fault::new(pointer, "one value", "two or more").with_hint("give it once"));
        }
    }
}

/// Looks through a value for names that are given twice, and keeps nothing of it.
struct Look<'n>(&'n mut Names);

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
        let mut index = 0_usize;
        while self.0.at(&index.to_string(), |look| items.next_element_seed(look))?.is_some() {
            index += 1;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let mut seen = HashSet::new();
        while let Some(name) = fields.next_key::<String>()? {
            if seen.contains(&name) {
                self.0.given_again(&name);
            }
            self.0.at(&segment(&name), |look| fields.next_value_seed(look))?;
            seen.insert(name);
        }
        Ok(())
    }
}
