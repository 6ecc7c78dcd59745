//! Which tools say that they can be undone, and cannot. What undoes an operation is `operation`.

use std::sync::Arc;

use serde_json::Value;

use super::Registered;
use crate::{BuildError, Control, Kind, nearest};

/// Finds tools that are undone by one that is not there, or does not fit.
pub(super) fn faults(tools: &[Arc<Registered>]) -> Vec<BuildError> {
    let fault = |tool: &Arc<Registered>| {
        let undo = tool.host().undo.as_deref()?;
        let (name, location) = (tool.name().to_string(), tool.location());
        let useless =
            |reason| BuildError::UselessUndo { tool: name.clone(), undo: undo.to_owned(), reason, location };
        if tool.host().kind != Kind::Operation {
            return Some(useless("only operations are undone; write kind = operation, or leave undo out"));
        }
        let Some(by) = tools.iter().find(|by| by.name().as_str() == undo) else {
            let names = tools.iter().map(|tool| tool.name().as_str());
            let nearest = nearest::nearest(undo, names).map(str::to_owned);
            return Some(BuildError::UnknownUndo {
                tool: name.clone(),
                undo: undo.to_owned(),
                nearest,
                location,
            });
        };
        unfit(tool, by).map(useless)
    };
    tools.iter().filter_map(fault).collect()
}

/// Says why one tool cannot undo what another did.
fn unfit(tool: &Registered, by: &Registered) -> Option<&'static str> {
    if by.host().control != Control::Acts {
        return Some("who has used up a budget must still be able to undo; write control on it");
    }
    if by.host().target.is_some() && by.host().target != tool.host().target {
        return Some("it is about another kind of target; write the same one on both, or none on it");
    }
    let schema = &by.definition().input_schema;
    let properties = schema.get("properties").and_then(Value::as_object);
    let takes_it = properties.is_some_and(|properties| {
        properties.len() == 1
            && properties.get("operation").and_then(|it| it.get("type")).and_then(Value::as_str)
                == Some("string")
    });
    (!takes_it).then_some(
        "it is called with the id of the operation; let it take `operation: String` and nothing else",
    )
}
