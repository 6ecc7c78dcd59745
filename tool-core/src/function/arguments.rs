//! Reads the arguments of one call, parameter by parameter, and keeps every fault. Admission has checked them against
//! the schema by then; what is left is what only the exact type can refuse.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{
    argument::Reading,
    decode::{self, Place},
};
use crate::{ArgumentFaults, Fault, ToolCall, ToolError};

/// The arguments of one call, read by a function's parameters.
// Not public API. Used by generated code.
#[derive(Debug)]
pub struct Arguments<'call> {
    given: &'call Map<String, Value>,
    declared: &'static [&'static str],
    taken: usize,
    faults: Vec<Fault>,
}

impl<'call> Arguments<'call> {
    /// Starts reading; `declared` are the names of the parameters that are read one by one.
    pub fn of(call: &'call ToolCall<'_>, declared: &'static [&'static str]) -> Self {
        Self { given: call.arguments(), declared, taken: 0, faults: Vec::new() }
    }

    /// Reads one parameter.
    pub fn take<T, L: ?Sized>(&mut self, reading: &Reading<T, L>, name: &'static str) -> Option<T> {
        let value = self.given.get(name);
        self.taken += usize::from(value.is_some());
        self.keep((reading.decode)(value, Place::key(&Place::Root, name)))
    }

    /// Reads a parameter that is lent when it is there.
    pub fn take_optional<T, L: ?Sized>(
        &mut self,
        reading: &Reading<T, L>,
        name: &'static str,
    ) -> Option<Option<T>> {
        match self.given.get(name) {
            Some(value) if !value.is_null() => self.take(reading, name).map(Some),
            absent => {
                self.taken += usize::from(absent.is_some());
                Some(None)
            }
        }
    }

    /// Reads the parameters that have serde attributes of their own: everything that is not declared here.
    pub fn rest<T: DeserializeOwned>(&mut self) -> Option<T> {
        self.taken = self.given.len();
        self.keep(decode::object(self.given, self.declared))
    }

    /// Returns whether every argument was read, and none refused.
    pub fn complete(&self) -> bool {
        self.taken == self.given.len() && self.faults.is_empty()
    }

    /// Returns the error that names every fault.
    #[cold]
    pub fn refuse(mut self) -> ToolError {
        if self.taken != self.given.len() {
            let unknown = self.given.keys().filter(|name| !self.declared.contains(&name.as_str()));
            self.faults.extend(unknown.map(|name| Fault::unknown("", name, self.declared.iter().copied())));
        }
        ToolError::invalid_arguments(ArgumentFaults::from_faults(self.faults))
    }

    fn keep<T>(&mut self, decoded: Result<T, decode::Refused>) -> Option<T> {
        decoded.map_err(|refused| self.faults.push(refused.into_fault())).ok()
    }
}
