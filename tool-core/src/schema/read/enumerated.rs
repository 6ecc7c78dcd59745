//! What is left of an enumeration beside other constraints: its values, those that meet them. How constraints meet each
//! other is `meet`.

use serde_json::Value;

use super::Reader;
use crate::schema::{
    Checker,
    node::{Bounds, Kind, Node, Str},
    root::Definitions,
    write::{self, Form},
};

impl Reader<'_> {
    /// Leaves an enumeration its values only, or returns nothing when none of them meets what else is said.
    ///
    /// It is done where schemas are read, because a constraint that only words can carry is gone when the advertised
    /// schema is read again, and the values would then be other ones.
    pub(super) fn enumerated(&mut self, kind: Kind, values: Vec<Value>) -> Option<(Kind, Vec<Value>)> {
        let bare = match kind {
            Kind::Integer(_) => Kind::Integer(Bounds::default()),
            Kind::Number(_) => Kind::Number(Bounds::default()),
            Kind::String(_) => Kind::String(Str::default()),
            other => return Some((other, values)),
        };
        // A bare integer still takes no fractions, which values that were met as numbers may have.
        if values.is_empty() || (kind == bare && !matches!(kind, Kind::Integer(_))) {
            return Some((kind, values));
        }
        let constraints = write::document(&Node::of(kind), &Definitions::new(), Form::Exact);
        match Checker::compile(&constraints) {
            Ok(checker) => {
                let fitting: Vec<_> = values.into_iter().filter(|value| checker.is_valid(value)).collect();
                (!fitting.is_empty()).then_some((bare, fitting))
            }
            Err(fault) => {
                let pointer = format!("{}{}", self.pointer(), fault.pointer);
                self.faults.push(crate::schema::SchemaFault { pointer, ..fault });
                Some((bare, values))
            }
        }
    }
}
