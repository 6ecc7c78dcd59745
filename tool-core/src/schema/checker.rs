//! A schema to check values against, compiled when it is needed: whether a value fits, and, only when it does not, why.

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use jsonschema::{Draft, PatternOptions, ValidationOptions, Validator};
use serde_json::{Map, Value};

use super::{SchemaFault, explain, fold, parts::Parts, repair, verbatim};
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

/// A schema that values are checked against.
pub(crate) struct Checker {
    schema: Arc<Map<String, Value>>,
    written: Written,
    /// Compiled when the first value is looked at: a registry has more tools than are called, and what is compiled takes
    /// several times the room of the schema.
    validator: OnceLock<Option<Validator>>,
    /// Compiled when a value does not fit for the first time.
    faulty: OnceLock<Option<Faulty>>,
}

/// What is needed to say why a value does not fit.
struct Faulty {
    schema: Value,
    parts: Parts,
}

impl Checker {
    /// Compiles a written schema. Nothing is fetched, and formats that the dialect keeps are checked: what is
    /// advertised is what is accepted.
    pub(crate) fn compile(schema: &Map<String, Value>) -> Result<Self, SchemaFault> {
        Self::compile_as(schema, Written::Canonical)
    }

    /// Compiles a schema that was written in this way.
    pub(crate) fn compile_as(schema: &Map<String, Value>, written: Written) -> Result<Self, SchemaFault> {
        let value = Value::Object(schema.clone());
        match options().build(&value) {
            Ok(validator) => {
                let checker = Self::of_compiled(Arc::new(schema.clone()), written);
                // It was made in the line above, and is empty.
                let _ = checker.validator.set(Some(validator));
                Ok(checker)
            }
            Err(error) => {
                let message = format!("the schema does not compile: {error}; correct it");
                Err(SchemaFault::always(error.instance_path().as_str(), "does-not-compile", message))
            }
        }
    }

    /// Takes a schema that is known to compile. One that does not fits nothing.
    pub(crate) fn of_compiled(schema: Arc<Map<String, Value>>, written: Written) -> Self {
        Self { schema, written, validator: OnceLock::new(), faulty: OnceLock::new() }
    }

    /// Returns the schema.
    pub(crate) fn schema(&self) -> &Arc<Map<String, Value>> {
        &self.schema
    }

    /// Returns how the schema was written.
    pub(crate) fn written(&self) -> Written {
        self.written
    }

    /// Whether a value fits. This is the hot path, and allocates nothing after the first value.
    pub(crate) fn is_valid(&self, value: &Value) -> bool {
        let validator = self.validator.get_or_init(|| {
            let schema = Value::Object(Map::clone(&self.schema));
            options().build(&schema).ok()
        });
        validator.as_ref().is_some_and(|validator| validator.is_valid(value))
    }

    /// Tidies a value without changing what it means.
    ///
    /// By a schema that is kept as written, only a value that does not fit has its nulls folded: what fits is what was
    /// meant.
    pub(crate) fn tidy(&self, value: &mut Value) {
        match self.written {
            Written::Canonical => fold::tidy(&self.schema, value),
            Written::Verbatim => {
                if !self.is_valid(value)
                    && let Some(faulty) = self.faulty()
                {
                    verbatim::tidy(&faulty.schema, value);
                }
                fold::whole_numbers(&self.schema, value);
            }
        }
    }

    /// Returns a value that does not fit with its repairs, and how many they are; nothing when there are none. Whether
    /// it then fits is not known yet. A schema that is kept as written is never read as anything but what it says.
    pub(crate) fn repaired(&self, value: &Value) -> Option<(Value, usize)> {
        let Written::Canonical = self.written else { return None };
        let Faulty { schema, parts } = self.faulty()?;
        repair::repaired(schema, parts, value)
    }

    /// Returns what is wrong with a value, up to a hundred findings; nothing when it fits.
    pub(crate) fn faults(&self, value: &Value) -> ArgumentFaults {
        match self.faulty() {
            Some(Faulty { schema, parts }) => match self.written {
                Written::Canonical => explain::faults(schema, parts, value),
                Written::Verbatim => verbatim::faults(schema, parts, value),
            },
            // The whole compiled, so its parts do.
            None => {
                ArgumentFaults::from_faults(vec![Fault::new("", "arguments of the schema", kind_of(value))])
            }
        }
    }

    fn faulty(&self) -> Option<&Faulty> {
        let made = self.faulty.get_or_init(|| {
            let schema = Value::Object(Map::clone(&self.schema));
            Parts::compile(&schema).map(|parts| Faulty { schema, parts })
        });
        made.as_ref()
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
    use std::sync::Arc;

    use serde_json::{Value, json};

    use super::{Checker, Written};

    #[test]
    fn nothing_is_made_ready_before_it_is_needed() {
        let Value::Object(schema) = json!({ "type": "object", "properties": { "a": { "type": "string" } } })
        else {
            panic!("an object")
        };
        let checker = Checker::of_compiled(Arc::new(schema), Written::Canonical);
        assert!(checker.validator.get().is_none());
        assert!(checker.is_valid(&json!({ "a": "b" })));
        assert!(!checker.is_valid(&json!({ "a": 1 })));
        assert!(checker.faulty.get().is_none());
        checker.faults(&json!({ "a": 1 }));
        assert!(checker.faulty.get().is_some());
    }

    #[test]
    fn nothing_fits_a_schema_that_does_not_compile() {
        let Value::Object(schema) = json!({ "type": "no such type" }) else { panic!("an object") };
        assert!(Checker::compile(&schema).is_err());
        let checker = Checker::of_compiled(Arc::new(schema), Written::Canonical);
        assert!(!checker.is_valid(&json!({})));
    }
}
