//! The successful part of what a function returned. How a surface shows it is `surface`.

use std::{fmt, marker::PhantomData};

use schemars::{JsonSchema, generate::SchemaSettings};
use serde::Serialize;
use serde_json::Value;

use super::finite::{Finite, Trace};
use crate::{ToolError, ToolOutput};

/// A type that a tool may return: one with a schema that serialises, or a [`ToolOutput`].
// Not public API. Used by generated code.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a tool",
    label = "not the result of a tool",
    note = "derive `serde::Serialize` and `schemars::JsonSchema` for it, or return a `ToolOutput`",
    note = "a type of another crate has them behind that crate's feature `serde` and a feature of `schemars` named after it, such as `uuid1`"
)]
pub trait Output {
    /// Returns the schema of the result, unless the tool writes its result by hand.
    fn schema() -> Option<Value>;

    /// Returns whether the result is reported later, which the invoker has to be ready for.
    fn is_pending() -> bool {
        false
    }

    /// Returns the result.
    ///
    /// # Errors
    ///
    /// An internal error when the value cannot be serialised, or holds a number that JSON has not.
    fn finish(self) -> Result<ToolOutput, ToolError>;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema> Output for T {
    fn schema() -> Option<Value> {
        let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
        Some(generator.into_root_schema_for::<T>().to_value())
    }

    fn finish(self) -> Result<ToolOutput, ToolError> {
        let trace = Trace::default();
        let value = self.serialize(Finite::new(serde_json::value::Serializer, &trace));
        value.map(ToolOutput::json).map_err(|error| {
            let place = Some(trace.pointer()).filter(|place| !place.is_empty());
            let place = place.map(|place| format!(" at {place}")).unwrap_or_default();
            ToolError::internal(format!("the result cannot be serialised{place}: {error}"))
        })
    }
}

#[diagnostic::do_not_recommend]
impl Output for ToolOutput {
    fn schema() -> Option<Value> {
        None
    }

    fn finish(self) -> Result<ToolOutput, ToolError> {
        Ok(self)
    }
}

/// The type that a function returns when it succeeds, whatever it is.
pub struct Okay<T>(PhantomData<fn() -> T>);

impl<T> Okay<T> {
    pub(super) const fn new() -> Self {
        Self(PhantomData)
    }
}

/// How the result of one type is described and finished.
pub struct Rendering<T> {
    /// Returns the schema, and whether the result is reported later.
    pub schema: fn() -> (Option<Value>, bool),
    /// Returns the result.
    pub finish: fn(T) -> Result<ToolOutput, ToolError>,
}

/// Returns how the result of this type is rendered.
///
/// The one place with a bound on the result: the compiler prints one error however often an expansion asks.
pub fn rendering<T: Output>(_: Okay<T>) -> Rendering<T> {
    Rendering { schema: || (T::schema(), T::is_pending()), finish: T::finish }
}

impl<T> fmt::Debug for Okay<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Okay")
    }
}

impl<T> fmt::Debug for Rendering<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Rendering")
    }
}
