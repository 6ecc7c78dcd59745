//! One field of a form. A form is flat: 2026-07-28, client/elicitation, "Requested Schema".

use std::fmt;

use serde_json::{Map, Value, json};

/// One field of a form, for a person to fill in. It has to be filled in unless it is [`optional`](Self::optional).
///
/// Its schema is one of those that every client can show: a text, a number, a boolean, or a choice
/// ([2026-07-28, Requested Schema](https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema)).
/// A bound that a field of its kind cannot have, and a choice of nothing, are internal errors when the tool asks.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::{Field, TextFormat};
///
/// let mail = Field::text("mail").with_title("Where to").with_format(TextFormat::Email).with_max_length(80);
/// assert_eq!(
///     serde_json::to_value(mail.schema()).unwrap(),
///     json!({ "type": "string", "title": "Where to", "format": "email", "maxLength": 80 })
/// );
/// let days = Field::choices("days", ["Monday", "Tuesday"]).with_min_items(1).optional();
/// assert_eq!(
///     serde_json::to_value(days.schema()).unwrap(),
///     json!({ "type": "array", "items": { "type": "string", "enum": ["Monday", "Tuesday"] }, "minItems": 1 })
/// );
/// assert!(mail.is_required() && !days.is_required());
/// ```
#[derive(Clone, PartialEq)]
pub struct Field {
    name: String,
    schema: Map<String, Value>,
    required: bool,
}

/// What a text is, for clients that help to write one.
///
/// # Examples
///
/// ```
/// use tool_core::{Field, TextFormat};
///
/// let day = Field::text("day").with_format(TextFormat::Date);
/// assert_eq!(day.schema()["format"], "date");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextFormat {
    /// A day, such as `2026-07-28`.
    Date,
    /// A moment, in RFC 3339.
    DateTime,
    /// The address of a mailbox.
    Email,
    /// An address of anything, with its scheme.
    Uri,
}

impl TextFormat {
    fn as_str(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::DateTime => "date-time",
            Self::Email => "email",
            Self::Uri => "uri",
        }
    }
}

/// The keywords that each type may have beside `type`, `title`, `description` and `default`.
const KEYWORDS: [(&str, &[&str]); 5] = [
    ("array", &["items", "maxItems", "minItems"]),
    ("boolean", &[]),
    ("integer", &["maximum", "minimum"]),
    ("number", &["maximum", "minimum"]),
    ("string", &["enum", "format", "maxLength", "minLength", "oneOf"]),
];

impl Field {
    fn new(name: impl Into<String>, schema: Value) -> Self {
        let Value::Object(schema) = schema else {
            unreachable!("every kind of field is written as an object")
        };
        Self { name: name.into(), schema, required: true }
    }

    /// Returns a field for a yes or a no.
    pub fn boolean(name: impl Into<String>) -> Self {
        Self::new(name, json!({ "type": "boolean" }))
    }

    /// Returns a field for one of these texts.
    pub fn choice<T: Into<String>>(name: impl Into<String>, texts: impl IntoIterator<Item = T>) -> Self {
        Self::new(name, json!({ "type": "string", "enum": texts_of(texts) }))
    }

    /// Returns a field for any number of these texts.
    pub fn choices<T: Into<String>>(name: impl Into<String>, texts: impl IntoIterator<Item = T>) -> Self {
        Self::new(name, json!({ "type": "array", "items": { "type": "string", "enum": texts_of(texts) } }))
    }

    /// Returns a field for a whole number.
    pub fn integer(name: impl Into<String>) -> Self {
        Self::new(name, json!({ "type": "integer" }))
    }

    /// Returns a field for a number.
    pub fn number(name: impl Into<String>) -> Self {
        Self::new(name, json!({ "type": "number" }))
    }

    /// Returns a field for a text.
    pub fn text(name: impl Into<String>) -> Self {
        Self::new(name, json!({ "type": "string" }))
    }

    /// Returns a field for one of these values, each with the title that a person sees.
    pub fn titled_choice<V: Into<String>, T: Into<String>>(
        name: impl Into<String>,
        values: impl IntoIterator<Item = (V, T)>,
    ) -> Self {
        Self::new(name, json!({ "type": "string", "oneOf": titled(values) }))
    }

