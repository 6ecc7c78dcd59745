//! Finds what the table names, in one tool and in a listing of tools. It knows no provider.

use serde_json::{Map, Value};

use super::{
    Finding,
    subject::Subject,
    table::{
        BIG, DEEP, DESCRIPTION_LONG, DESCRIPTION_MISSING, LISTING_BIG, Lint, NAME_LONG, OPEN_MAP,
        SEVERAL_FORMS, TOOLS, UNDESCRIBED, WORDY,
    },
};
use crate::{
    profile,
    schema::{
        Place, keyword, places,
        remarks::{self, escape},
    },
};

/// Returns what there is to say about a tool by itself, worst first.
pub(super) fn of_tool(tool: &Subject<'_>) -> Vec<Finding> {
    let mut found = Found::default();
    let said = tool.description.trim();
    if said.is_empty() {
        found.push(DESCRIPTION_MISSING, "", "say what the tool does and when to use it");
    }
    found.over(DESCRIPTION_LONG, "", said.chars().count(), "characters of description", "shorten it");
    found.name(tool);
    found.over(
        DEEP,
        "",
        profile::depth(&tool.input),
        "objects and lists inside each other",
        "flatten the type",
    );
    found.over(BIG, "", tool.input_bytes(), "bytes of schema", "take a simpler type");
    for place in places(&tool.input) {
        found.look_at(&place);
    }
    found.worst_first()
}

/// Returns what there is to say about tools that one caller reads together, worst first.
pub(super) fn of_listing(tools: &[Subject<'_>]) -> Vec<Finding> {
    let mut found = Found::default();
    for lint in TOOLS {
        found.over(lint, "", tools.len(), "tools", "list fewer, for example with `Allow::only` or scopes");
    }
    let bytes = tools.iter().map(Subject::bytes).fold(0, usize::saturating_add);
    found.over(
        LISTING_BIG,
        "",
        bytes,
        "bytes of names, descriptions and schemas",
        "list fewer or smaller tools",
    );
    found.worst_first()
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

    fn worst_first(mut self) -> Vec<Finding> {
        self.0.sort_by_key(|finding| finding.grade);
        self.0
    }

    /// Looks at a name as its author wrote it: what a surface cuts, the author can shorten.
    fn name(&mut self, tool: &Subject<'_>) {
        let written = tool.name.written();
        if written == tool.public_name {
            self.over(NAME_LONG, "", written.len(), "characters of name", "shorten it");
        } else {
            let (length, public) = (written.len(), &tool.public_name);
            self.push(
                NAME_LONG,
                "",
                format!("{length} characters of name, which callers read as `{public}`; shorten it"),
            );
        }
    }

    /// Looks at one schema, and at the properties that it names.
    fn look_at(&mut self, Place { pointer, schema }: &Place<'_>) {
        let at_root = pointer.is_empty();
        let explained = at_root && remarks::has_forms(schema);
        if explained || at_root && has_branches(schema) {
            self.push(SEVERAL_FORMS, "", "the arguments have several forms; make one tool of each");
        }
        if is_open_map(schema) {
            self.push(
                OPEN_MAP,
                pointer,
                "the keys are free; name the properties, or take a list of keys and values",
            );
        }
        let text = keyword::text(schema, "description").unwrap_or_default();
        if !at_root {
            self.over(WORDY, pointer, text.chars().count(), "characters of description", "shorten it");
        }
        let properties = keyword::named(schema, "properties");
        // The forms of the root say which property goes with which.
        for (name, _) in properties.filter(|(_, property)| !explained && !speaks_for_itself(property)) {
            let pointer = format!("{pointer}/properties/{}", escape(name));
            self.push(UNDESCRIBED, &pointer, "no description; say what to write here");
        }
    }
}

/// Whether the root of a schema that is kept as written stands for several forms.
fn has_branches(root: &Map<String, Value>) -> bool {
    let several = |keyword| root.get(keyword).and_then(Value::as_array).is_some_and(|forms| forms.len() > 1);
    several("anyOf") || several("oneOf")
}

/// Whether a schema is of objects whose keys are free.
fn is_open_map(schema: &Map<String, Value>) -> bool {
    let is_object = schema.get("type").is_some_and(|word| {
        word == "object" || word.as_array().is_some_and(|words| words.iter().any(|word| word == "object"))
    });
    let is_open = schema.get("additionalProperties").is_some_and(|rest| rest != false);
    let by_pattern = schema.get("patternProperties").and_then(Value::as_object);
    is_object && (is_open || by_pattern.is_some_and(|patterns| !patterns.is_empty()))
}

/// Whether a property needs no more words: it has some, it is described where it is defined, or it holds one word only.
fn speaks_for_itself(property: &Value) -> bool {
    let Value::Object(property) = property else { return false };
    let one = property.get("enum").and_then(Value::as_array).is_some_and(|values| values.len() == 1);
    one || ["$ref", "const", "description"].into_iter().any(|keyword| property.contains_key(keyword))
}
