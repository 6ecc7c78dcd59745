//! Every text that a caller reads about an operation without a result, each from the mistake or the event itself.

use serde_json::json;
use tool_core::{InProcessQueue, OperationId, OperationQueue};

use super::{Held, Stage, findings, structured, written};

/// Returns the titles of `docs/errors.md` with the texts.
pub(crate) async fn all() -> Vec<(&'static str, String)> {
    let mut held = Held::new();
    let queue = InProcessQueue::builder().running(1.try_into().unwrap()).waiting(2).build();
    let shared = std::sync::Arc::new(queue.clone());
    let stage = Stage::with([held.operation("work", |host| host)], shared, |builder| builder);
    let running = stage.start("alice", "work", json!({})).await;
    held.begun().await;
    let (cancelled, waiting) =
        (stage.start("alice", "work", json!({})).await, stage.start("alice", "work", json!({})).await);
    let full = stage.call("bob", "work", json!({})).await.text();
    let foreign = stage.call("bob", "wait_for_operation", json!({ "operation": running })).await.text();
    stage.call("alice", "cancel_operation", json!({ "operation": cancelled })).await;
    let cancelled =
        structured(&stage.call("alice", "wait_for_operation", json!({ "operation": cancelled })).await);
    held.end_one();
    stage.invoker().shutdown(std::time::Duration::ZERO).await;
    let stopped = queue.get("alice", &OperationId::parse(&waiting).unwrap()).await.unwrap().unwrap();
    vec![
        ("an operation on a queue that is full", full),
        ("somebody else's operation, and one that does not exist", foreign),
        ("an operation that was cancelled before it began", cancelled["text"].as_str().unwrap().to_owned()),
        ("an operation that waited when the service stopped", stopped.end.unwrap().text.unwrap()),
        ("an operation whose caller has gone", written::without_its_caller().await),
        ("an operation whose surface has gone", written::without_its_surface().await),
        ("findings that cannot be read", findings::unknown().await),
    ]
}
