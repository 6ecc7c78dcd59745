//! Enumerations: every kind of variant in every tagging, and what attributes do to them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Odd, odd};

#[derive(Serialize, Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "SCREAMING-KEBAB-CASE")]
pub(crate) enum Level {
    VeryLow,
    High,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum EveryVariant {
    Unit,
    EmptyStruct {},
    Newtype(u8),
    NewtypeUnit(()),
    NewtypeOption(Option<u8>),
    NewtypeList(Vec<u8>),
    NewtypeMap(BTreeMap<String, u8>),
    NewtypeEnum(Level),
    Tuple(i32, bool),
    Struct { a: Option<u8>, b: String },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Body {
    n: i32,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "u")]
enum InnerTag {
    X { x: i32 },
    Y,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t")]
enum InternalVariants {
    Struct(Body),
    Map(BTreeMap<String, i32>),
    Unit,
    Empty {},
    Nested(InnerTag),
    NewtypeUnit(()),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", content = "value", rename_all = "kebab-case", rename_all_fields = "camelCase")]
enum AdjacentVariants {
    PlainUnit,
    SomeText(String),
    OptionalText(Option<String>),
    TwoThings(i32, bool),
    WithFields { first_field: i32, second_field: Option<bool> },
    NestedUntagged(Loose),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Loose {
    Nothing,
    Number(f64),
    List(Vec<Loose>),
    Named { name: String },
    Labels(BTreeMap<String, bool>),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum OpenWords {
    Red,
    Blue,
    #[serde(untagged)]
    Other(String),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum TaggedOrPlain {
    A {
        a: i32,
    },
    #[serde(untagged)]
    Plain {
        text: String,
    },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum CatchAll {
    Known {
        id: u32,
    },
    #[serde(other)]
    Unknown,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", rename_all_fields = "SCREAMING_SNAKE_CASE")]
enum Renamed {
    FirstOne {
        some_field: i32,
    },
    #[serde(rename = "2nd-one", rename_all = "PascalCase")]
    SecondOne {
        other_field: i32,
    },
    #[serde(alias = "former", alias = "before")]
    ThirdOne {
        #[serde(alias = "was")]
        is: i32,
    },
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum SomeSkipped {
    Seen,
    #[serde(skip)]
    Hidden(NoSchema),
    #[serde(skip_deserializing)]
    WriteOnly,
}

#[derive(Default)]
struct NoSchema;

#[derive(Serialize, Deserialize, JsonSchema)]
enum Never {}

#[derive(Serialize, Deserialize, JsonSchema)]
struct HoldsNever {
    never: Option<Never>,
    list: Vec<Never>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum OddWords {
    #[serde(rename = "")]
    Empty,
    #[serde(rename = "null")]
    Null,
    #[serde(rename = "1")]
    One,
    #[serde(rename = "größer als")]
    Unicode,
    #[serde(rename = "a, b; c: d")]
    Punctuated,
    /// Which one: this, or
    /// - that
    #[serde(rename = "\"quoted\"\n")]
    Quoted,
}

#[derive(Serialize, Deserialize, JsonSchema, Clone, Copy)]
#[serde(try_from = "u8", into = "u8")]
#[schemars(with = "OneOrTwo")]
enum Numbered {
    One = 1,
    Two = 2,
}

#[derive(JsonSchema)]
struct OneOrTwo(#[schemars(range(min = 1, max = 2))] u8);

impl TryFrom<u8> for Numbered {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        match number {
            1 => Ok(Self::One),
            2 => Ok(Self::Two),
            _ => Err("1 or 2"),
        }
    }
}

impl From<Numbered> for u8 {
    fn from(numbered: Numbered) -> Self {
        numbered as Self
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
enum Overlapping {
    Small { a: i32 },
    Large { a: i32, b: i32 },
    Other { a: String, b: Option<i32> },
}

/// How much of it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
struct OverEnum(Level);

#[derive(Serialize, Deserialize, JsonSchema)]
struct OverNewtype(OverEnum);

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum OnlyOne {
    This(Vec<(String, Level)>),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", content = "args", deny_unknown_fields)]
enum ClosedAdjacent {
    Add { left: i32, right: i32 },
    Stop,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum BoolOrNumberOrWord {
    Flag(bool),
    Count(u16),
    Word(Level),
    Pair([i8; 2]),
}

#[expect(clippy::too_many_lines, reason = "a list of values, by type")]
pub(super) fn all() -> Vec<Vec<Odd>> {
    vec![
        odd([
            EveryVariant::Unit,
            EveryVariant::EmptyStruct {},
            EveryVariant::Newtype(3),
            EveryVariant::NewtypeUnit(()),
            EveryVariant::NewtypeOption(Some(1)),
            EveryVariant::NewtypeOption(None),
            EveryVariant::NewtypeList(vec![1, 2]),
            EveryVariant::NewtypeMap([("a".to_owned(), 1)].into()),
            EveryVariant::NewtypeEnum(Level::VeryLow),
            EveryVariant::Tuple(-1, true),
            EveryVariant::Struct { a: None, b: "b".to_owned() },
        ]),
        odd([
            InternalVariants::Struct(Body { n: 1 }),
            InternalVariants::Map([("z".to_owned(), 1)].into()),
            InternalVariants::Unit,
            InternalVariants::Empty {},
            InternalVariants::Nested(InnerTag::X { x: 1 }),
            InternalVariants::Nested(InnerTag::Y),
            InternalVariants::NewtypeUnit(()),
        ]),
        odd([
            AdjacentVariants::PlainUnit,
            AdjacentVariants::SomeText("a".to_owned()),
            AdjacentVariants::OptionalText(None),
            AdjacentVariants::OptionalText(Some("a".to_owned())),
            AdjacentVariants::TwoThings(1, false),
            AdjacentVariants::WithFields { first_field: 1, second_field: None },
            AdjacentVariants::NestedUntagged(Loose::Number(0.5)),
            AdjacentVariants::NestedUntagged(Loose::Nothing),
        ]),
        odd([
            Loose::Nothing,
            Loose::Number(1.5),
            Loose::List(vec![Loose::Nothing, Loose::Named { name: "a".to_owned() }]),
            Loose::Labels([("a".to_owned(), true)].into()),
        ]),
        odd([OpenWords::Red, OpenWords::Blue, OpenWords::Other("mauve".to_owned())]),
        odd([TaggedOrPlain::A { a: 1 }, TaggedOrPlain::Plain { text: "a".to_owned() }]),
        odd([CatchAll::Known { id: 1 }, CatchAll::Unknown]),
        odd([
            Renamed::FirstOne { some_field: 1 },
            Renamed::SecondOne { other_field: 1 },
            Renamed::ThirdOne { is: 1 },
        ]),
        odd([SomeSkipped::Seen]),
        odd([HoldsNever { never: None, list: Vec::new() }]),
        odd([
            OddWords::Empty,
            OddWords::Null,
            OddWords::One,
            OddWords::Unicode,
            OddWords::Punctuated,
            OddWords::Quoted,
        ]),
        odd([Numbered::One, Numbered::Two]),
        odd([
            Overlapping::Small { a: 1 },
            Overlapping::Large { a: 1, b: 2 },
            Overlapping::Other { a: "a".to_owned(), b: None },
        ]),
        odd([OverNewtype(OverEnum(Level::High))]),
        odd([OnlyOne::This(vec![("a".to_owned(), Level::High)])]),
        odd([ClosedAdjacent::Add { left: 1, right: 2 }, ClosedAdjacent::Stop]),
        odd([
            BoolOrNumberOrWord::Flag(true),
            BoolOrNumberOrWord::Count(7),
            BoolOrNumberOrWord::Word(Level::High),
            BoolOrNumberOrWord::Pair([1, -1]),
        ]),
    ]
}
