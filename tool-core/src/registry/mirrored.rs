//! Which arguments a protocol's clients repeat in headers of their HTTP requests, and what is wrong with such a header. A
//! protocol crate writes it into what it lists.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::{BuildError, SourceLocation, ToolDefinition};

/// The keyword of a property's schema that says so; see [`ToolDefinition::with_header`].
const KEYWORD: &str = "x-mcp-header";

/// The longest name. Servers take 8 KiB for all headers of a request, names included.
const LONGEST: usize = 64;

/// Takes what the schema as written says of headers into the definition, and finds every one that cannot be sent.
pub(super) fn read(
    definition: &mut ToolDefinition,
    canonical: &Map<String, Value>,
    location: SourceLocation,
) -> Vec<BuildError> {
    let mut faults = Vec::new();
    let mut fault = |argument: &str, header: &str, reason: &'static str| {
        faults.push(BuildError::InvalidHeader {
            tool: definition.name.clone(),
            argument: argument.to_owned(),
            header: header.to_owned(),
            reason,
            location,
        });
    };
    let written = definition.input_schema.get("properties").and_then(Value::as_object);
    for (argument, schema) in written.into_iter().flatten() {
        match schema.get(KEYWORD) {
            None => {}
            Some(Value::String(header)) => {
                definition.headers.entry(argument.clone()).or_insert_with(|| header.clone());
            }
            Some(_) => fault(argument, "", "its name must be a text"),
        }
        if parts(schema).any(|part| is_written_in(part, 0)) {
            fault(argument, "", "only an argument itself can be repeated, and no part of one");
        }
    }

    let properties = canonical.get("properties").and_then(Value::as_object);
    let mut names = BTreeSet::new();
    for (argument, header) in &definition.headers {
        let Some(schema) = properties.and_then(|properties| properties.get(argument)) else {
            fault(argument, header, "it must be an argument of the tool's own");
            continue;
        };
        if !matches!(schema.get("type").and_then(Value::as_str), Some("boolean" | "integer" | "string")) {
            fault(argument, header, "it must be a string, an integer or a boolean");
        }
        if header.is_empty() || header.len() > LONGEST || !header.bytes().all(is_token) {
            fault(
                argument,
                header,
                "the name must be 1 to 64 letters, digits, or characters of !#$%&'*+-.^_`|~",
            );
        }
        if !names.insert(header.to_ascii_lowercase()) {
            fault(argument, header, "another argument has it; upper and lower case are one");
        }
    }
    faults
}

/// Returns whatever may hold schemas in one.
fn parts(schema: &Value) -> impl Iterator<Item = &Value> {
    schema.as_object().into_iter().flatten().filter(|(keyword, _)| *keyword != KEYWORD).map(|(_, part)| part)
}

/// Returns whether the keyword stands somewhere in a value. Depth is bounded where schemas are read.
fn is_written_in(value: &Value, depth: u8) -> bool {
    if depth > 64 {
        return false;
    }
    match value {
        Value::Object(members) => members
            .iter()
            .any(|(name, member)| name == KEYWORD && member.is_string() || is_written_in(member, depth + 1)),
        Value::Array(items) => items.iter().any(|item| is_written_in(item, depth + 1)),
        _ => false,
    }
}

/// A character of a header's name: `tchar` of [RFC 9110, section 5.6.2](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2).
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}
