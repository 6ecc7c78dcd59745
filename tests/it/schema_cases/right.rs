//! The right schemas.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use tool_core::{ToolDefinition, testing::instance};

use super::{
    case, cases,
    echo::{Echo, Repairs},
    shapes::{
        Adjacent, AllDefault, AnyVal, BigBound, Bounded, Camel, Deny, Docs, Empty, EnumDocField, Exts, Flat,
        FlatEnum, FlatMap, Generics, HoldEnums, Ints, KeywordNames, Level1, Link, Linked, MapVec, Maps,
        OptDefault, OptNested, OptPlain, Out, SameNames, StdTypes, TriState, Unit, UseDepr, UseFilter,
        UseNewtype, UseNumOrStr, UseOneOrMany, UseOther, UseRec, UseTagNew, UseTuple, UseUnit,
    },
};

/// Returns the schema that is advertised for a type.
fn of<T: JsonSchema + DeserializeOwned + 'static>() -> Value {
    Echo::<T>::new().schema()
}

/// Returns the schema that is advertised for a type as a result.
fn result_of<T: JsonSchema>() -> Value {
    let definition = ToolDefinition::new("echo", "Says what reached it.").with_output::<T>();
    let registry = Echo::<()>::over(definition).registry().unwrap();
    registry.snapshot().get("echo").unwrap().definition().output_schema.clone().unwrap()
}

fn hand_written(schema: &Value) -> Value {
    Echo::<Value>::over(
        ToolDefinition::new("echo", "Says what reached it.").with_input_schema(schema.clone()),
    )
    .schema()
}

/// The schemas that are compared: the number of the case, what is advertised, and the place that the case is about.
fn advertised() -> Vec<(u64, Value, &'static str)> {
    vec![
        (1, of::<OptPlain>(), ""),
        (2, of::<OptNested>(), "/properties/scope"),
        (4, of::<OptDefault>(), "/properties/owner"),
        (5, of::<OptDefault>(), "/properties/limit"),
        (7, of::<TriState>(), "/properties/items"),
        (8, of::<Docs>(), "/properties/ratio"),
        (10, of::<EnumDocField>(), "/properties/sort"),
        (11, of::<EnumDocField>(), "/properties/mixed"),
        (13, of::<UseOther>(), "/properties/k"),
        (16, of::<Adjacent>(), ""),
        (19, of::<HoldEnums>(), "/properties/tagged"),
        (20, of::<UseTagNew>(), "/properties/v/anyOf/1"),
        (23, hand_written(&case(23)["input"]["schema"]), "/properties/size"),
        (25, of::<Flat>(), ""),
        (26, of::<FlatEnum>(), ""),
        (28, of::<FlatMap>(), ""),
        (29, of::<Deny>(), ""),
        (31, of::<UseNewtype>(), ""),
        (32, of::<UseTuple>(), ""),
        (35, of::<StdTypes>(), "/properties/set"),
        (38, of::<Unit>(), ""),
        (38, of::<()>(), ""),
        (41, of::<UseUnit>(), "/properties/e"),
        (43, of::<Maps>(), "/properties/free"),
        (44, of::<Maps>(), "/properties/by_int"),
        (46, of::<AnyVal>(), "/properties/w"),
        (49, of::<Map<String, Value>>(), ""),
        (50, of::<Ints>(), ""),
        (55, of::<BigBound>(), ""),
        (59, of::<Exts>(), "/properties/dec"),
        (61, of::<Exts>(), ""),
        (62, of::<Exts>(), ""),
        (65, of::<StdTypes>(), "/properties/path"),
        (67, of::<StdTypes>(), "/properties/rng"),
        (68, of::<Generics>(), "/properties/b"),
        (70, of::<UseFilter>(), ""),
        (71, of::<SameNames>(), ""),
        (74, of::<KeywordNames>(), ""),
        (77, of::<Bounded>(), "/properties/slug"),
        (79, of::<Bounded>(), "/properties/ex"),
        (80, of::<Docs>(), "/properties/a"),
        (106, result_of::<u32>(), ""),
        (109, result_of::<Out>(), ""),
    ]
}

