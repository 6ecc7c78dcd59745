//! Check: do the arguments fit what this surface advertises? Every fault at once, and never a value.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::{ArgumentFaults, Refusal, json_text, profile, schema, view::Rendered};

/// The tool's own arguments, as it runs with them.
pub(super) struct Fitting {
    pub(super) arguments: Map<String, Value>,
    /// How many of them were repaired.
    pub(super) repairs: usize,
}

/// Reads the arguments as they were sent, bounded before anything looks further. Absent, null and blank text are none,
/// and text is read once: models write all of these. Arguments that were written for another form of the schema are
/// brought back to the canonical one, which recurses, so not before they are known to be bounded.
pub(super) fn read(arguments: Option<Value>, shown: Option<&profile::Rendered>) -> Result<Value, Refusal> {
    let value = match arguments {
        None => Value::Null,
        Some(Value::String(text)) => json_text::read(&text).map_err(Refusal::InvalidArguments)?,
        Some(value) => value,
    };
    if let Err(fault) = schema::within_bounds(&value) {
        schema::dismantle(value);
        return Err(Refusal::InvalidArguments(ArgumentFaults::from_faults(vec![fault])));
    }
    let value = if value.is_null() { Value::Object(Map::new()) } else { value };
    Ok(match shown {
        Some(shown) => shown.restore(value),
        None => value,
    })
}

/// Returns the tool's own arguments: checked, with nulls folded, and without what the surface added.
pub(super) fn check(tool: &Rendered, mut value: Value) -> Result<Fitting, Refusal> {
    let definition = tool.entry.definition();
    rename(&definition.aliases, &mut value);
    definition.other_words.replace(&mut value);
    tool.checker.tidy(&mut value);
    if tool.checker.is_valid(&value) {
        let arguments = own(tool, value).map_err(Refusal::InvalidArguments)?;
        return Ok(Fitting { arguments, repairs: 0 });
    }
    // What is said about arguments that no repair helps is about what was sent.
    repaired(tool, &value).ok_or_else(|| Refusal::InvalidArguments(tool.checker.faults(&value)))
}

/// Gives arguments under another name the name that is advertised. One that is there under both is left alone, and then
/// refused as unknown.
fn rename(aliases: &BTreeMap<String, String>, value: &mut Value) {
    let Value::Object(arguments) = value else { return };
    for (alias, name) in aliases {
        if !arguments.contains_key(name)
            && let Some(value) = arguments.remove(alias)
        {
            arguments.insert(name.clone(), value);
        }
    }
}

/// Returns arguments that were the tool's own once, if they still fit: the tool may have changed since.
pub(super) fn check_own(
    tool: &Rendered,
    arguments: Map<String, Value>,
) -> Result<Map<String, Value>, Refusal> {
    let value = Value::Object(arguments);
    let checkers = [Some(&tool.entry.checker), tool.entry.exact.as_ref()];
    if let Some(refuses) = checkers.into_iter().flatten().find(|checker| !checker.is_valid(&value)) {
        return Err(Refusal::InvalidArguments(refuses.faults(&value)));
    }
    match value {
        Value::Object(arguments) => Ok(arguments),
        other => Err(Refusal::InvalidArguments(tool.checker.faults(&other))),
    }
}

/// Returns arguments that do not fit as they are, repaired, if the surface asks for that and all of them fit then.
fn repaired(tool: &Rendered, value: &Value) -> Option<Fitting> {
    if !tool.repairs_arguments {
        return None;
    }
    let (mut value, repairs) = tool.checker.repaired(value)?;
    // What was text can be deeper than it looked.
    schema::within_bounds(&value).ok()?;
    tool.checker.tidy(&mut value);
    if !tool.checker.is_valid(&value) {
        return None;
    }
    Some(Fitting { arguments: own(tool, value).ok()?, repairs })
}

/// Returns what is the tool's of arguments that fit what is advertised, if it fits the exact form, too.
fn own(tool: &Rendered, mut value: Value) -> Result<Map<String, Value>, ArgumentFaults> {
    if let Value::Object(arguments) = &mut value {
        tool.make_own(arguments);
    }
    if let Some(exact) = tool.exact().filter(|exact| !exact.is_valid(&value)) {
        return Err(exact.faults(&value));
    }
    match value {
        Value::Object(arguments) => Ok(arguments),
        // Every input schema has an object at its root, so the checker refused all of these already.
        other => Err(tool.checker.faults(&other)),
    }
}
