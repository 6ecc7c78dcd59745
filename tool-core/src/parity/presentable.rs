//! Presentable: hosts can show every listed tool, and models can read it.

use serde_json::{Map, Value};

use crate::{Caller, Listed, Surface, schema::Checker};

/// Longest description, in characters: OpenAI's limit, the lowest in use.
const LONGEST_DESCRIPTION: usize = 1024;

/// Asserts that hosts can show every tool that the surface lists for this caller.
///
/// # Panics
///
/// When one cannot be shown; the message names every tool and what it lacks.
#[track_caller]
pub fn assert_presentable(surface: &Surface, caller: &Caller) {
    let tools = surface.catalogue(caller).tools;
    let wrong: Vec<_> = tools.iter().flat_map(|tool| faults(tool)).collect();
    assert!(
        wrong.is_empty(),
        "surface `{}` lists what cannot be shown:\n- {}",
        surface.name(),
        wrong.join("\n- ")
    );
}

fn faults(tool: &Listed) -> Vec<String> {
    let length = tool.description.chars().count();
    let undescribed = properties(&tool.input_schema).filter(|(_, schema)| described(schema).is_none());
    let mut faults: Vec<_> = undescribed
        .map(|(argument, _)| format!("`{}`: argument `{argument}` has no description", tool.name))
        .collect();
    let mut require = |holds: bool, fault: &str| {
        if !holds {
            faults.push(format!("`{}`: {fault}", tool.name));
        }
    };
    require(!tool.title.trim().is_empty(), "it has no title");
    require(length > 0, "it has no description");
    require(
        length <= LONGEST_DESCRIPTION,
        &format!("its description has {length} characters, over {LONGEST_DESCRIPTION}"),
    );
    require(is_object(&tool.input_schema), "its input schema has no object at its root");
    require(Checker::compile(&tool.input_schema).is_ok(), "its input schema does not compile");
    if let Some(output) = &tool.output_schema {
        require(is_object(output), "its output schema has no object at its root");
        require(Checker::compile(output).is_ok(), "its output schema does not compile");
    }
    faults
}

fn is_object(schema: &Map<String, Value>) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("object")
}

fn properties(schema: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    schema.get("properties").and_then(Value::as_object).into_iter().flatten()
}

fn described(schema: &Value) -> Option<&str> {
    schema.get("description").and_then(Value::as_str).filter(|text| !text.trim().is_empty())
}
