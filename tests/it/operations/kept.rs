//! For how long an operation that has finished can be asked about.

use std::time::Duration;

use serde_json::{Value, json};
use tool_core::{InProcessQueue, Kind};

use super::{Stage, structured};
use crate::support::Fixture;

fn quick() -> [Fixture; 1] {
    [Fixture::new("quick").host(|host| host.with_kind(Kind::Operation))]
}

async fn finished(stage: &Stage, caller: &str) -> Vec<Value> {
    let listed = structured(&stage.call(caller, "operation_status", json!({})).await);
    listed["finished"].as_array().unwrap().iter().map(|operation| operation["operation"].clone()).collect()
}

#[tokio::test(start_paused = true)]
async fn after_its_age_it_is_forgotten() {
    let stage = Stage::sized(quick(), InProcessQueue::builder().kept_for(Duration::from_mins(10)));
    let id = stage.start("alice", "quick", json!({})).await;
    assert_eq!(stage.ended("alice", &id).await["text"], "ran");
    tokio::time::advance(Duration::from_mins(9)).await;
    assert_eq!(finished(&stage, "alice").await, [json!(id)]);
    tokio::time::advance(Duration::from_mins(2)).await;
    assert!(finished(&stage, "alice").await.is_empty());
    let gone = stage.call("alice", "wait_for_operation", json!({ "operation": id })).await;
    assert_eq!(gone.text(), "not-found: no such operation");
}

#[tokio::test(start_paused = true)]
async fn the_latest_of_a_caller_are_kept_and_nobody_elses_go_for_them() {
    let stage = Stage::sized(quick(), InProcessQueue::builder().kept_per_caller(2));
    let bobs = stage.start("bob", "quick", json!({})).await;
    stage.ended("bob", &bobs).await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        let id = stage.start("alice", "quick", json!({})).await;
        stage.ended("alice", &id).await;
        ids.push(json!(id));
    }
    let mut kept = finished(&stage, "alice").await;
    kept.sort_by_key(|id| ids.iter().position(|it| it == id));
    assert_eq!(kept, ids[1..]);
    assert_eq!(finished(&stage, "bob").await, [json!(bobs)]);
}
