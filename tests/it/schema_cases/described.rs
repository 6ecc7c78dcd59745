//! What a generator says about it, and what serde makes of its values.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

pub(crate) struct Described {
    /// Its schema as arguments, as it comes from the generator.
    pub(crate) input: Value,
    /// Its schema as a result, likewise.
    pub(crate) output: Value,
    /// Reads a value as the type, and writes it again.
    pub(crate) again: fn(Value) -> serde_json::Result<Value>,
}

impl Described {
    pub(crate) fn new<T: Serialize + DeserializeOwned + JsonSchema>() -> Self {
        let settings = SchemaSettings::draft2020_12();
        let schema =
            |settings: SchemaSettings| settings.into_generator().into_root_schema_for::<T>().to_value();
        Self {
            input: schema(settings.clone().for_deserialize()),
            output: schema(settings.for_serialize()),
            again: |value| serde_json::to_value(serde_json::from_value::<T>(value)?),
        }
    }
}
