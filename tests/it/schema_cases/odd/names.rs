//! Names that are keywords of schemas, parts of pointers, of no length or of too much.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Odd, odd};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Keywords {
    r#type: String,
    #[serde(rename = "$ref")]
    reference: String,
    #[serde(rename = "$defs")]
    defs: BTreeMap<String, i32>,
    properties: Option<Box<Keywords>>,
    #[serde(rename = "additionalProperties")]
    rest: bool,
    #[serde(rename = "anyOf")]
    any_of: Vec<Ordinary>,
    r#const: Ordinary,
    items: [i32; 2],
    required: Vec<String>,
    #[serde(default = "description")]
    description: String,
}

fn description() -> String {
    "type".to_owned()
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", content = "enum")]
enum Ordinary {
    #[serde(rename = "object")]
    Object { default: i32 },
    #[serde(rename = "null")]
    Null,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct OddNames {
    #[serde(rename = "")]
    empty: i32,
    #[serde(rename = "a/b~c%41")]
    pointer: i32,
    #[serde(rename = "12345678901234567890123456789012345678901234567890123456789012345")]
    long: i32,
    #[serde(rename = "🦀")]
    crab: Deeper,
    #[serde(rename = "line\nbreak")]
    broken: Option<i32>,
    #[serde(rename = "__proto__")]
    proto: bool,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Deeper {
    #[serde(rename = "~1")]
    escaped: Option<Box<Deeper>>,
}

mod first {
    #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
    pub(super) struct Tree {
        pub(super) left: Vec<Tree>,
    }
}

mod second {
    #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
    pub(super) struct Tree {
        pub(super) right: Vec<Tree>,
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct TwoTrees {
    one: first::Tree,
    other: second::Tree,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "a b/c~d #")]
struct OddTypeName {
    next: Vec<OddTypeName>,
}

pub(super) fn all() -> Vec<Vec<Odd>> {
    let keywords = |properties| Keywords {
        r#type: "a".to_owned(),
        reference: "#/$defs/none".to_owned(),
        defs: [("a".to_owned(), 1)].into(),
        properties,
        rest: true,
        any_of: vec![Ordinary::Null],
        r#const: Ordinary::Object { default: 1 },
        items: [1, 2],
        required: vec!["b".to_owned()],
        description: description(),
    };
    vec![
        odd([keywords(None), keywords(Some(Box::new(keywords(None))))]),
        odd([OddNames {
            empty: 1,
            pointer: 2,
            long: 3,
            crab: Deeper { escaped: Some(Box::new(Deeper { escaped: None })) },
            broken: None,
            proto: false,
        }]),
        odd([TwoTrees {
            one: first::Tree { left: vec![first::Tree { left: vec![] }] },
            other: second::Tree { right: vec![] },
        }]),
        odd([OddTypeName { next: vec![OddTypeName { next: vec![] }] }]),
    ]
}
