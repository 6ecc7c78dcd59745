//! References that lead back to where they stand without a property or an item in between. Nobody can check a value
//! against such a schema, and whoever tries does not come back.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    super::{SchemaFault, keyword::text},
    places::Place,
};

/// Keywords whose schemas are about the value itself, and hold one, several, or several by name.
const IN_PLACE: [&str; 8] = ["allOf", "anyOf", "dependentSchemas", "else", "if", "not", "oneOf", "then"];

/// Returns a fault for the first schema that is part of such a loop.
pub(super) fn find(root: &Value, places: &[Place<'_>]) -> Option<SchemaFault> {
    let edges: BTreeMap<&str, Vec<String>> =
        places.iter().map(|place| (place.pointer.as_str(), next(root, place, places))).collect();
    let mut done = BTreeMap::<&str, bool>::new();
    for place in places {
        // Depth first with an explicit stack: `false` is a schema that is still open, and meeting one is a loop.
        let mut stack = vec![(place.pointer.as_str(), 0)];
        while let Some((at, step)) = stack.pop() {
            if step == 0 && done.contains_key(at) {
                continue;
            }
            done.entry(at).or_insert(false);
            let Some(target) = edges.get(at).and_then(|targets| targets.get(step)) else {
                done.insert(at, true);
                continue;
            };
            stack.push((at, step + 1));
            match edges.get_key_value(target.as_str()) {
                Some((target, _)) if done.get(target) == Some(&false) => {
                    let message =
                        "the definition is nothing but itself; put a property or an item in between";
                    return Some(SchemaFault::always(*target, "reference-loop", message));
                }
                Some((target, _)) => stack.push((target, 0)),
                None => {}
            }
        }
    }
    None
}

/// Returns the pointers of the schemas that a value has to be asked about together with this one.
fn next(root: &Value, place: &Place<'_>, places: &[Place<'_>]) -> Vec<String> {
    let mut found = Vec::new();
    for keyword in ["$dynamicRef", "$ref"] {
        let target = text(place.schema, keyword).and_then(|target| super::found(root, target, places));
        found.extend(target.map(|(_, pointer)| pointer));
    }
    for keyword in IN_PLACE {
        let at = format!("{}/{keyword}", place.pointer);
        match (keyword, place.schema.get(keyword)) {
            (_, Some(Value::Array(several))) => {
                found.extend((0..several.len()).map(|index| format!("{at}/{index}")));
            }
            ("dependentSchemas", Some(Value::Object(named))) => {
                found.extend(named.keys().map(|name| format!("{at}/{}", super::escape(name))));
            }
            (_, Some(Value::Object(_))) => found.push(at),
            _ => {}
        }
    }
    found
}
