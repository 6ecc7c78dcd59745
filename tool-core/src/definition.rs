//! What the model reads about a tool. Facts for the host are in `metadata`.

use std::collections::BTreeMap;

use schemars::{JsonSchema, generate::SchemaSettings};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::{
    Side,
    function::{
        input::asked_of,
        other_words::{Corrections, OtherWords},
    },
};

/// What the model reads about one tool: its name, its description and its schemas.
///
/// Schemas may be written as they come: from a type, or by hand. The registry brings them into one canonical form,
/// and what [`Registered::definition`](crate::Registered::definition) returns is that form.
///
/// # Schemas that are kept as written
///
/// The canonical form is what every host and provider takes, and cannot say everything. A schema that is set with
/// [`with_verbatim_input_schema`](Self::with_verbatim_input_schema) or
/// [`with_verbatim_output_schema`](Self::with_verbatim_output_schema) is JSON Schema 2020-12 as its author wrote it:
///
/// * It is listed as it is, and some hosts and providers will refuse it.
/// * It has `{"type": "object"}` at its root, at most 64 KiB, and at most 64 objects and lists inside each other.
/// * References are to places in the document, `#/$defs/Name` or `#anchor`. Nothing is ever fetched.
/// * Arguments are checked against exactly it, formats included, and are never repaired. A null is read as absent only
///   where the value does not fit, nothing requires it, and its `type` has no null.
/// * A surface adds its target argument to the root, unless something there, such as `$ref` or `propertyNames`, is
///   about all arguments: then building the surface is refused.
/// * Results are sent as the tool returns them. One that has content beside its value has written its text itself: the
///   value is not written as text once more.
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
    /// Other names that are taken for an argument of the input's root, each with the name that is advertised.
    pub aliases: BTreeMap<String, String>,
    /// Arguments that clients repeat in a header of their HTTP requests, each with the name of the header.
    pub headers: BTreeMap<String, String>,
    pub(crate) other_words: OtherWords,
    pub(crate) input_is_verbatim: bool,
    pub(crate) output_is_verbatim: bool,
    /// Whether a function returns what is reported later.
    pub(crate) is_pending: bool,
}