#[test]
fn what_is_advertised_is_the_right_schema() {
    for (id, schema, at) in advertised() {
        let right = &case(id)["right_schema"];
        let right = right.as_object().unwrap();
        if right.keys().all(|key| key.starts_with('/')) {
            for (pointer, expected) in right {
                assert_eq!(schema.pointer(pointer), Some(expected), "case {id} at {pointer}");
            }
        } else {
            assert_eq!(schema.pointer(at).and_then(Value::as_object), Some(right), "case {id} at {at:?}");
        }
    }
}

#[test]
fn what_a_generator_writes_is_not_the_right_schema() {
    // Keeps the test above honest: for these, doing nothing would not pass.
    let raw = schemars::generate::SchemaSettings::draft2020_12();
    let raw = raw.for_deserialize().into_generator().into_root_schema_for::<OptPlain>().to_value();
    assert_ne!(raw.pointer("/properties/owner"), case(1)["right_schema"].get("/properties/owner"));
}

#[test]
fn every_shape_is_the_same_in_any_order_of_keys_and_without_a_dialect() {
    // Cases 73, 74 and 82: no `$schema`, no titles, keys in order at every level.
    fn assert_sorted(value: &Value) {
        match value {
            Value::Object(fields) => {
                assert!(fields.keys().is_sorted(), "{value}");
                fields.values().for_each(assert_sorted);
            }
            Value::Array(items) => items.iter().for_each(assert_sorted),
            _ => {}
        }
    }
    for (_, schema, _) in advertised() {
        assert_sorted(&schema);
        assert_eq!(schema.get("$schema"), None);
        assert_eq!(schema.get("title"), None);
    }
}

#[test]
fn every_case_of_a_schema_is_compared() {
    // The right schemas that are no schemas of the dialect: of providers, of names, and of refusals.
    let elsewhere = [37, 56, 64, 83, 85, 91, 98, 118];
    let compared: Vec<_> = advertised().into_iter().map(|(id, ..)| id).collect();
    let with_schema = cases().into_iter().filter(|case| !case["right_schema"].is_null());
    for case in with_schema {
        let id = case["id"].as_u64().unwrap();
        assert_ne!(compared.contains(&id), elsewhere.contains(&id), "case {id}");
    }
}

#[test]
fn no_argument_is_an_empty_object_however_it_is_written() {
    // Case 37.
    let empty = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    assert_eq!(hand_written(&case(37)["input"]["schema"]), empty);
    assert_eq!(of::<Empty>(), empty);
}

/// Sends values made from what is advertised through admission, which lets them through to the exact type.
async fn accepts_what_it_advertises<T: JsonSchema + DeserializeOwned + 'static>() {
    let Value::Object(schema) = of::<T>() else { panic!("a schema is an object") };
    for seed in 0..40 {
        let value = instance(&schema, seed);
        let answer = Echo::<T>::new().call(Some(value.clone()), Repairs::Never).await;
        assert_eq!(answer.code(), None, "{}: {value} gave {}", std::any::type_name::<T>(), answer.text());
    }
}

#[tokio::test]
async fn what_is_advertised_is_accepted() {
    // Case 121, for every shape whose advertised form says everything.
    accepts_what_it_advertises::<OptPlain>().await;
    accepts_what_it_advertises::<OptDefault>().await;
    accepts_what_it_advertises::<OptNested>().await;
    accepts_what_it_advertises::<EnumDocField>().await;
    accepts_what_it_advertises::<HoldEnums>().await;
    accepts_what_it_advertises::<UseOneOrMany>().await;
    accepts_what_it_advertises::<Flat>().await;
    accepts_what_it_advertises::<FlatMap>().await;
    accepts_what_it_advertises::<UseNewtype>().await;
    accepts_what_it_advertises::<Linked>().await;
    accepts_what_it_advertises::<UseRec>().await;
    accepts_what_it_advertises::<UseFilter>().await;
    accepts_what_it_advertises::<Generics>().await;
    accepts_what_it_advertises::<AnyVal>().await;
    accepts_what_it_advertises::<Camel>().await;
    accepts_what_it_advertises::<AllDefault>().await;
    accepts_what_it_advertises::<MapVec>().await;
    accepts_what_it_advertises::<UseTagNew>().await;
    accepts_what_it_advertises::<KeywordNames>().await;
    accepts_what_it_advertises::<UseNumOrStr>().await;
    accepts_what_it_advertises::<UseDepr>().await;
    accepts_what_it_advertises::<Level1>().await;
    accepts_what_it_advertises::<Link>().await;
}
