//! Where the schemas stand in a document of the 2020-12 dialect. Values that merely look like schemas are none.

use serde_json::{Map, Value};

use crate::schema::{
    keyword::{Holds, holds},
    node::escape,
};

/// One schema of a document; those that are `true` or `false` say nothing that anybody looks for.
#[derive(Clone)]
pub(crate) struct Place<'s> {
    pub(crate) pointer: String,
    pub(crate) schema: &'s Map<String, Value>,
}

/// Returns every schema of a document, the outer before the inner.
pub(crate) fn places(root: &Value) -> Vec<Place<'_>> {
    let mut found: Vec<Place<'_>> = place(root, String::new()).into_iter().collect();
    let mut next = 0;
    while let Some(Place { pointer, schema }) = found.get(next).cloned() {
        found.extend(below(schema, &pointer));
        next += 1;
    }
    found
}

fn below<'s>(schema: &'s Map<String, Value>, pointer: &str) -> Vec<Place<'s>> {
    let mut found = Vec::new();
    for (keyword, value) in schema {
        let at = format!("{pointer}/{keyword}");
        match (holds(keyword), value) {
            (Holds::One, one) => found.extend(place(one, at)),
            (Holds::Several, Value::Array(several)) => {
                let several = several.iter().enumerate();
                found.extend(several.filter_map(|(index, below)| place(below, format!("{at}/{index}"))));
            }
            (Holds::Named, Value::Object(named)) => {
                found.extend(
                    named.iter().filter_map(|(name, below)| place(below, format!("{at}/{}", escape(name)))),
                );
            }
            _ => {}
        }
    }
    found
}

fn place(schema: &Value, pointer: String) -> Option<Place<'_>> {
    Some(Place { pointer, schema: schema.as_object()? })
}
