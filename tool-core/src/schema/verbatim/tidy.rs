//! Tidies a value that does not fit a schema that is kept as written. Only what the schema refuses for certain is
//! touched: a null where every reading of the schema refuses one, and which nothing requires.

use serde_json::Value;

use super::super::keyword::{Schema, list, property, required, text};

/// References that are followed from one to the next. Loops were refused.
const REFERENCES: usize = 16;

/// Removes each null that stands for an optional value.
///
/// What is said inside `anyOf`, `oneOf`, `if` and `not` is not looked at: which of it applies is for the validator.
pub(in super::super) fn tidy(root: &Value, value: &mut Value) {
    walk(root, &together(root, vec![root]), value);
}

/// The schemas are those that all hold for the value.
fn walk(root: &Value, schemas: &[&Schema], value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, field| !field.is_null() || !refuses_null(root, schemas, name));
            for (name, field) in fields {
                walk(root, &together(root, named(schemas, name)), field);
            }
        }
        Value::Array(items) => {
            let each = schemas.iter().filter(|schema| !schema.contains_key("prefixItems"));
            let each = together(root, each.filter_map(|schema| schema.get("items")).collect());
            for item in items {
                walk(root, &each, item);
            }
        }
        _ => {}
    }
}

/// Whether a member has to be something else than null, and may be absent.
fn refuses_null(root: &Value, schemas: &[&Schema], name: &str) -> bool {
    let requires = |schema: &&Schema| required(schema).any(|known| known == name);
    let refuses = |schema: &&Schema| match schema.get("type") {
        Some(Value::String(word)) => word != "null",
        Some(Value::Array(words)) => words.iter().all(|word| word != "null"),
        _ => false,
    };
    !schemas.iter().any(requires) && together(root, named(schemas, name)).iter().any(refuses)
}

/// Returns what is said about one member.
fn named<'s>(schemas: &[&'s Schema], name: &str) -> Vec<&'s Value> {
    schemas.iter().filter_map(|schema| property(schema, name)).collect()
}

/// Returns schemas with those that hold beside them: what they refer to, and the parts of `allOf`. Each once, so that a
/// recursive schema does not grow with the depth of the value.
fn together<'s>(root: &'s Value, schemas: Vec<&'s Value>) -> Vec<&'s Schema> {
    let mut found: Vec<&Schema> = Vec::new();
    let mut open: Vec<_> = schemas.into_iter().map(|schema| (schema, 0)).collect();
    while let Some((schema, references)) = open.pop() {
        let Some(schema) = schema.as_object() else { continue };
        if found.iter().any(|known| std::ptr::eq(*known, schema)) {
            continue;
        }
        found.push(schema);
        let target = text(schema, "$ref").and_then(|target| target.strip_prefix('#'));
        let target = target.and_then(|pointer| root.pointer(pointer)).filter(|_| references < REFERENCES);
        open.extend(target.map(|target| (target, references + 1)));
        open.extend(list(schema, "allOf").map(|part| (part, references)));
    }
    found
}
