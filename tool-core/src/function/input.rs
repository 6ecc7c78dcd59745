//! The input schema of a function, put together from its parameters. Canonical form is the registry's business.

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use super::{argument::Reading, decode::Place};

/// The input schema of one function, while its parameters are added.
// Not public API. Used by generated code.
#[derive(Debug)]
pub struct Input {
    generator: SchemaGenerator,
    properties: Map<String, Value>,
    required: Vec<Value>,
}

impl Input {
    /// Starts with no parameter.
    #[expect(clippy::new_without_default, reason = "generated code is the only caller")]
    pub fn new() -> Self {
        let generator = SchemaSettings::draft2020_12().for_deserialize().into_generator();
        Self { generator, properties: Map::new(), required: Vec::new() }
    }

    /// Adds a parameter. It is optional exactly when its type can be decoded from nothing.
    pub fn parameter<T, L: ?Sized>(&mut self, reading: &Reading<T, L>, name: &str, description: &str) {
        let required = (reading.decode)(None, Place::Root).is_err();
        let schema = (reading.schema)(&mut self.generator);
        self.add(name, description, schema, required);
    }

    /// Adds a parameter that is lent when it is there.
    pub fn optional<T, L: ?Sized>(&mut self, reading: &Reading<T, L>, name: &str, description: &str) {
        let schema = (reading.schema)(&mut self.generator);
        self.add(name, description, schema, false);
    }

    /// Adds the parameters that have attributes of their own, gathered in a struct.
    pub fn rest<T: JsonSchema>(&mut self) {
        let mut schema = T::json_schema(&mut self.generator).to_value();
        if let Some(Value::Object(properties)) = schema.get_mut("properties").map(Value::take) {
            self.properties.extend(properties);
        }
        if let Some(Value::Array(required)) = schema.get_mut("required").map(Value::take) {
            self.required.extend(required);
        }
    }

    /// Returns the schema of the whole.
    pub fn finish(mut self) -> Value {
        let mut schema = json!({
            "type": "object",
            "properties": self.properties,
            "required": self.required,
            "additionalProperties": false,
        });
        let definitions = self.generator.take_definitions(true);
        if !definitions.is_empty() {
            schema["$defs"] = definitions.into();
        }
        schema
    }

    fn add(&mut self, name: &str, description: &str, mut schema: Schema, required: bool) {
        if !description.is_empty() {
            schema.insert("description".to_owned(), description.into());
        }
        self.properties.insert(name.to_owned(), schema.to_value());
        if required {
            self.required.push(name.into());
        }
    }
}
