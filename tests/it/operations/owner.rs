//! An operation is its owner's: for everybody else there is none, and nobody can tell the difference.

use serde_json::json;

use super::{Held, Stage, structured};

#[tokio::test(start_paused = true)]
async fn somebody_elses_and_unknown_and_malformed_ids_are_one_answer() {
    let mut held = Held::new();
    let stage = Stage::new([held.operation("work", |host| host)]);
    let id = stage.start("alice", "work", json!({})).await;
    held.begun().await;
    for tool in ["wait_for_operation", "cancel_operation"] {
        let mut answers = Vec::new();
        for asked in [id.as_str(), "00000000000000000000000000000000", "no id at all", ""] {
            let before = tokio::time::Instant::now();
            let reply = stage.call("bob", tool, json!({ "operation": asked })).await;
            assert!(asked.is_empty() || !reply.text().contains(asked), "the id is repeated");
            let said = (reply.code.clone(), reply.content.clone(), reply.structured.clone());
            answers.push((said, reply.text(), before.elapsed()));
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        assert_eq!(answers[0].1, "not-found: no such operation");
    }
    let status = structured(&stage.call("bob", "operation_status", json!({})).await);
    assert_eq!((&status["unfinished"], &status["finished"]), (&json!([]), &json!([])));
    assert_eq!(stage.state("alice", &id).await, "running", "bob has stopped nothing");
}

#[tokio::test]
async fn ids_are_long_and_all_different() {
    let stage = Stage::new([super::Held::new().operation("work", |host| host)]);
    let mut ids = std::collections::BTreeSet::new();
    for _ in 0..50 {
        let id = stage.start("alice", "work", json!({})).await;
        assert!(id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()), "{id}");
        ids.insert(id);
    }
    assert_eq!(ids.len(), 50);
}
