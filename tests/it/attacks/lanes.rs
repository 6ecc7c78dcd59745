//! One thing has one lane, however a caller writes it and under whatever name its tool is called.

use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tool_core::{Invoker, Parallelism, Registry, tool};

use super::{at_once, begun};
use crate::{
    door::{Held, call, code, settle},
    support::{outside, registry},
};

#[tokio::test(start_paused = true)]
async fn a_number_has_one_lane_however_it_is_written() {
    let mut held = Held::new();
    let by_key = held.tool("by_key", |host| host.with_parallelism(Parallelism::SerialBy("key".into())));
    let by_key = by_key.input(json!({
        "type": "object",
        "properties": { "key": { "type": "number", "description": "A key." } },
        "additionalProperties": false
    }));
    let surface = outside(&Invoker::builder(registry([by_key])).unlimited().build().unwrap());
    let mut lanes = 0;
    for numbers in [["1", "1.0", "1e0", "10e-1"], ["0", "-0.0", "0e5", "-0"]] {
        for number in numbers {
            let arguments: Value = serde_json::from_str(&format!("{{\"key\":{number}}}")).unwrap();
            call(&surface, "alice", "by_key", arguments);
        }
        lanes += 1;
        assert_eq!(begun(&mut held).await, 1, "lane {lanes}");
    }
    held.end_one();
    assert_eq!(begun(&mut held).await, 1, "the next of the same lane");
}

fn main_branch() -> String {
    "main".into()
}

/// Pushes.
#[tool(title = "Push", exposure = both, effect = additive, parallelism = serial_by("branch"))]
async fn push(
    #[state] begun: &UnboundedSender<String>,
    /// The branch.
    #[serde(default = "main_branch")]
    branch: String,
) {
    begun.send(branch).unwrap();
    std::future::pending::<()>().await;
}

#[tokio::test(start_paused = true)]
async fn an_argument_that_is_left_out_is_in_the_lane_of_its_default() {
    let (sent, mut begun) = unbounded_channel();
    let registry = Registry::builder(sent).tool(push_tool()).build().unwrap();
    let surface = outside(&Invoker::builder(registry).unlimited().build().unwrap());
    for arguments in [json!({}), json!({ "branch": "main" }), json!({ "branch": "fix" })] {
        call(&surface, "alice", "push", arguments);
        settle().await;
    }
    assert_eq!(begun.try_recv().unwrap(), "main");
    assert_eq!(begun.try_recv().unwrap(), "fix", "nobody pushes to a branch that is being pushed to");
    assert!(begun.try_recv().is_err());
}

#[tokio::test(start_paused = true)]
async fn an_exclusive_tool_is_exclusive_under_two_names() {
    let mut held = Held::new();
    let inner = registry([held.tool("slow", |host| host.with_parallelism(Parallelism::Exclusive))]);
    let whole = Registry::builder(()).merge("a", &inner).merge("b", &inner).build().unwrap();
    let surface = outside(&Invoker::builder(whole).unlimited().build().unwrap());
    let _first = call(&surface, "alice", "a__slow", json!({}));
    let second = call(&surface, "alice", "b__slow", json!({}));
    assert_eq!(begun(&mut held).await, 1);
    held.end_one();
    assert_eq!(begun(&mut held).await, 1);
    held.end_one();
    assert_eq!(code(&at_once(second).await), "completed");
}
