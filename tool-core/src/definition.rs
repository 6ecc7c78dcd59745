//! What the model reads about a tool. Facts for the host are in `metadata`.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Value, json};

/// What the model reads about one tool: its name, its description and its schemas.
///
/// Schemas may be written as they come: from a type, or by hand. The registry brings them into one canonical form,
/// and what [`Registered::definition`](crate::Registered::definition) returns is that form.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolDefinition {
    /// Name in the registry: segments of letters, digits, `_` and `-`, joined by `::`.
    pub name: String,
    /// What the tool does and when to use it, written for the model.
    pub description: String,
    /// JSON Schema of the arguments; its root is an object.
    pub input_schema: Value,
    /// JSON Schema of the result, if it has a structure worth describing.
    pub output_schema: Option<Value>,
}

impl ToolDefinition {
    /// Returns the definition of a tool without arguments and without a described result.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            description: description.into(),
            input_schema: json!({ "type": "object", "properties": {}, "additionalProperties": false }),
            output_schema: None,
        }
    }

    /// Takes the input schema from the type that the arguments are decoded into.
    #[must_use]
    pub fn with_input<T: JsonSchema>(self) -> Self {
        let settings = SchemaSettings::draft2020_12().for_deserialize();
        self.with_input_schema(settings.into_generator().into_root_schema_for::<T>().to_value())
    }

    /// Sets a hand-written input schema.
    #[must_use]
    pub fn with_input_schema(mut self, schema: Value) -> Self {
        self.input_schema = schema;
        self
    }

    /// Takes the output schema from the type that is serialised into the result.
    #[must_use]
    pub fn with_output<T: JsonSchema>(self) -> Self {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        self.with_output_schema(settings.into_generator().into_root_schema_for::<T>().to_value())
    }

    /// Sets a hand-written output schema.
    #[must_use]
    pub fn with_output_schema(mut self, schema: Value) -> Self {
        self.output_schema = Some(schema);
        self
    }
}
