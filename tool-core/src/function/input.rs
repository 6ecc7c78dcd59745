//! The input schema of a function, put together from its parameters. Canonical form is the registry's business.

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{
    argument::Reading,
    decode::{self, Place, Refused},
    other_words::{Corrections, OtherWords},
};
use crate::{ToolDefinition, schema::remarks::escape};

/// The input schema of one function, while its parameters are added.
// Not public API. Used by generated code.
#[derive(Debug)]
pub struct Input {
    generator: SchemaGenerator,
    properties: Map<String, Value>,
    required: Vec<Value>,
    other_words: OtherWords,
    corrections: Corrections,
}

impl Input {
    /// Starts with no parameter.
    #[expect(clippy::new_without_default, reason = "generated code is the only caller")]
    pub fn new() -> Self {
        let generator = SchemaSettings::draft2020_12().for_deserialize().into_generator();
        Self {
            generator,
            properties: Map::new(),
            required: Vec::new(),
            other_words: OtherWords::default(),
            corrections: Corrections::default(),
        }
    }

    /// Adds a parameter. It is optional exactly when its type can be decoded from nothing.
    pub fn parameter<T, L: ?Sized>(&mut self, reading: &Reading<T, L>, name: &str, description: &str) {
        let required = (reading.decode)(None, Place::Root).is_err();
        self.add(reading, name, description, required);
    }

    /// Adds a parameter that is lent when it is there.
    pub fn optional<T, L: ?Sized>(&mut self, reading: &Reading<T, L>, name: &str, description: &str) {
        self.add(reading, name, description, false);
    }

    /// Adds the parameters that have attributes of their own, gathered in a struct.
    pub fn rest<T: JsonSchema + DeserializeOwned>(&mut self) {
        let mut schema = T::json_schema(&mut self.generator).to_value();
        let words =
            OtherWords::of("", &schema, self.generator.definitions(), &mut self.corrections, &asked_of::<T>);
        self.other_words.extend_all(words);
        if let Some(Value::Object(properties)) = schema.get_mut("properties").map(Value::take) {
            self.properties.extend(properties);
        }
        if let Some(Value::Array(required)) = schema.get_mut("required").map(Value::take) {
            self.required.extend(required);
        }
    }

    /// Returns the definition of a tool that takes the whole.
    pub(crate) fn finish(mut self, name: &str, description: &str) -> ToolDefinition {
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
        self.corrections.write(&mut schema);
        let definition = ToolDefinition::new(name, description).with_input_schema(schema);
        ToolDefinition { other_words: self.other_words, ..definition }
    }

    fn add<T, L: ?Sized>(&mut self, reading: &Reading<T, L>, name: &str, description: &str, required: bool) {
        let mut schema: Schema = (reading.schema)(&mut self.generator);
        let ask = |value: &Value| (reading.decode)(Some(value), Place::Root).err().and_then(Refused::answer);
        let words = OtherWords::of(
            &format!("/properties/{}", escape(name)),
            schema.as_value(),
            self.generator.definitions(),
            &mut self.corrections,
            &ask,
        );
        self.other_words.extend(name, words);
        if !description.is_empty() {
            schema.insert("description".to_owned(), description.into());
        }
        self.properties.insert(name.to_owned(), schema.to_value());
        if required {
            self.required.push(name.into());
        }
    }
}

/// Asks an argument struct; see [`OtherWords`].
pub(crate) fn asked_of<T: DeserializeOwned>(value: &Value) -> Option<decode::Told> {
    decode::object::<T>(value.as_object()?, &[]).err().and_then(Refused::answer)
}
