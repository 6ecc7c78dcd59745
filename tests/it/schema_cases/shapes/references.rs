//! Recursive types, types of one name, and generic ones.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::enums::Color;
use super::optional::Scope;
use serde_json::Value;

#[derive(Serialize, Deserialize, JsonSchema)]
/// A node
pub(crate) struct Node {
    name: String,
    children: Vec<Node>,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Linked {
    v: i32,
    next: Option<Box<Linked>>,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct UseRec {
    /// the tree
    root: Node,
}
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case")]
pub(crate) enum Filter {
    And { all: Vec<Filter> },
    Eq { field: String, value: Value },
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct UseFilter {
    filter: Filter,
}

mod a {
    use super::*;
    #[derive(Serialize, Deserialize, JsonSchema)]
    pub(super) struct Options {
        pub x: i32,
    }
}
mod b {
    use super::*;
    #[derive(Serialize, Deserialize, JsonSchema)]
    pub(super) struct Options {
        pub y: String,
    }
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct SameNames {
    a: a::Options,
    b: b::Options,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Wrapper<T> {
    inner: T,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Generics {
    a: Wrapper<String>,
    b: Wrapper<Vec<Scope>>,
    c: Wrapper<Option<Color>>,
}