impl ToolDefinition {
    /// Returns the definition of a tool without arguments and without a described result.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            description: description.into(),
            input_schema: json!({ "type": "object", "properties": {}, "additionalProperties": false }),
            output_schema: None,
            aliases: BTreeMap::new(),
            headers: BTreeMap::new(),
            other_words: OtherWords::default(),
            input_is_verbatim: false,
            output_is_verbatim: false,
            is_pending: false,
        }
    }

    /// Takes another name for an argument as well. It is not advertised: callers that learned an older name go on.
    ///
    /// # Examples
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::ToolDefinition;
    ///
    /// let definition = ToolDefinition::new("search", "Searches.")
    ///     .with_input_schema(json!({
    ///         "type": "object",
    ///         "properties": { "query": { "type": "string", "description": "Words." } },
    ///         "additionalProperties": false
    ///     }))
    ///     .with_alias("q", "query");
    /// assert_eq!(definition.aliases["q"], "query");
    /// ```
    #[must_use]
    pub fn with_alias(mut self, alias: impl Into<String>, argument: impl Into<String>) -> Self {
        self.aliases.insert(alias.into(), argument.into());
        self
    }

    /// Has clients repeat an argument in a header of their HTTP requests, so that whatever stands before the server can
    /// route by it without reading bodies.
    ///
    /// In MCP it is `x-mcp-header`: of 2026-07-28 on, the value of `region` comes in `Mcp-Param-Region` as well, and a
    /// request in which the two differ is refused. The argument is a string, an integer or a boolean, and never a secret:
    /// headers are written to logs. A parameter of a function, or a field, says the same with
    /// `#[schemars(extend("x-mcp-header" = "Region"))]`. Building the registry refuses a header that clients could not
    /// send: they would drop the tool.
    ///
    /// # Examples
    ///
    /// ```
    /// use tool_core::{Registry, tool};
    ///
    /// /// Counts the orders of a region.
    /// #[tool]
    /// fn count_orders(
    ///     /// The region.
    ///     #[schemars(extend("x-mcp-header" = "Region"))]
    ///     region: String,
    /// ) -> usize {
    ///     region.len()
    /// }
    ///
    /// let registry = Registry::builder(()).tool(count_orders_tool()).build()?;
    /// assert_eq!(registry.snapshot().get("count_orders").unwrap().definition().headers["region"], "Region");
    /// # Ok::<(), tool_core::BuildErrors>(())
    /// ```
    #[must_use]
    pub fn with_header(mut self, argument: impl Into<String>, header: impl Into<String>) -> Self {
        self.headers.insert(argument.into(), header.into());
        self
    }

    /// Takes the input schema from the type that the arguments are decoded into.
    ///
    /// Where a variant without content has `#[serde(alias = "..")]`, that name is taken as well, and not advertised. One with
    /// `#[serde(other)]` is not advertised either: it is what a value becomes that is none of the words, and such a value
    /// is refused.
    #[must_use]
    pub fn with_input<T: JsonSchema + DeserializeOwned>(self) -> Self {
        let settings = SchemaSettings::draft2020_12().for_deserialize();
        let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
        let nothing = Map::new();
        let definitions = schema.get("$defs").and_then(Value::as_object).unwrap_or(&nothing);
        let mut corrections = Corrections::default();
        let other_words = OtherWords::of("", &schema, definitions, &mut corrections, &asked_of::<T>);
        corrections.write(&mut schema);
        Self { other_words, ..self.with_input_schema(schema) }
    }

    /// Sets a hand-written input schema.
    #[must_use]
    pub fn with_input_schema(mut self, schema: Value) -> Self {
        self.input_schema = schema;
        self.other_words = OtherWords::default();
        self.input_is_verbatim = false;
        self
    }

    /// Sets a hand-written input schema that is kept as written: see [above](#schemas-that-are-kept-as-written).
    ///
    /// # Examples
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::{Registry, Tool, ToolCall, ToolDefinition, ToolError, ToolOutput};
    ///
    /// struct Search;
    ///
    /// #[tool_core::async_trait]
    /// impl Tool for Search {
    ///     fn definition(&self) -> ToolDefinition {
    ///         ToolDefinition::new("search", "Searches.").with_verbatim_input_schema(json!({
    ///             "type": "object",
    ///             "properties": { "by": { "enum": ["id", "text"] }, "text": { "type": "string" } },
    ///             "if": { "properties": { "by": { "const": "text" } } },
    ///             "then": { "required": ["text"] }
    ///         }))
    ///     }
    ///     async fn call(&self, _: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    ///         Ok(ToolOutput::empty())
    ///     }
    /// }
    ///
    /// let registry = Registry::builder(()).register(Search).build()?;
    /// let snapshot = registry.snapshot();
    /// let search = snapshot.get("search").unwrap();
    /// assert!(search.is_verbatim());
    /// assert_eq!(search.definition().input_schema["then"], json!({ "required": ["text"] }));
    /// # Ok::<(), tool_core::BuildErrors>(())
    /// ```
    #[must_use]
    pub fn with_verbatim_input_schema(mut self, schema: Value) -> Self {
        self.input_schema = schema;
        self.other_words = OtherWords::default();
        self.input_is_verbatim = true;
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
        self.output_is_verbatim = false;
        self
    }

    /// Sets a hand-written output schema that is kept as written: see [above](#schemas-that-are-kept-as-written).
    #[must_use]
    pub fn with_verbatim_output_schema(mut self, schema: Value) -> Self {
        self.output_schema = Some(schema);
        self.output_is_verbatim = true;
        self
    }

    /// Returns whether the schema of one side is kept as written.
    pub fn is_verbatim(&self, side: Side) -> bool {
        match side {
            Side::Input => self.input_is_verbatim,
            Side::Output => self.output_is_verbatim && self.output_schema.is_some(),
        }
    }
}
