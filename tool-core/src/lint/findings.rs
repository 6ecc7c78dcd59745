//! Finds what the table names, in one tool. It knows no provider.

use serde_json::{Map, Value};

use super::{
    Finding,
    table::{
        BIG, DEEP, DESCRIPTION_LONG, DESCRIPTION_MISSING, Lint, NAME_LONG, OPEN_MAP, SEVERAL_FORMS,
        UNDESCRIBED, WORDY,
    },
};
use crate::{
    Registered, profile,
    schema::words::{self, escape},
};

/// Returns what there is to say about a tool by itself, worst first.
pub(super) fn findings(tool: &Registered, public_name: &str) -> Vec<Finding> {
    let definition = tool.definition();
    let mut found = Found::default();
    let said = definition.description.trim();
    if said.is_empty() {
        found.push(DESCRIPTION_MISSING, "", "say what the tool does and when to use it");
    }
    found.over(DESCRIPTION_LONG, "", said.chars().count(), "characters of description", "shorten it");
    found.over(NAME_LONG, "", public_name.chars().count(), "characters of name", "shorten it");

    let schema = &definition.input_schema;
    let bytes = serde_json::to_string(schema).map_or(usize::MAX, |text| text.len());
    found.over(DEEP, "", profile::depth(schema), "objects and lists inside each other", "flatten the type");
    found.over(BIG, "", bytes, "bytes of schema", "take a simpler type");
    if let Some(root) = schema.as_object() {
        if words::has_forms(root) {
            found.push(SEVERAL_FORMS, "", "the arguments have several forms; make one tool of each");
        }
        found.walk(root, "", words::has_forms(root));
    }
    found.0.sort_by_key(|finding| finding.grade);
    found.0
}

#[derive(Default)]
struct Found(Vec<Finding>);

impl Found {
    fn push(&mut self, lint: Lint, pointer: &str, message: impl Into<String>) {
        let (pointer, message) = (pointer.to_owned(), message.into());
        self.0.push(Finding { lint: lint.name, grade: lint.grade, pointer, message, source: lint.source });
    }

    fn over(&mut self, lint: Lint, pointer: &str, found: usize, what: &str, instead: &str) {
        if let Some(most) = lint.limit.filter(|most| found > *most) {
            self.push(lint, pointer, format!("{found} {what}, over {most}; {instead}"));
        }
    }

    /// Looks at one schema and everything below it. The canonical dialect is at most ten objects and lists deep.
    fn walk(&mut self, schema: &Map<String, Value>, pointer: &str, explained: bool) {
        let is_object = schema.get("type").is_some_and(|word| word == "object");
        if is_object && schema.get("additionalProperties").is_some_and(|rest| rest != false) {
            self.push(
                OPEN_MAP,
                pointer,
                "the keys are free; name the properties, or take a list of keys and values",
            );
        }
        let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
        if !pointer.is_empty() {
            self.over(WORDY, pointer, text.chars().count(), "characters of description", "shorten it");
        }
        for (name, property) in named(schema, "properties") {
            let pointer = format!("{pointer}/properties/{}", escape(name));
            // The forms of the root say which property goes with which.
            let has_words = property.contains_key("description") || property.contains_key("$ref");
            if !has_words && !explained && !is_tag(property) {
                self.push(UNDESCRIBED, &pointer, "no description; say what to write here");
            }
            self.walk(property, &pointer, false);
        }
        for (name, definition) in named(schema, "$defs") {
            self.walk(definition, &format!("{pointer}/$defs/{}", escape(name)), false);
        }
        for keyword in ["additionalProperties", "items"] {
            if let Some(below) = schema.get(keyword).and_then(Value::as_object) {
                self.walk(below, &format!("{pointer}/{keyword}"), false);
            }
        }
        let branches = schema.get("anyOf").and_then(Value::as_array).into_iter().flatten();
        for (index, branch) in branches.enumerate() {
            if let Some(branch) = branch.as_object() {
                self.walk(branch, &format!("{pointer}/anyOf/{index}"), false);
            }
        }
    }
}

/// Whether a property holds one word only, which says everything.
fn is_tag(property: &Map<String, Value>) -> bool {
    property.get("enum").and_then(Value::as_array).is_some_and(|values| values.len() == 1)
}

fn named<'s>(
    schema: &'s Map<String, Value>,
    keyword: &str,
) -> impl Iterator<Item = (&'s String, &'s Map<String, Value>)> {
    let named = schema.get(keyword).and_then(Value::as_object).into_iter().flatten();
    named.filter_map(|(name, schema)| Some((name, schema.as_object()?)))
}
