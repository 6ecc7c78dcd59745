//! Enumerations in every tagging.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, JsonSchema, Clone)]
pub(crate) enum Color {
    Red,
    Green,
}
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SortDoc {
    /// Newest first
    Newest,
    /// Oldest first
    Oldest,
}
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SortMixed {
    /// Newest first
    Newest,
    Oldest,
    Size,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct EnumDocField {
    /// How to order results
    sort: SortDoc,
    mixed: SortMixed,
    plain: Color,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct EnumFieldDescr {
    /// The colour wanted
    color: Color,
    /// second
    other: Color,
}
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum TaggedRoot {
    /// Open one
    Open {
        path: String,
    },
    Close,
    Move {
        from: String,
        to: String,
    },
}
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
pub(crate) enum Adjacent {
    A(String),
    B { n: i32 },
    C,
}
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Untagged {
    Id(i64),
    Name(String),
    Pair { x: i32, y: i32 },
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) enum External {
    Unit,
    New(String),
    Tup(i32, i32),
    St { a: bool },
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct HoldEnums {
    tagged: TaggedRoot,
    adj: Adjacent,
    un: Untagged,
    ext: External,
}
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum OneOrMany {
    One(String),
    Many(Vec<String>),
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct UseOneOrMany {
    ids: OneOrMany,
}
