//! Every shape, whatever the cases say about it.

use std::collections::HashMap;

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Map, Value};
use tool_core::ToolDefinition;

use super::{
    echo::Echo,
    shapes::{
        Adjacent, AllDefault, AnyVal, BigBound, Bounded, Camel, Cid, Deny, DenyFlat, Docs, DoubleOpt, Empty,
        EnumDocField, EnumFieldDescr, External, Exts, Flat, FlatEnum, FlatExternalEnum, FlatMap, FlatOptEnum,
        Generics, HoldEnums, Ints, KeywordNames, Level1, Linked, MapVec, Maps, Node, OptDefault, OptEnum,
        OptNested, OptPlain, OptSkip, Out, Pt, SameNames, Skips, StdTypes, TaggedRoot, Titled, TriState,
        Unicode, Unit, Untagged, UseDepr, UseFilter, UseFrom, UseNewtype, UseNumOrStr, UseOneOrMany,
        UseOther, UseRec, UseRepr, UseTagNew, UseTuple, UseUnit, WithDeser,
    },
};

/// Returns the raw schemas of every shape, as arguments and as results.
fn raw<T: JsonSchema>(name: &'static str) -> (&'static str, Value, Value) {
    let settings = SchemaSettings::draft2020_12();
    let input = settings.clone().for_deserialize().into_generator().into_root_schema_for::<T>().to_value();
    let output = settings.for_serialize().into_generator().into_root_schema_for::<T>().to_value();
    (name, input, output)
}

macro_rules! shapes {
    ($($shape:ty),* $(,)?) => { vec![$(raw::<$shape>(stringify!($shape))),*] };
}

pub(crate) fn every_shape() -> Vec<(&'static str, Value, Value)> {
    shapes![
        OptPlain, OptDefault, OptSkip, OptNested, OptEnum, DoubleOpt, EnumDocField, EnumFieldDescr, TaggedRoot,
        Adjacent, Untagged, External, HoldEnums, UseOneOrMany, Flat, FlatEnum, FlatExternalEnum, FlatOptEnum, FlatMap,
        Deny, DenyFlat, Cid, UseNewtype, Pt, UseTuple, Unit, Empty, UseUnit, (), Maps, Ints, Bounded, Exts, StdTypes,
        Node, Linked, UseRec, UseFilter, SameNames, Generics, AnyVal, Camel, Skips, AllDefault, Titled, WithDeser, Out,
        Vec<Out>, Option<Out>, String, u32, Value, Map<String, Value>, HashMap<String, i32>, MapVec, Docs, TriState,
        UseOther, UseTagNew, KeywordNames, Unicode, BigBound, UseNumOrStr, UseDepr, UseFrom, UseRepr, Level1,
    ]
}

/// Shapes that are no object, and so no arguments.
pub(crate) const NO_ARGUMENTS: [&str; 8] =
    ["Untagged", "External", "Cid", "Pt", "Vec<Out>", "String", "u32", "Value"];

#[test]
fn every_shape_is_either_taken_or_refused_for_its_root() {
    assert_eq!(every_shape().len(), 67);
    for (shape, input, _) in every_shape() {
        let definition = ToolDefinition::new("echo", "Says what reached it.").with_input_schema(input);
        match Echo::<Value>::over(definition).registry() {
            Ok(_) => assert!(!NO_ARGUMENTS.contains(&shape), "{shape} is no object"),
            Err(faults) => {
                assert_eq!(faults.len(), 1, "{shape}: {faults}");
                assert!(faults.to_string().contains("the root has to be an object"), "{shape}: {faults}");
                assert!(NO_ARGUMENTS.contains(&shape), "{shape}: {faults}");
            }
        }
    }
}

#[test]
fn every_shape_is_a_result_with_an_object_at_its_root() {
    for (shape, _, output) in every_shape() {
        let definition = ToolDefinition::new("echo", "Says what reached it.").with_output_schema(output);
        let registry = Echo::<()>::over(definition).registry().unwrap();
        let advertised = registry.snapshot().get("echo").unwrap().definition().output_schema.clone();
        // Text and nothing have no structure to describe.
        let bare = ["Unit", "()", "String"].contains(&shape);
        assert_eq!(advertised.is_none(), bare, "{shape}");
        assert!(advertised.is_none_or(|schema| schema["type"] == "object"), "{shape}");
    }
}
