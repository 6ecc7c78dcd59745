//! Check: how deep and how large a rendered schema may be. It changes nothing.

use serde_json::Value;

use super::{
    rendered::NotExpressible,
    rule::{Demand, Rules},
};
use crate::schema::{
    keyword::{self, list, named},
    remarks::escape,
};

/// What is counted over a whole schema.
#[derive(Default)]
struct Counted {
    /// The deepest place, with its pointer.
    depth: (usize, String),
    properties: usize,
    enum_values: usize,
    letters: usize,
    /// For each enumeration: values, characters of its text, pointer.
    enums: Vec<(usize, usize, String)>,
}

/// Refuses a schema that is over a limit.
pub(super) fn check(rules: Rules<'_>, schema: &Value) -> Result<(), NotExpressible> {
    let mut counted = Counted::default();
    count(schema, "", 0, &mut counted);
    for rule in rules.iter() {
        let over = |found: usize, most: usize, what: &str| {
            let reason = format!("{found} {what}, and {most} is the most; take a simpler type");
            if found > most { Err(NotExpressible::new("", reason, rule.source)) } else { Ok(()) }
        };
        match rule.demand {
            Demand::Depth(most) if counted.depth.0 > most => {
                let reason =
                    format!("more than {most} objects and lists inside each other; flatten the type");
                return Err(NotExpressible::new(&counted.depth.1, reason, rule.source));
            }
            Demand::EnumValues(most) => over(counted.enum_values, most, "enumerated values")?,
            Demand::Letters(most) => {
                over(counted.letters, most, "characters of property names and enumerated values")?;
            }
            Demand::LongEnum(values, most) => {
                let long =
                    counted.enums.iter().find(|(found, letters, _)| *found > values && *letters > most);
                if let Some((_, letters, pointer)) = long {
                    let reason = format!(
                        "an enumeration of {letters} characters, and {most} is the most; take a string"
                    );
                    return Err(NotExpressible::new(pointer, reason, rule.source));
                }
            }
            Demand::Properties(most) => over(counted.properties, most, "properties")?,
            _ => {}
        }
    }
    Ok(())
}

/// Returns how many objects and lists stand inside each other. Definitions count by themselves.
pub(crate) fn depth(schema: &Value) -> usize {
    let mut counted = Counted::default();
    count(schema, "", 0, &mut counted);
    counted.depth.0
}

fn count(schema: &Value, pointer: &str, depth: usize, counted: &mut Counted) {
    let Value::Object(schema) = schema else { return };
    let word = keyword::text(schema, "type");
    let depth = depth + usize::from(matches!(word, Some("array" | "object")));
    if depth > counted.depth.0 {
        counted.depth = (depth, pointer.to_owned());
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        let letters = values.iter().filter_map(Value::as_str).map(|text| text.chars().count()).sum();
        counted.enum_values += values.len();
        counted.letters += letters;
        counted.enums.push((values.len(), letters, pointer.to_owned()));
    }
    for (name, property) in named(schema, "properties") {
        counted.properties += 1;
        counted.letters += name.chars().count();
        count(property, &format!("{pointer}/properties/{}", escape(name)), depth, counted);
    }
    for (name, definition) in named(schema, "$defs") {
        counted.letters += name.chars().count();
        count(definition, &format!("{pointer}/$defs/{}", escape(name)), 0, counted);
    }
    for keyword in ["additionalProperties", "items"] {
        if let Some(below) = schema.get(keyword) {
            count(below, &format!("{pointer}/{keyword}"), depth, counted);
        }
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
        for (index, branch) in list(schema, keyword).enumerate() {
            count(branch, &format!("{pointer}/{keyword}/{index}"), depth, counted);
        }
    }
}
