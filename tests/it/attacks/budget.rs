//! What a caller that gives up pays. What quotas are is tested with them.

use std::time::Duration;

use serde_json::json;
use tokio_util::sync::CancellationToken;
use tool_core::{Caller, Invoker, Quotas, Rate, ToolOutput};

use super::{few, turns};
use crate::{
    door::{call, code},
    support::{Fixture, outside, registry},
};

#[tokio::test(start_paused = true)]
async fn nothing_is_gained_or_lost_of_a_budget_by_giving_up() {
    let write = Fixture::new("write").body(|_| async {
        turns(3).await;
        Ok(ToolOutput::text("written"))
    });
    let runs = write.runs();
    let quotas = Quotas::builder().reads(Rate::per_hour(1)).writes(Rate::per_hour(10)).build().unwrap();
    let few = few(2, 5).with_patience(Duration::from_millis(1));
    let invoker = Invoker::builder(registry([write])).limits(quotas).concurrency(few).build().unwrap();
    let surface = outside(&invoker);
    let calls: Vec<_> = (0..100)
        .map(|number| {
            let token = CancellationToken::new();
            let request =
                surface.request(Caller::new("alice"), "write", None).with_cancellation(token.clone());
            let surface = surface.clone();
            let running = tokio::spawn(async move { surface.call(request).await });
            tokio::spawn(async move {
                turns(number % 9).await;
                if number % 2 == 0 {
                    running.abort();
                } else {
                    token.cancel();
                }
                let _ = running.await;
            })
        })
        .collect();
    for running in calls {
        running.await.unwrap();
    }
    let mut codes = Vec::new();
    for _ in 0..12 {
        codes.push(code(&call(&surface, "alice", "write", json!({})).await.unwrap()).to_owned());
    }
    assert_eq!(runs.count(), 10, "{codes:?}");
    assert!(codes.ends_with(&["limit-exceeded".to_owned(), "limit-exceeded".to_owned()]), "{codes:?}");
}
