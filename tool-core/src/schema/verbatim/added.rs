//! Whether a schema that is kept as written leaves room for an argument that a surface adds. It changes nothing.

use serde_json::{Map, Value};

use super::{
    super::{SchemaFault, keyword::named, node::escape},
    places::{Place, places},
};

/// Keywords that see every member of an object, and so the one that is added.
const SEES_ALL: [&str; 8] = [
    "$dynamicRef",
    "$ref",
    "const",
    "enum",
    "maxProperties",
    "minProperties",
    "patternProperties",
    "propertyNames",
];

/// Keywords that are closed against whatever their own `properties` do not name. At the root that is where the argument
/// is added; anywhere else it is not.
const CLOSES: [&str; 2] = ["additionalProperties", "unevaluatedProperties"];

/// Returns a fault when what a schema says about the whole of the arguments would also be said about an added one.
pub(crate) fn refuses(schema: &Map<String, Value>, argument: &str) -> Option<SchemaFault> {
    let root = Value::Object(schema.clone());
    places(&root).iter().filter(|place| is_about_root(&place.pointer)).find_map(|place| at(place, argument))
}

fn at(place: &Place<'_>, argument: &str) -> Option<SchemaFault> {
    let is_root = place.pointer.is_empty();
    let keyword = SEES_ALL.iter().find(|keyword| place.schema.contains_key(**keyword)).or_else(|| {
        let closes = |keyword: &&&str| !matches!(place.schema.get(**keyword), None | Some(Value::Bool(true)));
        CLOSES.iter().filter(|_| !is_root).find(closes)
    });
    let keyword = keyword.copied().or_else(|| names(place.schema, argument))?;
    let message = format!(
        "a surface adds the argument {argument:?} to the root, and `{keyword}` is about it as well; write it \
         without `{keyword}`, or leave the tool's target out"
    );
    Some(SchemaFault::always(format!("{}/{}", place.pointer, escape(keyword)), "target-argument", message))
}

/// Whether a schema with this pointer is about the arguments as a whole.
fn is_about_root(pointer: &str) -> bool {
    let mut steps = pointer.split('/').skip(1);
    while let Some(step) = steps.next() {
        match step {
            "allOf" | "anyOf" | "dependentSchemas" | "oneOf" => _ = steps.next(),
            "else" | "if" | "not" | "then" => {}
            _ => return false,
        }
    }
    true
}

/// Returns the keyword by which a schema speaks of the argument that is added.
fn names(schema: &Map<String, Value>, argument: &str) -> Option<&'static str> {
    let lists =
        |names: &Value| names.as_array().is_some_and(|names| names.iter().any(|name| name == argument));
    let depends =
        |keyword: &str| named(schema, keyword).any(|(name, asked)| name == argument || lists(asked));
    if named(schema, "properties").any(|(name, _)| name == argument) {
        return Some("properties");
    }
    if schema.get("required").is_some_and(lists) {
        return Some("required");
    }
    ["dependentRequired", "dependentSchemas"].into_iter().find(|keyword| depends(keyword))
}
