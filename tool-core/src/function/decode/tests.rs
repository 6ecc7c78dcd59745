//! The decoder agrees with `serde_json` on everything that a type may ask for, and places what it refuses.

use std::{
    collections::{BTreeMap, HashMap},
    fmt::Debug,
};

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::{Place, object, value};

#[derive(Debug, Deserialize, PartialEq)]
struct Unit;

#[derive(Debug, Deserialize, PartialEq)]
struct Newtype(u8);

#[derive(Debug, Deserialize, PartialEq)]
struct Pair(u8, String);

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Named {
    id: u32,
    #[serde(default)]
    tags: Vec<String>,
    nested: Option<Box<Named>>,
}

#[derive(Debug, Deserialize, PartialEq)]
enum Choice {
    Unit,
    Newtype(Newtype),
    Tuple(u8, u8),
    Struct { id: u8 },
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Tagged {
    One { id: u8 },
    Two { names: Vec<String> },
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(untagged)]
enum Untagged {
    Number(i64),
    Text(String),
}

#[derive(Debug, Deserialize, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
enum Key {
    First,
    Second,
}

#[track_caller]
fn agrees<T: DeserializeOwned + PartialEq + Debug>(inputs: &Value) {
    for input in inputs.as_array().unwrap() {
        let theirs = serde_json::from_value::<T>(input.clone());
        let ours = value::<T>(Some(input), Place::Root);
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{input}: {ours:?} {theirs:?}");
        if let (Ok(ours), Ok(theirs)) = (ours, theirs) {
            assert_eq!(ours, theirs, "{input}");
        }
    }
}

#[test]
fn scalars_decode_as_serde_json_decodes_them() {
    let scalars = json!([null, true, 0, -1, 255, 256, 1.5, 1e300, "", "a", "ab", [], [1], {}]);
    agrees::<bool>(&scalars);
    agrees::<u8>(&scalars);
    agrees::<i64>(&scalars);
    agrees::<u128>(&scalars);
    agrees::<f32>(&scalars);
    agrees::<f64>(&scalars);
    agrees::<char>(&scalars);
    agrees::<String>(&scalars);
    agrees::<()>(&scalars);
    agrees::<Unit>(&scalars);
    agrees::<Newtype>(&scalars);
    agrees::<Option<u8>>(&scalars);
    agrees::<Option<Option<u8>>>(&scalars);
    agrees::<Value>(&scalars);
    agrees::<Untagged>(&scalars);
}

#[test]
fn lists_and_objects_decode_as_serde_json_decodes_them() {
    let lists = json!([[], [1], [1, "a"], [1, "a", 2], ["a", 1], {"0": 1}, "a"]);
    agrees::<Vec<u8>>(&lists);
    agrees::<Pair>(&lists);
    agrees::<(u8, String)>(&lists);
    agrees::<[u8; 1]>(&lists);
    let objects = json!([
        {}, {"id": 1}, {"id": 1, "tags": ["a"]}, {"id": 1, "nested": {"id": 2}}, {"id": 1, "other": 2}, {"id": null},
        {"id": 1, "nested": null}, [1, ["a"], null], [1], "id"
    ]);
    agrees::<Named>(&objects);
    agrees::<HashMap<String, Value>>(&objects);
}

#[test]
fn enums_decode_as_serde_json_decodes_them() {
    let choices = json!([
        "Unit", {"Unit": null}, {"Unit": 1}, {"Newtype": 1}, "Newtype", {"Tuple": [1, 2]}, {"Tuple": [1]}, {"Tuple": [1, 2, 3]},
        {"Struct": {"id": 1}}, {"Struct": [1]}, {"Struct": 1}, "Other", {"Unit": null, "Newtype": 1}, {}, 1, null
    ]);
    // A struct variant written as a list is the one form that `serde_json` takes and a schema never allows.
    let without_list: Value = choices
        .as_array()
        .unwrap()
        .iter()
        .filter(|choice| **choice != json!({"Struct": [1]}))
        .cloned()
        .collect();
    agrees::<Choice>(&without_list);
    let tagged =
        json!([{"kind": "one", "id": 1}, {"kind": "two", "names": ["a"]}, {"kind": "three"}, {"id": 1}]);
    agrees::<Tagged>(&tagged);
}

#[test]
fn keys_decode_as_serde_json_decodes_them() {
    let keyed = json!([{"1": 1}, {"-1": 1}, {"300": 1}, {"true": 1}, {"a": 1}, {"first": 1, "second": 2}, {"1.5": 1}]);
    agrees::<BTreeMap<u8, u8>>(&keyed);
    agrees::<BTreeMap<i64, u8>>(&keyed);
    agrees::<BTreeMap<bool, u8>>(&keyed);
    agrees::<BTreeMap<char, u8>>(&keyed);
    agrees::<BTreeMap<Key, u8>>(&keyed);
    agrees::<BTreeMap<Option<String>, u8>>(&keyed);
    agrees::<BTreeMap<String, u8>>(&keyed);
}

#[track_caller]
fn fault<T: DeserializeOwned + Debug>(input: &Value) -> String {
    value::<T>(Some(input), Place::Root).unwrap_err().into_fault().to_string()
}

#[test]
fn a_fault_names_its_place() {
    let nested = json!({ "id": 1, "nested": { "id": 2, "tags": ["a", 3] } });
    assert_eq!(fault::<Named>(&nested), "/nested/tags/1: expected a string, found an integer");
    assert_eq!(
        fault::<Named>(&json!({ "id": 1, "tagz": [] })),
        "/tagz: unknown argument; did you mean tags? declared: id, nested, tags"
    );
    assert_eq!(fault::<Named>(&json!({ "tags": [] })), "/id: missing; expected a value");
    assert_eq!(fault::<Choice>(&json!({ "Tuple": [1, "x"] })), "/Tuple/1: expected u8, found a string");
    assert_eq!(
        fault::<Choice>(&json!("Other")),
        "arguments: expected one of Unit, Newtype, Tuple, Struct, found a string"
    );
    assert_eq!(
        fault::<BTreeMap<String, u8>>(&json!({ "a/b": -1 })),
        "/a~1b: expected u8, found an integer out of range"
    );
}

#[test]
fn what_was_read_elsewhere_is_neither_missing_nor_unknown() {
    let members = json!({ "id": 1, "elsewhere": true });
    let members = members.as_object().unwrap();
    assert_eq!(
        object::<Named>(members, &["elsewhere"]).unwrap(),
        Named { id: 1, tags: Vec::new(), nested: None }
    );
    let refused = object::<Named>(members, &[]).unwrap_err().into_fault().to_string();
    assert_eq!(refused, "/elsewhere: unknown argument; declared: id, nested, tags");
    let misspelt = json!({ "id": 1, "elsewere": true });
    let refused =
        object::<Named>(misspelt.as_object().unwrap(), &["elsewhere"]).unwrap_err().into_fault().to_string();
    assert_eq!(
        refused,
        "/elsewere: unknown argument; did you mean elsewhere? declared: elsewhere, id, nested, tags"
    );
}

#[test]
fn nothing_decodes_only_into_what_is_optional() {
    assert_eq!(value::<Option<u8>>(None, Place::Root).unwrap(), None);
    for refused in [
        value::<u8>(None, Place::Root).err(),
        value::<String>(None, Place::Root).err(),
        value::<Value>(None, Place::Root).err(),
        value::<()>(None, Place::Root).err(),
        value::<Vec<u8>>(None, Place::Root).err(),
        value::<Choice>(None, Place::Root).err(),
    ] {
        let text = refused.unwrap().into_fault().to_string();
        assert!(text.starts_with("arguments: missing; expected "), "{text}");
    }
}

#[test]
fn the_words_of_a_type_are_never_passed_on() {
    #[derive(Debug)]
    struct Refusing(#[expect(dead_code, reason = "never made")] String);

    impl<'de> Deserialize<'de> for Refusing {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let text = String::deserialize(deserializer)?;
            Err(serde::de::Error::custom(format!("cannot stat /srv/customers/{text:?}")))
        }
    }

    #[derive(Debug, Deserialize)]
    #[serde(try_from = "String")]
    struct Short;
    impl TryFrom<String> for Short {
        type Error = &'static str;
        fn try_from(_: String) -> Result<Self, &'static str> {
            Err("only letters")
        }
    }

    let refused = "expected a value of its type, found a string";
    // Written with its escapes, a value is in the words without being a part of them.
    assert_eq!(fault::<Refusing>(&json!("tok\"en")), format!("arguments: {refused}"));
    assert_eq!(fault::<Vec<Refusing>>(&json!(["a"])), format!("/0: {refused}"));
    assert_eq!(fault::<Short>(&json!("e")), format!("arguments: {refused}"));
    assert_eq!(fault::<Untagged>(&json!([1])), "arguments: expected a value of its type, found a list");
}
