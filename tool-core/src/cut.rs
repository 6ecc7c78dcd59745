//! Cuts a result that is too long, at the end of a list in it. Whether a result is too long, and what becomes of the rest,
//! is `result_limit`.

use std::cmp::Reverse;

use serde_json::{Map, Value};

use crate::schema::{Definitions, keyword, remarks::escape};

type Schema = Map<String, Value>;

/// Values deeper than this are not looked at. Results that are shown never are.
const DEEPEST: usize = 128;

/// What was cut off one list.
pub(crate) struct Cut {
    /// Where the list is in the result.
    pub(crate) place: String,
    pub(crate) shown: usize,
    pub(crate) rest: Vec<Value>,
}

/// Bytes of a value as compact JSON.
pub(crate) fn bytes(value: &Value) -> usize {
    serde_json::to_string(value).map_or(usize::MAX, |text| text.len())
}

/// Takes items off the end of one list, so that this many bytes are saved at least: the longest list, at any depth, of
/// which that leaves something and whose schema allows it. Without a schema, any list may be cut.
pub(crate) fn cut(root: &mut Value, schema: Option<&Schema>, over: usize) -> Option<Cut> {
    let definitions = schema.map(Definitions::of);
    let says = schema.map_or(Says::Anything, Says::This);
    let mut lists = Vec::new();
    Look { definitions, lists: &mut lists }.at(root, "", says, 0);
    lists.sort_by_key(|list: &List| Reverse(list.sizes.iter().sum::<usize>()));
    let (place, shown) = lists.into_iter().find_map(|list| list.kept(over).map(|kept| (list.place, kept)))?;
    let rest = root.pointer_mut(&place)?.as_array_mut()?.split_off(shown);
    Some(Cut { place, shown, rest })
}

/// A list that may be cut.
struct List {
    place: String,
    /// Bytes of each item, with its comma.
    sizes: Vec<usize>,
    /// The fewest items that the schema allows; one at least, so that whoever reads it sees what it is a list of.
    fewest: usize,
}

impl List {
    /// Returns how many items are left when this many bytes are saved.
    fn kept(&self, over: usize) -> Option<usize> {
        let mut saved = 0;
        (self.fewest..self.sizes.len()).rev().find(|kept| {
            saved += self.sizes[*kept];
            saved >= over
        })
    }
}

/// What a schema says about a value.
#[derive(Clone, Copy)]
enum Says<'s> {
    Anything,
    This(&'s Schema),
}

/// Collects the lists that may be cut. Where a schema has alternatives it is not known which one has to fit, so nothing in
/// there is.
struct Look<'s, 'l> {
    definitions: Option<Definitions<'s>>,
    lists: &'l mut Vec<List>,
}

impl<'s> Look<'s, '_> {
    fn at(&mut self, value: &Value, place: &str, says: Says<'s>, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        match value {
            Value::Array(items) => {
                let (fewest, inside) = match says {
                    Says::Anything => (0, Says::Anything),
                    Says::This(schema) => {
                        let fewest = schema.get("minItems").and_then(Value::as_u64).unwrap_or(0);
                        let Some(inside) = self.inside(schema.get("items")) else { return };
                        (usize::try_from(fewest).unwrap_or(usize::MAX), inside)
                    }
                };
                let sizes = items.iter().map(|item| bytes(item) + 1).collect();
                self.lists.push(List { place: place.to_owned(), sizes, fewest: fewest.max(1) });
                for (index, item) in items.iter().enumerate() {
                    self.at(item, &format!("{place}/{index}"), inside, depth + 1);
                }
            }
            Value::Object(fields) => {
                for (key, field) in fields {
                    let inside = match says {
                        Says::Anything => Some(Says::Anything),
                        Says::This(schema) => self.inside(
                            keyword::property(schema, key).or_else(|| schema.get("additionalProperties")),
                        ),
                    };
                    if let Some(inside) = inside {
                        self.at(field, &format!("{place}/{}", escape(key)), inside, depth + 1);
                    }
                }
            }
            _ => {}
        }
    }

    /// Returns what a schema says about what is inside; nothing when that is not plain.
    fn inside(&self, schema: Option<&'s Value>) -> Option<Says<'s>> {
        match schema {
            None | Some(Value::Bool(true)) => Some(Says::Anything),
            Some(Value::Object(schema)) => {
                let schema = self.definitions.map_or(schema, |definitions| definitions.resolve(schema));
                let is_plain =
                    !["anyOf", "allOf", "oneOf", "$ref"].iter().any(|word| schema.contains_key(*word));
                is_plain.then_some(if schema.is_empty() { Says::Anything } else { Says::This(schema) })
            }
            Some(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::{Cut, bytes, cut};

    fn cut_to(value: &Value, schema: &Value, most: usize) -> (Value, Option<Cut>) {
        let mut value = value.clone();
        let over = bytes(&value).saturating_sub(most);
        let cut = cut(&mut value, schema.as_object(), over);
        (value, cut)
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_enough_is_saved(
            lists in proptest::collection::vec(proptest::collection::vec(".{0,8}", 0..12), 1..5),
            over in 0_usize..200,
        ) {
            let whole = json!({ "groups": lists.iter().map(|list| json!({ "items": list })).collect::<Vec<_>>() });
            let mut left = whole.clone();
            if let Some(Cut { place, shown, rest }) = cut(&mut left, None, over) {
                prop_assert!(bytes(&left) <= bytes(&whole) - over);
                let list = left.pointer_mut(&place).unwrap().as_array_mut().unwrap();
                prop_assert!(shown > 0 && list.len() == shown);
                list.extend(rest);
            }
            prop_assert_eq!(left, whole);
        }
    }

    #[test]
    fn the_longest_list_is_cut_at_its_end_and_nothing_else_changes() {
        let value = json!({ "short": [1, 2], "groups": [{ "items": [10, 11, 12, 13] }] });
        // 50 bytes; `groups` is longer, and has only one item.
        let (left, cut) = cut_to(&value, &Value::Null, 48);
        let cut = cut.unwrap();
        assert_eq!(left, json!({ "short": [1, 2], "groups": [{ "items": [10, 11, 12] }] }));
        assert_eq!((cut.place.as_str(), cut.shown, cut.rest), ("/groups/0/items", 3, vec![json!(13)]));
    }

    #[test]
    fn one_item_is_left_and_as_many_as_the_schema_asks_for() {
        let value = json!({ "a": [1, 2, 3, 4] });
        let schema = json!({
            "type": "object",
            "properties": { "a": { "type": "array", "items": { "type": "integer" }, "minItems": 3 } }
        });
        assert!(cut_to(&value, &Value::Null, 5).1.is_none());
        assert_eq!(cut_to(&value, &Value::Null, 9).0, json!({ "a": [1] }));
        assert_eq!(cut_to(&value, &schema, 13).0, json!({ "a": [1, 2, 3] }));
        assert!(cut_to(&value, &schema, 12).1.is_none());
    }

    #[test]
    fn a_list_whose_schema_has_alternatives_is_left_alone() {
        let schema = json!({
            "type": "object",
            "properties": { "a": { "anyOf": [{ "type": "array", "items": {}, "minItems": 4 }, { "type": "null" }] } }
        });
        assert!(cut_to(&json!({ "a": [1, 2, 3, 4] }), &schema, 13).1.is_none());
    }
}
