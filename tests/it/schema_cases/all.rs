//! Every shape, whatever the cases say about it.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tool_core::ToolDefinition;

use super::{
    described::Described,
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

/// A shape as the only field of arguments.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Argument<T> {
    value: T,
}

macro_rules! shapes {
    ($($shape:ty),* $(,)?) => {
        vec![$((
            stringify!($shape),
            Described::new::<$shape>(),
            Described::new::<Argument<$shape>>(),
        )),*]
    };
}

/// Returns every shape, as it stands and as the only field of arguments.
pub(crate) fn every_described_shape() -> Vec<(&'static str, Described, Described)> {
    shapes![
        OptPlain, OptDefault, OptSkip, OptNested, OptEnum, DoubleOpt, EnumDocField, EnumFieldDescr, TaggedRoot,
        Adjacent, Untagged, External, HoldEnums, UseOneOrMany, Flat, FlatEnum, FlatExternalEnum, FlatOptEnum, FlatMap,
        Deny, DenyFlat, Cid, UseNewtype, Pt, UseTuple, Unit, Empty, UseUnit, (), Maps, Ints, Bounded, Exts, StdTypes,
        Node, Linked, UseRec, UseFilter, SameNames, Generics, AnyVal, Camel, Skips, AllDefault, Titled, WithDeser, Out,
        Vec<Out>, Option<Out>, String, u32, Value, Map<String, Value>, HashMap<String, i32>, MapVec, Docs, TriState,
        UseOther, UseTagNew, KeywordNames, Unicode, BigBound, UseNumOrStr, UseDepr, UseFrom, UseRepr, Level1,
    ]
}

/// Returns the raw schemas of every shape, as arguments and as results.
pub(crate) fn every_shape() -> Vec<(&'static str, Value, Value)> {
    let shapes = every_described_shape().into_iter();
    shapes.map(|(name, shape, _)| (name, shape.input, shape.output)).collect()
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
