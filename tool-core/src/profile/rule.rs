//! What a provider can demand of a schema, as data. Which provider demands what is `table`; how a demand is met is in
//! the file of its kind.

use serde::Serialize;

use super::grammar::Grammar;

/// One demand of a provider, and who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Rule {
    /// What the provider asks for.
    pub demand: Demand,
    /// The documentation, source or report that says so.
    pub source: &'static str,
}

/// What a provider asks of a schema, of its names or of its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Demand {
    /// Every property is required; one that may be absent accepts null instead.
    AllRequired,
    /// An object without properties is written as `{"type": "object"}`.
    BareEmptyObjects,
    /// Every object has the properties that it names, and no others.
    Closed,
    /// Objects and lists inside each other, at most.
    Depth(usize),
    /// Characters of a tool's description, at least and at most.
    Description(usize, usize),
    /// Values of all enumerations of a schema together, at most.
    EnumValues(usize),
    /// String formats that may stay; every other one is said in the description.
    Formats(&'static [&'static str]),
    /// Every list says what its items are.
    ItemsStated,
    /// Keywords that may stand in a schema; any other one is refused.
    Keywords(&'static [&'static str]),
    /// Characters of property names and enumerated text together, at most.
    Letters(usize),
    /// Values of one enumeration above which its text is counted, and the characters that it then has at most.
    LongEnum(usize, usize),
    /// `minItems` above this is said in the description.
    MinItems(u64),
    /// How a tool without arguments is declared.
    NoArguments(NoArguments),
    /// Patterns do not look around.
    NoLookaround,
    /// There is no null type; `"nullable": true` says the same.
    NoNullType,
    /// No definition refers to itself, and there are no references at all.
    NoRecursion,
    /// Numbers in the schema fit a signed 64-bit integer.
    NumbersFit,
    /// `type` is one word.
    OneTypeWord,
    /// A reference is `#/$defs/Name`, and nothing stands beside it.
    PlainReferences,
    /// Properties of all objects of a schema together, at most.
    Properties(usize),
    /// The grammar of property names.
    PropertyName(Grammar),
    /// There is no `additionalProperties`; what it says is said in the description.
    RestDropped,
    /// The root names at least one property.
    RootProperties,
    /// Keywords that may not stand at the root.
    RootWithout(&'static [&'static str]),
    /// Keywords that are said in the description instead.
    Said(&'static [&'static str]),
    /// The request has a flag that asks for arguments that fit the schema exactly.
    Strict,
    /// Enumerated values are text; others are said in the description.
    StringEnums,
    /// The grammar of tool names.
    ToolName(Grammar),
    /// Every schema has a type.
    Typed(Untyped),
    /// Nothing stands beside `anyOf`.
    UnionAlone,
    /// Keywords that are refused wherever they stand.
    Without(&'static [&'static str]),
}

/// How a tool without arguments is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum NoArguments {
    /// With `{"type": "object"}`.
    Bare,
    /// With no schema at all.
    Omitted,
}

/// What becomes of a schema that allows any value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Untyped {
    /// It is refused.
    Refused,
    /// It becomes a union of these types.
    Union(&'static [&'static str]),
}

/// The demands that hold for one rendering.
#[derive(Clone, Copy)]
pub(super) struct Rules<'r>(pub(super) &'r [Rule]);

impl<'r> Rules<'r> {
    /// Returns what a question finds in the first rule that answers it, with that rule's source.
    pub(super) fn find<T>(self, question: impl Fn(Demand) -> Option<T>) -> Option<(T, &'static str)> {
        self.0.iter().find_map(|rule| Some((question(rule.demand)?, rule.source)))
    }

    /// Returns the source of a demand that has no parameter, when it is made.
    pub(super) fn has(self, demand: Demand) -> Option<&'static str> {
        self.find(|made| (made == demand).then_some(())).map(|((), source)| source)
    }

    /// Returns every rule.
    pub(super) fn iter(self) -> impl Iterator<Item = &'r Rule> {
        self.0.iter()
    }
}
