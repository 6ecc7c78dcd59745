//! Check: do the arguments fit what this surface advertises? Every fault at once, and never a value.

use serde_json::{Map, Value};

use crate::{ArgumentFaults, Refusal, schema, surface::Rendered};

/// Reads the arguments as they were sent, bounded before anything looks further. Absent, null and empty text are none,
/// and text that holds an object is that object: models write all of these.
pub(super) fn read(arguments: Option<Value>) -> Result<Value, Refusal> {
    let value = match arguments {
        None | Some(Value::Null) => Value::Object(Map::new()),
        Some(Value::String(text)) if text.is_empty() => Value::Object(Map::new()),
        Some(Value::String(text)) => match serde_json::from_str(&text) {
            Ok(object @ Value::Object(_)) => object,
            _ => Value::String(text),
        },
        Some(value) => value,
    };
    match schema::within_bounds(&value) {
        Ok(()) => Ok(value),
        Err(fault) => Err(Refusal::InvalidArguments(ArgumentFaults::from_faults(vec![fault]))),
    }
}

/// Returns the tool's own arguments: checked, with nulls folded, and without what the surface added.
pub(super) fn check(tool: &Rendered, mut value: Value) -> Result<Map<String, Value>, Refusal> {
    let refuse = |faults| Err(Refusal::InvalidArguments(faults));
    let advertised = &tool.listed.input_schema;
    schema::fold_nulls(advertised, &mut value);
    schema::whole_numbers(advertised, &mut value);
    if !tool.checker.is_valid(&value) {
        return refuse(tool.checker.faults(&value));
    }
    if let (Some(added), Value::Object(arguments)) = (&tool.target_argument, &mut value) {
        arguments.remove(added);
    }
    if let Some(exact) = tool.entry.exact.as_ref().filter(|exact| !exact.is_valid(&value)) {
        return refuse(exact.faults(&value));
    }
    match value {
        Value::Object(arguments) => Ok(arguments),
        // Every input schema has an object at its root, so the checker refused all of these already.
        other => refuse(tool.checker.faults(&other)),
    }
}
