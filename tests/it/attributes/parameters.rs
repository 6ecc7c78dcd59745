//! What the model may supply, and how it reaches the function.

use std::{borrow::Cow, collections::BTreeMap, path::Path};

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use tool_core::{Provides, Registry, Surface, tool};

use super::surface;

/// Joins everything.
#[tool]
fn borrowed(text: &str, words: &[String], maybe: Option<&str>, path: &Path, cow: Cow<'_, str>) -> String {
    format!("{text} {} {} {} {cow}", words.join("+"), maybe.unwrap_or("-"), path.display())
}

#[tokio::test]
async fn borrowed_parameters_are_lent_for_the_call() {
    let surface = surface(Registry::builder(()).tool(borrowed_tool()));
    let whole = json!({ "text": "a", "words": ["b", "c"], "maybe": "d", "path": "e/f", "cow": "g" });
    assert_eq!(surface.call("borrowed", whole).await.text(), "a b+c d e/f g");
    let without = json!({ "text": "a", "words": [], "path": "e", "cow": "g" });
    assert_eq!(surface.call("borrowed", without).await.text(), "a  - e g");
    let nothing = surface.call("borrowed", json!({})).await;
    assert_eq!(nothing.code().as_deref(), Some("invalid-arguments"));
    for name in ["text", "words", "path", "cow"] {
        assert!(nothing.text().contains(&format!("/{name}: missing")), "{}", nothing.text());
    }
    assert!(!nothing.text().contains("/maybe"), "{}", nothing.text());
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Filter {
    depth: u8,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Order {
    Newest,
    Oldest,
}

type Limits = Option<u8>;

/// Takes structures.
#[tool]
fn structured(
    filter: &Filter,
    filters: &[Filter],
    order: Order,
    limits: Limits,
    by_year: BTreeMap<u16, String>,
) -> String {
    let order = match order {
        Order::Newest => "newest",
        Order::Oldest => "oldest",
    };
    format!("{} {} {order} {limits:?} {by_year:?}", filter.depth, filters.len())
}

#[tokio::test]
async fn types_of_the_host_are_decoded() {
    let surface = surface(Registry::builder(()).tool(structured_tool()));
    let arguments = json!({
        "filter": { "depth": 2 },
        "filters": [{ "depth": 1 }],
        "order": "oldest",
        "by_year": { "1815": "Ada" }
    });
    assert_eq!(surface.call("structured", arguments).await.text(), "2 1 oldest None {1815: \"Ada\"}");
}

fn twenty() -> u32 {
    20
}

/// Has parameters with attributes of their own.
#[tool]
fn attributed(
    plain: u8,
    #[serde(default = "twenty")]
    #[schemars(range(min = 1, max = 100))]
    limit: u32,
    #[serde(default)] tags: Vec<String>,
    #[serde(rename = "from")] origin: &str,
    #[serde(default)] lent: Option<&str>,
    #[serde(default)] list: &[u8],
    #[serde(with = "upper")]
    #[schemars(with = "String")]
    loud: Loud,
) -> String {
    format!("{plain} {limit} {} {origin} {lent:?} {list:?} {}", tags.len(), loud.0)
}

/// Has neither `Deserialize` nor `JsonSchema`.
struct Loud(String);

mod upper {
    use super::{Deserialize, Deserializer, Loud};

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Loud, D::Error> {
        String::deserialize(deserializer).map(|text| Loud(text.to_uppercase()))
    }
}

#[tokio::test]
async fn serde_and_schemars_attributes_work_on_parameters() {
    let surface = surface(Registry::builder(()).tool(attributed_tool()));
    let least = json!({ "plain": 1, "from": "x", "loud": "hey" });
    assert_eq!(surface.call("attributed", least).await.text(), "1 20 0 x None [] HEY");
    let most = json!({ "plain": 1, "limit": 5, "tags": ["a"], "from": "x", "lent": "y", "list": [1], "loud": "hey" });
    assert_eq!(surface.call("attributed", most).await.text(), "1 5 1 x Some(\"y\") [1] HEY");
    let wrong = json!({ "plain": 1, "limit": 0, "origin": "x", "loud": "hey" });
    let wrong = surface.call("attributed", wrong).await.text();
    assert!(wrong.contains("/limit: expected an integer from 1 to 100"), "{wrong}");
    assert!(wrong.contains("/origin: unknown argument"), "{wrong}");
    assert!(wrong.contains("/from: missing"), "{wrong}");
}

/// Takes anything.
#[tool]
fn anything(anything: Value) -> String {
    anything.to_string()
}

#[tokio::test]
async fn any_value_has_to_be_there() {
    let surface = surface(Registry::builder(()).tool(anything_tool()));
    assert_eq!(surface.call("anything", json!({ "anything": [1] })).await.text(), "[1]");
    assert_eq!(surface.call("anything", json!({})).await.code().as_deref(), Some("invalid-arguments"));
}

#[derive(Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
struct Even(String);

impl TryFrom<String> for Even {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.len().is_multiple_of(2) {
            Ok(Self(text))
        } else {
            Err("needs an even number of letters".to_owned())
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
struct Telltale;

impl TryFrom<String> for Telltale {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Err(format!("{text:?} will not do"))
    }
}

#[derive(Deserialize, JsonSchema)]
struct Deep {
    list: Vec<Even>,
}

/// Is exact about its types.
#[tool]
fn exact(one: Even, deep: Deep, telltale: Option<Telltale>) -> String {
    format!("{} {} {}", one.0, deep.list.iter().map(|even| even.0.len()).sum::<usize>(), telltale.is_some())
}

#[tokio::test]
async fn the_exact_type_refuses_what_the_schema_cannot() {
    let surface = surface(Registry::builder(()).tool(exact_tool()));
    let good = json!({ "one": "ab", "deep": { "list": ["abcd"] } });
    assert_eq!(surface.call("exact", good).await.text(), "ab 4 false");
    let bad = json!({ "one": "abc", "deep": { "list": ["ab", "abc"] }, "telltale": "secret" });
    let bad = surface.call("exact", bad).await;
    assert_eq!(bad.code().as_deref(), Some("invalid-arguments"));
    let text = bad.text();
    // Where and of which kind, but not why: the words of the type are the host's, and can hold what the caller wrote.
    assert_eq!(
        text,
        "invalid-arguments: /deep/list/1: expected a value of its type, found a string\n\
         /one: expected a value of its type, found a string\n\
         /telltale: expected a value of its type, found a string"
    );
}

struct Extra(&'static str);

/// Depends on what is compiled in.
#[tool]
fn conditional(
    #[cfg(test)] present: u8,
    #[cfg(any())] absent: NoSuchType,
    #[cfg(any())]
    #[state]
    missing: &NoSuchState,
    #[state] extra: &Extra,
) -> String {
    format!("{present} {}", extra.0)
}

#[tokio::test]
async fn parameters_depend_on_what_is_compiled_in() {
    let surface = surface(Registry::builder(Extra("e")).tool(conditional_tool()));
    assert_eq!(surface.call("conditional", json!({ "present": 3 })).await.text(), "3 e");
    let absent = surface.call("conditional", json!({ "present": 3, "absent": 1 })).await;
    assert_eq!(absent.code().as_deref(), Some("invalid-arguments"));
}

trait Repository: Send + Sync {
    fn name(&self) -> &str;
}

struct InMemory;

impl Repository for InMemory {
    fn name(&self) -> &'static str {
        "in memory"
    }
}

struct Host(Box<dyn Repository>);

impl Provides<dyn Repository> for Host {
    fn provide(&self) -> &(dyn Repository + 'static) {
        &*self.0
    }
}

/// Names the repository; every name of generated code is taken by a parameter.
#[tool]
fn shadowing(
    #[state] state: &dyn Repository,
    mut arguments: String,
    args: u8,
    call: u8,
    result: u8,
    returned: u8,
    value: u8,
    input: u8,
    rest: u8,
    #[serde(default)] error: u8,
) -> String {
    arguments.push('!');
    format!("{} {arguments} {}", state.name(), args + call + result + returned + value + input + rest + error)
}

#[tokio::test]
async fn parameters_may_have_any_name() {
    let surface = surface(Registry::builder(Host(Box::new(InMemory))).tool(shadowing_tool()));
    let arguments = json!({
        "arguments": "a", "args": 1, "call": 2, "result": 3, "returned": 4, "value": 5, "input": 6, "rest": 7, "error": 8
    });
    assert_eq!(surface.call("shadowing", arguments).await.text(), "in memory a! 36");
}

/// Keeps its words.
#[tool(title = "Described", exposure = both)]
fn described(
    /// First line.
    ///
    /// Second paragraph.
    #[serde(default)]
    one: String,
    /** In a block
     * of two lines. */
    two: String,
    #[schemars(description = "From the schema.")] three: String,
    #[doc = concat!("Put ", "together.")] four: String,
) -> String {
    one + &two + &three + &four
}

#[test]
fn comments_on_parameters_are_their_descriptions() {
    let invoker = tool_core::Invoker::builder(Registry::builder(()).tool(described_tool()).build().unwrap())
        .unlimited();
    let surface =
        Surface::outside("test", &invoker.build().unwrap(), tool_core::Allow::exposed()).build().unwrap();
    let listed = surface.listed(&tool_core::Caller::new("alice"), "described").unwrap();
    let properties = &listed.input_schema["properties"];
    assert_eq!(properties["one"]["description"], "First line.\n\nSecond paragraph.");
    assert_eq!(properties["two"]["description"], "In a block of two lines.");
    assert_eq!(properties["three"]["description"], "From the schema.");
    assert_eq!(properties["four"]["description"], "Put together.");
}

/// Searches.
#[tool]
fn renamed(
    #[serde(alias = "q", alias = "words")] query: String,
    #[serde(rename = "at-most", alias = "limit", default)] at_most: u8,
) -> String {
    format!("{query} {at_most}")
}

#[tokio::test]
async fn an_alias_is_taken_for_its_parameter_and_not_advertised() {
    let registry = Registry::builder(()).tool(renamed_tool());
    let surface = surface(registry);
    for query in ["query", "q", "words"] {
        let answer = surface.call("renamed", json!({ query: "ferns", "limit": 3 })).await;
        assert_eq!(answer.text(), "ferns 3", "{query}");
    }
    let both = surface.call("renamed", json!({ "query": "ferns", "q": "moss" })).await;
    assert_eq!(both.text(), "invalid-arguments: /q: unknown argument; declared: at-most, query");
    let wrong = surface.call("renamed", json!({ "q": 7 })).await;
    assert_eq!(wrong.text(), "invalid-arguments: /query: expected a string, found an integer");

    let registry = Registry::builder(()).tool(renamed_tool()).build().unwrap();
    let definition = registry.snapshot().get("renamed").unwrap().definition().clone();
    let advertised: Vec<_> =
        definition.input_schema["properties"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(advertised, ["at-most", "query"]);
}
