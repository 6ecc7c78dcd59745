//! The argument with which a caller without a conversation says what a call is about.

use serde_json::{Map, Value, json};

/// Longest id that a surface passes on, in characters. Ids are names; nobody's database key is longer.
const LONGEST_ID: usize = 256;

/// The argument that a surface adds to every tool about one kind of target.
///
/// A conversation knows which project it is about; a caller without one must say so. The surface adds the argument to
/// the schema, to `required` and to the description, checks it, takes it out again, and makes it the call's target.
/// The tool never mentions it. It is always text, of 1 to 256 characters; a number in its place is refused.
///
/// An id that is a number in the product is text here as well: hosts round numbers above 2^53. So the results in which a model
/// finds it have it as [`Id<u64>`](crate::Id), and [`Ownership`](crate::Ownership) reads `target.id().parse::<Id<u64>>()`.
///
/// # Examples
///
/// ```
/// use tool_core::TargetArgument;
///
/// TargetArgument::new("project", "project_id", "The project that the call is about, as list_projects names it.");
/// ```
#[derive(Clone, Debug)]
pub struct TargetArgument {
    kind: String,
    argument: String,
    description: String,
}

impl TargetArgument {
    /// Returns the argument for tools about this kind of target.
    pub fn new(kind: impl Into<String>, argument: impl Into<String>, description: impl Into<String>) -> Self {
        Self { kind: kind.into(), argument: argument.into(), description: description.into() }
    }

    /// Returns the kind of target that it names.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Returns the name of the argument.
    pub fn name(&self) -> &str {
        &self.argument
    }

    /// Returns whether an id is one that the schema admits; no other is ever looked up.
    pub(crate) fn takes(id: &str) -> bool {
        (1..=LONGEST_ID).contains(&id.chars().count())
    }

    /// Adds the argument to a canonical schema, in front of the tool's own.
    pub(super) fn add_to(&self, schema: &mut Map<String, Value>) {
        let own = json!({ "type": "string", "minLength": 1, "maxLength": LONGEST_ID, "description": self.description });
        if let Value::Object(properties) = schema.entry("properties").or_insert_with(|| json!({})) {
            properties.insert(self.argument.clone(), own);
        }
        if let Value::Array(required) = schema.entry("required").or_insert_with(|| json!([])) {
            required.insert(0, self.argument.clone().into());
        }
    }

    /// Says in a tool's description that the argument is there.
    pub(super) fn sentence(&self) -> String {
        format!("`{}` says which {} the call is about.", self.argument, self.kind)
    }
}
