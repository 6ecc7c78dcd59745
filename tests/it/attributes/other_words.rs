//! Other names of the words of an enum: taken, written as the advertised word, and not advertised.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tool_core::{
    Allow, Approval, ApprovalDecision, BoxError, Caller, Effect, EffectiveCall, Exposure, HostMetadata,
    Invoker, Registry, Surface, Tool, ToolCall, ToolDefinition, ToolError, ToolOutput, testing::TestSurface,
    tool,
};

/// How to sort.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Order {
    #[serde(alias = "a_to_z", alias = "asc")]
    Ascending,
    /// From the last to the first.
    #[serde(alias = "desc")]
    Descending,
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize, JsonSchema, Serialize)]
struct Column {
    /// Its name.
    name: String,
    /// How it is sorted.
    order: Option<Order>,
    /// Columns in it.
    #[serde(default)]
    inner: Vec<Column>,
}

/// Any of several.
#[derive(Debug, Deserialize, JsonSchema, Serialize)]
#[serde(untagged)]
enum Loose {
    Order(Order),
    Text(String),
}

/// Sorts.
#[tool(title = "Sort", exposure = both, effect = read_only)]
fn sort(
    /// How.
    order: Order,
    /// And then.
    then: Option<Order>,
    /// One for each column.
    list: Vec<Order>,
    /// The columns.
    columns: Vec<Column>,
    /// An order of its own attributes.
    #[serde(default)]
    own: Option<Order>,
    /// By name.
    map: HashMap<String, Order>,
    /// An order, or text.
    loose: Loose,
) -> String {
    json!([order, then, list, columns, own, map, loose]).to_string()
}

fn invoker() -> Invoker {
    let registry = Registry::builder(()).tool(sort_tool()).register(ByHand).build().unwrap();
    Invoker::builder(registry).unlimited().build().unwrap()
}

async fn sorted(changed: Value) -> Result<Value, String> {
    let surface = Surface::outside("outside", &invoker(), Allow::exposed()).build().unwrap();
    let mut arguments =
        json!({ "order": "ascending", "list": [], "columns": [], "map": {}, "loose": "ascending" });
    arguments.as_object_mut().unwrap().extend(changed.as_object().unwrap().clone());
    let answer = TestSurface::new(&surface).call("sort", arguments).await;
    match answer.code() {
        None => Ok(serde_json::from_str(&answer.text()).unwrap()),
        Some(_) => Err(answer.text()),
    }
}

#[tokio::test]
async fn other_names_are_taken_wherever_the_word_stands() {
    let column = |order: &str, inner: Value| json!({ "name": "n", "order": order, "inner": inner });
    let sent = json!({
        "order": "desc", "then": "a_to_z", "own": "asc", "list": ["asc", "descending", "desc"],
        "columns": [column("desc", json!([column("asc", json!([]))]))]
    });
    let expected = json!([
        "descending",
        "ascending",
        ["ascending", "descending", "descending"],
        [column("descending", json!([column("ascending", json!([]))]))],
        "ascending",
        {},
        "ascending"
    ]);
    assert_eq!(sorted(sent).await, Ok(expected));
}

#[tokio::test]
async fn what_is_nobodys_name_is_refused_with_the_advertised_words() {
    for word in ["zzz", "other", "Ascending", "", "\0which of ", "\0which of asc"] {
        let refused = sorted(json!({ "order": word })).await.unwrap_err();
        assert!(
            refused.starts_with("invalid-arguments: /order: expected one of ascending, descending"),
            "{refused}"
        );
        assert!(!refused.contains("asc,") && !refused.contains("desc,"), "{refused}");
    }
    // The keys of a map and the forms of a union are not looked into.
    assert!(sorted(json!({ "map": { "k": "asc" } })).await.is_err());
    assert_eq!(sorted(json!({ "loose": "asc" })).await.unwrap()[6], "ascending");
}

#[test]
fn other_names_are_not_advertised() {
    let surface = Surface::outside("outside", &invoker(), Allow::exposed()).build().unwrap();
    for tool in surface.catalogue(&Caller::new("alice")).tools {
        let text = serde_json::to_string(&tool.input_schema).unwrap();
        assert!(
            text.contains("descending") && !text.contains("\"desc\"") && !text.contains("a_to_z"),
            "{text}"
        );
    }
}

struct ByHand;

#[derive(Deserialize, JsonSchema)]
struct Sorting {
    /// How.
    order: Order,
}

#[tool_core::async_trait]
impl Tool for ByHand {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new("by_hand", "Sorts.").with_input::<Sorting>()
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default()
            .with_title("Sort")
            .with_exposure(Exposure::Both)
            .with_effect(Effect::Destructive)
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        assert_ne!(call.decode::<Sorting>()?.order, Order::Other);
        Ok(ToolOutput::text(call.arguments()["order"].as_str().unwrap()))
    }
}

/// Approves exactly the advertised word.
struct Word;

#[tool_core::async_trait]
impl Approval for Word {
    async fn decide(&self, call: &EffectiveCall<'_>) -> Result<ApprovalDecision, BoxError> {
        assert_eq!(call.arguments()["order"], "descending");
        Ok(ApprovalDecision::NotNeeded)
    }
}

#[tokio::test]
async fn what_is_approved_and_runs_is_the_advertised_word() {
    let registry = Registry::builder(()).register(ByHand).build().unwrap();
    let invoker = Invoker::builder(registry).unlimited().approval(Word).build().unwrap();
    let surface = Surface::outside("outside", &invoker, Allow::exposed()).build().unwrap();
    let answer = TestSurface::new(&surface).call("by_hand", json!({ "order": "desc" })).await;
    assert_eq!(answer.text(), "descending");
}
