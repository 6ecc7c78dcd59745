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

/// Says as many letters as it is asked for.
fn says() -> Fixture {
    let letters = json!({
        "type": "object",
        "properties": { "letters": { "type": "integer", "minimum": 0, "description": "How many." } },
        "required": ["letters"],
        "additionalProperties": false
    });
    let said = json!({
        "type": "object",
        "properties": { "said": { "type": "string", "description": "Letters." } },
        "required": ["said"]
    });
    let says = Fixture::new("says").input(letters).output(said).body(|seen| async move {
        let letters = usize::try_from(seen.arguments["letters"].as_u64().unwrap()).unwrap();
        Ok(tool_core::ToolOutput::json(json!({ "said": "x".repeat(letters) })))
    });
    says.host(|host| host.with_kind(Kind::Operation))
}

/// `{"said":""}`.
const AROUND: usize = 11;

#[tokio::test(start_paused = true)]
async fn results_take_so_many_bytes_and_the_first_goes_first() {
    let stage = Stage::sized([says()], InProcessQueue::builder().kept_bytes_per_caller(100));
    let say = async |caller: &str, letters: usize| {
        let id = stage.start(caller, "says", json!({ "letters": letters })).await;
        stage.ended(caller, &id).await;
        id
    };
    let bobs = say("bob", 100 - AROUND).await;
    let (first, second) = (say("alice", 50 - AROUND).await, say("alice", 50 - AROUND).await);
    for id in [&first, &second] {
        assert_eq!(stage.ended("alice", id).await["result"]["said"], "x".repeat(50 - AROUND));
    }
    let third = say("alice", 1).await;
    let gone = stage.ended("alice", &first).await;
    assert_eq!((&gone["state"], gone.get("result")), (&json!("succeeded"), None));
    assert_eq!(gone["text"], "the result is no longer kept: there is room for so many bytes of results only");
    for (caller, id, letters) in
        [("alice", &second, 50 - AROUND), ("alice", &third, 1), ("bob", &bobs, 100 - AROUND)]
    {
        assert_eq!(stage.ended(caller, id).await["result"]["said"], "x".repeat(letters));
    }
    let huge = say("alice", 101 - AROUND).await;
    assert!(stage.ended("alice", &huge).await.get("result").is_none(), "it is more than there is room for");
}
