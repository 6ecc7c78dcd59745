//! Structs and enumerations flattened into others, more than once and in odd places.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{Odd, odd};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Page {
    /// Which page.
    page: Option<u32>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Sorting {
    order: String,
    #[serde(flatten)]
    page: Page,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlatTwice {
    id: i32,
    #[serde(flatten)]
    sorting: Sorting,
    #[serde(flatten)]
    filter: Filter,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Filter {
    #[serde(default)]
    words: Vec<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlatOption {
    id: i32,
    #[serde(flatten)]
    sorting: Option<Sorting>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Text(String),
    Pair { x: i32 },
    Unit,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlatAdjacent {
    id: i32,
    #[serde(flatten)]
    what: Adjacent,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Either {
    Left { left: i32 },
    Right { right: String, how: Option<bool> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlatUntagged {
    id: i32,
    #[serde(flatten)]
    what: Either,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Command {
    Say(String),
    Move { by: i32 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlatTwoEnums {
    #[serde(flatten)]
    command: Command,
    #[serde(flatten)]
    what: Either,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlatNumbers {
    id: String,
    #[serde(flatten)]
    counts: BTreeMap<String, Option<u32>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlatOpen {
    id: String,
    #[serde(flatten)]
    page: Page,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Envelope<T> {
    id: u32,
    #[serde(flatten)]
    content: T,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlatGeneric {
    first: Envelope<Page>,
    second: Envelope<Command>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum FlatInside {
    One {
        #[serde(flatten)]
        page: Page,
        a: i32,
    },
    Two {
        #[serde(flatten)]
        what: Either,
    },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlatBoxed {
    id: i32,
    #[serde(flatten)]
    next: Box<Sorting>,
    #[serde(flatten)]
    nothing: (),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Closed {
    a: i32,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlatClosed {
    #[serde(flatten)]
    closed: Closed,
    b: i32,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Tagged {
    A { a: i32 },
    B,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlatTaggedOption {
    id: i32,
    #[serde(flatten)]
    tagged: Option<Tagged>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Aliased {
    #[serde(alias = "q", alias = "search")]
    query: String,
    #[serde(flatten)]
    page: Page,
    #[serde(rename(serialize = "out", deserialize = "in"))]
    both: i32,
}

pub(super) fn all() -> Vec<Vec<Odd>> {
    let sorting = || Sorting { order: "up".to_owned(), page: Page { page: Some(2) } };
    vec![
        odd([FlatTwice { id: 1, sorting: sorting(), filter: Filter { words: vec!["a".to_owned()] } }]),
        odd([FlatOption { id: 1, sorting: None }, FlatOption { id: 1, sorting: Some(sorting()) }]),
        odd([Adjacent::Text("a".to_owned()), Adjacent::Pair { x: 1 }, Adjacent::Unit]
            .map(|what| FlatAdjacent { id: 1, what })),
        odd([Either::Left { left: 1 }, Either::Right { right: "a".to_owned(), how: None }]
            .map(|what| FlatUntagged { id: 1, what })),
        odd([
            FlatTwoEnums { command: Command::Say("a".to_owned()), what: Either::Left { left: 1 } },
            FlatTwoEnums {
                command: Command::Move { by: 1 },
                what: Either::Right { right: "a".to_owned(), how: Some(true) },
            },
        ]),
        odd([FlatNumbers {
            id: "a".to_owned(),
            counts: [("b".to_owned(), Some(1)), ("c".to_owned(), None)].into(),
        }]),
        odd([FlatOpen {
            id: "a".to_owned(),
            page: Page { page: None },
            rest: [("x".to_owned(), json!([1]))].into_iter().collect(),
        }]),
        odd([FlatGeneric {
            first: Envelope { id: 1, content: Page { page: Some(1) } },
            second: Envelope { id: 2, content: Command::Move { by: 1 } },
        }]),
        odd([
            FlatInside::One { page: Page { page: Some(1) }, a: 1 },
            FlatInside::Two { what: Either::Left { left: 1 } },
        ]),
        odd([FlatBoxed { id: 1, next: Box::new(sorting()), nothing: () }]),
        odd([FlatClosed { closed: Closed { a: 1 }, b: 2 }]),
        odd([None, Some(Tagged::A { a: 1 }), Some(Tagged::B)]
            .map(|tagged| FlatTaggedOption { id: 1, tagged })),
        // Its two names for one field are of two directions, so nothing that it writes can be sent.
        odd::<Aliased, 0>([]),
    ]
}
