//! A schema, compiled to check values against: whether a value fits, and, only when it does not, why.

use std::{fmt, sync::OnceLock};

use jsonschema::{Draft, PatternOptions, ValidationOptions, Validator};
use serde_json::{Map, Value};

use super::{SchemaFault, explain, fold_nulls, parts::Parts, repair, verbatim, whole_numbers};
use crate::{ArgumentFaults, Fault, argument_faults::kind_of};

/// Steps back that a pattern may take. Patterns without lookaround take none; with it, a hostile value could ask for
/// millions, and a value that asks for more than this does not fit.
const BACKTRACKS: usize = 10_000;

/// Bytes of one compiled pattern.
const PATTERN_SIZE: usize = 1024 * 1024;

/// How a schema came to be what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// In the canonical dialect, whose keywords mean what they say one by one.
    Canonical,
    /// By its author, in any keywords.
    Verbatim,
}

/// A compiled schema.
pub(crate) struct Checker {
    validator: Validator,
    schema: Value,
    written: Written,
    /// Compiled when a value does not fit for the first time.
    parts: OnceLock<Option<Parts>>,
}

impl Checker {
    /// Compiles a written schema. Nothing is fetched, and formats that the dialect keeps are checked: what is
    /// advertised is what is accepted.
    pub(crate) fn compile(schema: &Map<String, Value>) -> Result<Self, SchemaFault> {
        Self::compile_as(schema, Written::Canonical)
    }

    /// Compiles a schema that was written in this way.
    pub(crate) fn compile_as(schema: &Map<String, Value>, written: Written) -> Result<Self, SchemaFault> {
        let schema = Value::Object(schema.clone());
        match options().build(&schema) {
            Ok(validator) => Ok(Self { validator, schema, written, parts: OnceLock::new() }),
            Err(error) => {
                let message = format!("the schema does not compile: {error}; correct it");
                Err(SchemaFault::always(error.instance_path().as_str(), "does-not-compile", message))
            }
        }
    }

    /// Returns how the schema was written.
    pub(crate) fn written(&self) -> Written {
        self.written
    }

    /// Whether a value fits. This is the hot path, and allocates nothing.
    pub(crate) fn is_valid(&self, value: &Value) -> bool {
        self.validator.is_valid(value)
    }

    /// Tidies a value without changing what it means.
    ///
    /// By a schema that is kept as written, only a value that does not fit has its nulls folded: what fits is what was
    /// meant.
    pub(crate) fn tidy(&self, value: &mut Value) {
        let Value::Object(schema) = &self.schema else { return };
        match self.written {
            Written::Canonical => fold_nulls(schema, value),
            Written::Verbatim if self.is_valid(value) => {}
            Written::Verbatim => verbatim::tidy(&self.schema, value),
        }
        whole_numbers(schema, value);
    }

    /// Returns a value that does not fit with its repairs, and how many they are; nothing when there are none. Whether
    /// it then fits is not known yet. A schema that is kept as written is never read as anything but what it says.
    pub(crate) fn repaired(&self, value: &Value) -> Option<(Value, usize)> {
        match self.written {
            Written::Canonical => repair::repaired(&self.schema, self.parts()?, value),
            Written::Verbatim => None,
        }
    }

    /// Returns what is wrong with a value, up to a hundred findings; nothing when it fits.
    pub(crate) fn faults(&self, value: &Value) -> ArgumentFaults {
        match self.parts() {
            Some(parts) => match self.written {
                Written::Canonical => explain::faults(&self.schema, parts, value),
                Written::Verbatim => verbatim::faults(&self.schema, parts, value),
            },
            // The whole compiled, so its parts do.
            None => {
                ArgumentFaults::from_faults(vec![Fault::new("", "arguments of the schema", kind_of(value))])
            }
        }
    }

    fn parts(&self) -> Option<&Parts> {
        self.parts.get_or_init(|| Parts::compile(&self.schema)).as_ref()
    }
}

impl fmt::Debug for Checker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checker").finish_non_exhaustive()
    }
}

/// How every schema is compiled.
pub(super) fn options() -> ValidationOptions<'static> {
    let patterns = PatternOptions::fancy_regex()
        .backtrack_limit(BACKTRACKS)
        .size_limit(PATTERN_SIZE)
        .dfa_size_limit(PATTERN_SIZE);
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .offline()
        .should_validate_formats(true)
        .with_pattern_options(patterns)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Checker;

    #[test]
    fn nothing_is_made_ready_for_faults_while_values_fit() {
        let Value::Object(schema) = json!({ "type": "object", "properties": { "a": { "type": "string" } } })
        else {
            panic!("an object")
        };
        let checker = Checker::compile(&schema).unwrap();
        assert!(checker.is_valid(&json!({ "a": "b" })));
        assert!(!checker.is_valid(&json!({ "a": 1 })));
        assert!(checker.parts.get().is_none());
        checker.faults(&json!({ "a": 1 }));
        assert!(checker.parts.get().is_some());
    }
}