    /// Returns a field for any number of these values, each with the title that a person sees.
    pub fn titled_choices<V: Into<String>, T: Into<String>>(
        name: impl Into<String>,
        values: impl IntoIterator<Item = (V, T)>,
    ) -> Self {
        Self::new(name, json!({ "type": "array", "items": { "anyOf": titled(values) } }))
    }

    /// Lets the field be left out.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.required = false;
        self
    }

    /// Sets what stands in the field before anybody has written something. What is sent back is what counts.
    #[must_use]
    pub fn with_default(self, value: impl Into<Value>) -> Self {
        self.with("default", value)
    }

    /// Sets what a person reads about the field.
    #[must_use]
    pub fn with_description(self, description: impl Into<String>) -> Self {
        self.with("description", description.into())
    }

    /// Sets what a text is.
    #[must_use]
    pub fn with_format(self, format: TextFormat) -> Self {
        self.with("format", format.as_str())
    }

    /// Sets the largest number, inclusive.
    #[must_use]
    pub fn with_maximum(self, number: impl Into<Value>) -> Self {
        self.with("maximum", number)
    }

    /// Sets how many choices may be made at most.
    #[must_use]
    pub fn with_max_items(self, count: u32) -> Self {
        self.with("maxItems", count)
    }

    /// Sets how many characters a text may have at most.
    #[must_use]
    pub fn with_max_length(self, characters: u32) -> Self {
        self.with("maxLength", characters)
    }

    /// Sets the smallest number, inclusive.
    #[must_use]
    pub fn with_minimum(self, number: impl Into<Value>) -> Self {
        self.with("minimum", number)
    }

    /// Sets how many choices must be made at least.
    #[must_use]
    pub fn with_min_items(self, count: u32) -> Self {
        self.with("minItems", count)
    }

    /// Sets how many characters a text must have at least.
    #[must_use]
    pub fn with_min_length(self, characters: u32) -> Self {
        self.with("minLength", characters)
    }

    /// Sets what a person sees instead of the name.
    #[must_use]
    pub fn with_title(self, title: impl Into<String>) -> Self {
        self.with("title", title.into())
    }

    fn with(mut self, keyword: &str, value: impl Into<Value>) -> Self {
        self.schema.insert(keyword.to_owned(), value.into());
        self
    }

    /// Returns the name under which the value is sent back.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the JSON Schema of the value.
    pub fn schema(&self) -> &Map<String, Value> {
        &self.schema
    }

    /// Returns whether the field has to be filled in.
    pub fn is_required(&self) -> bool {
        self.required
    }

    /// Returns what is wrong with the field, for whoever wrote the tool.
    pub(super) fn fault(&self) -> Option<String> {
        let Self { name, schema, .. } = self;
        let kind = schema["type"].as_str().unwrap_or_default();
        let known = KEYWORDS.iter().find(|(named, _)| *named == kind).map_or(&[][..], |(_, known)| known);
        let is_known = |keyword: &str| {
            known.contains(&keyword) || ["default", "description", "title", "type"].contains(&keyword)
        };
        if self.chooses_from_nothing() {
            return Some(format!(
                "its field `{name}` is a choice of nothing; ask only where there is something to choose"
            ));
        }
        let stray = schema.keys().find(|keyword| !is_known(keyword))?;
        Some(format!("its field `{name}` is of type {kind}, which has no `{stray}`; leave that out"))
    }

    /// Whether a form with it could never be sent back.
    fn chooses_from_nothing(&self) -> bool {
        let places = [Some(&self.schema), self.schema.get("items").and_then(Value::as_object)];
        let lists =
            places.into_iter().flatten().flat_map(|place| ["enum", "oneOf", "anyOf"].map(|it| place.get(it)));
        lists.flatten().any(|list| list.as_array().is_some_and(Vec::is_empty))
    }
}

fn texts_of<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Vec<String> {
    texts.into_iter().map(Into::into).collect()
}

fn titled<V: Into<String>, T: Into<String>>(values: impl IntoIterator<Item = (V, T)>) -> Vec<Value> {
    let one = |(value, title): (V, T)| json!({ "const": value.into(), "title": title.into() });
    values.into_iter().map(one).collect()
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Field")
            .field("name", &self.name)
            .field("required", &self.required)
            .finish_non_exhaustive()
    }
}
