//! Generic and recursive types.

use std::{collections::BTreeMap, marker::PhantomData};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Odd, enums::Level, odd};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Paged<T> {
    /// What was found.
    items: Vec<T>,
    next: Option<Box<T>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct TwoParameters {
    words: Paged<String>,
    levels: Paged<Level>,
    nested: Paged<Paged<i32>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Paged")]
struct SameName {
    other: Paged<bool>,
    list: Vec<SameName>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Matrix<const N: usize> {
    rows: Vec<f64>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(bound = "")]
struct Marked<T> {
    id: u32,
    #[serde(skip)]
    marker: PhantomData<T>,
}

#[derive(JsonSchema)]
struct Marker;

#[derive(Serialize, Deserialize, JsonSchema)]
enum Expression {
    Number(f64),
    Negative(Box<Expression>),
    Sum(Vec<Expression>),
    Named(BTreeMap<String, Expression>),
    Nothing,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Json {
    Null,
    Flag(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Fields(BTreeMap<String, Json>),
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Folder {
    name: String,
    readme: Option<Box<Entry>>,
    entries: Vec<Entry>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "is", rename_all = "lowercase")]
enum Entry {
    File { size: u32 },
    Folder(Folder),
    Link { to: Box<Entry> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Chain(Option<Box<Chain>>);

#[derive(Serialize, Deserialize, JsonSchema)]
struct Forest {
    trees: BTreeMap<String, Forest>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Comment {
    text: String,
    #[serde(flatten)]
    replies: Replies,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Replies {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    replies: Vec<Comment>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Rose<T> {
    value: T,
    branches: Vec<Rose<T>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Roses {
    words: Rose<String>,
    numbers: Rose<i32>,
}

pub(super) fn all() -> Vec<Vec<Odd>> {
    let comment = |replies| Comment { text: "a".to_owned(), replies: Replies { replies } };
    let forest = |trees| Forest { trees };
    vec![
        odd([TwoParameters {
            words: Paged { items: vec!["a".to_owned()], next: Some(Box::new("b".to_owned())) },
            levels: Paged { items: vec![Level::High], next: None },
            nested: Paged { items: vec![Paged { items: vec![1], next: None }], next: None },
        }]),
        odd([SameName {
            other: Paged { items: vec![true], next: None },
            list: vec![SameName { other: Paged { items: vec![], next: None }, list: vec![] }],
        }]),
        odd([Matrix::<2> { rows: vec![1.0, 0.5] }]),
        odd([Marked::<Marker> { id: 1, marker: PhantomData }]),
        odd([
            Expression::Number(0.5),
            Expression::Negative(Box::new(Expression::Nothing)),
            Expression::Sum(vec![Expression::Number(1.0), Expression::Nothing]),
            Expression::Named([("a".to_owned(), Expression::Sum(vec![]))].into()),
        ]),
        odd([
            Json::Null,
            Json::Flag(true),
            Json::Number(1.5),
            Json::Text("a".to_owned()),
            Json::List(vec![Json::Null, Json::List(vec![])]),
            Json::Fields([("a".to_owned(), Json::Null)].into()),
        ]),
        odd([Folder {
            name: "a".to_owned(),
            readme: Some(Box::new(Entry::File { size: 1 })),
            entries: vec![
                Entry::Folder(Folder { name: "b".to_owned(), readme: None, entries: vec![] }),
                Entry::Link { to: Box::new(Entry::File { size: 2 }) },
            ],
        }]),
        odd([Chain(None)]),
        odd([forest(BTreeMap::new()), forest([("a".to_owned(), forest(BTreeMap::new()))].into())]),
        odd([comment(vec![]), comment(vec![comment(vec![])])]),
        odd([Roses {
            words: Rose {
                value: "a".to_owned(),
                branches: vec![Rose { value: "b".to_owned(), branches: vec![] }],
            },
            numbers: Rose { value: 1, branches: vec![] },
        }]),
    ]
}
