//! The error of a response that is not of its format, and the reading of JSON that finds it. It knows no provider, and
//! repeats no value of the response.

use std::{error::Error, fmt};

use serde_json::Value;

/// Values inside each other: as many as `serde_json` reads, so only JSON that was made otherwise is deeper.
const DEEPEST: usize = 128;

/// A response that is not of its format. Nothing of it ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    pointer: String,
    reason: String,
}

impl Malformed {
    /// Returns where, as a JSON pointer into the response.
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// Returns what is wrong there, and what belongs there.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "the root" } else { &self.pointer };
        write!(f, "the response is malformed at {place}: {}", self.reason)
    }
}

impl Error for Malformed {}

/// A value of a response, and where it is.
pub(crate) struct Place<'v> {
    pub(crate) value: &'v Value,
    pointer: String,
}

impl<'v> Place<'v> {
    /// Returns the root of a response, when it is not so deep that a look at it could overflow the stack.
    pub(crate) fn root(value: &'v Value) -> Result<Self, Malformed> {
        let root = Self { value, pointer: String::new() };
        if is_deeper(value) {
            return Err(root.fault(format!("more than {DEEPEST} objects and lists inside each other")));
        }
        Ok(root)
    }

    pub(crate) fn fault(&self, reason: impl Into<String>) -> Malformed {
        Malformed { pointer: self.pointer.clone(), reason: reason.into() }
    }

    /// Returns a fault of a member of this object, which may be absent.
    pub(crate) fn fault_of(&self, name: &str, reason: impl Into<String>) -> Malformed {
        self.below(name, &Value::Null).fault(reason)
    }

    /// Returns the fault that something else was expected here.
    pub(crate) fn expected(&self, what: &str) -> Malformed {
        self.fault(format!("expected {what}, found {}", kind(self.value)))
    }

    /// Returns a member of this object. A null is an absent one: SDKs write both.
    pub(crate) fn get(&self, name: &str) -> Result<Option<Self>, Malformed> {
        let Value::Object(members) = self.value else { return Err(self.expected("an object")) };
        Ok(members.get(name).filter(|member| !member.is_null()).map(|value| self.below(name, value)))
    }

    /// Returns a member of this object that has to be there.
    pub(crate) fn need(&self, name: &str, what: &str) -> Result<Self, Malformed> {
        let missing = || self.fault_of(name, format!("missing; expected {what}"));
        self.get(name)?.ok_or_else(missing)
    }

    /// Returns the items of this list.
    pub(crate) fn list(&self, what: &str) -> Result<impl Iterator<Item = Place<'v>> + use<'v>, Malformed> {
        let Value::Array(items) = self.value else { return Err(self.expected(what)) };
        let pointer = self.pointer.clone();
        Ok(items
            .iter()
            .enumerate()
            .map(move |(index, value)| Place { value, pointer: format!("{pointer}/{index}") }))
    }

    /// Returns the only item of this list.
    pub(crate) fn only(&self, what: &str) -> Result<Place<'v>, Malformed> {
        let mut items = self.list(&format!("a list of one {what}"))?;
        match (items.next(), items.next()) {
            (Some(one), None) => Ok(one),
            (None, _) => Err(self.fault(format!("expected one {what}, found none"))),
            (Some(_), Some(_)) => Err(self.fault(format!("expected one {what}, found several; ask for one"))),
        }
    }

    /// Returns the text that this is.
    pub(crate) fn text(&self) -> Result<&'v str, Malformed> {
        self.value.as_str().ok_or_else(|| self.expected("a string"))
    }

    fn below(&self, name: &str, value: &'v Value) -> Self {
        Self { value, pointer: format!("{}/{name}", self.pointer) }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Array(_) => "a list",
        Value::Bool(_) => "a boolean",
        Value::Null => "null",
        Value::Number(_) => "a number",
        Value::Object(_) => "an object",
        Value::String(_) => "a string",
    }
}

/// Found out without recursion.
fn is_deeper(value: &Value) -> bool {
    let mut open = vec![(value, 1)];
    while let Some((value, depth)) = open.pop() {
        if depth > DEEPEST {
            return true;
        }
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(fields) => open.extend(fields.values().map(|field| (field, depth + 1))),
            _ => {}
        }
    }
    false
}
