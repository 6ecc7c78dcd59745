//! While the host is asked, and while a call waits: who has gone is not asked about, and who lost something is.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use serde_json::json;
use tokio_util::sync::CancellationToken;
use tool_core::{Answer, BoxError, Caller, Invoker, Ownership, Parallelism, Target};

use super::{SlowHost, at_once, begun};
use crate::{
    door::{Held, call, code},
    support::{Fixture, outside, registry},
};

#[tokio::test(start_paused = true)]
async fn a_caller_that_gives_up_does_not_wait_for_a_host_that_is_stuck() {
    for step in ["owned", "limits", "approval"] {
        let (look, host) =
            (Fixture::new("look").host(|host| host.with_target("project")), SlowHost::default());
        let runs = look.runs();
        let builder = Invoker::builder(registry([look]));
        let builder = match step {
            "owned" => builder.unlimited().ownership(host.clone()),
            "limits" => builder.limits(host.clone()).ownership(crate::support::Projects),
            _ => builder.unlimited().ownership(crate::support::Projects).approval(host.clone()),
        };
        let surface = outside(&builder.build().unwrap());
        let token = CancellationToken::new();
        let request = surface
            .request(Caller::new("alice"), "look", Some(json!({ "project_id": "p-alice" })))
            .with_cancellation(token.clone());
        let running = tokio::spawn(async move { surface.call(request).await });
        host.asked.notified().await;
        assert!(!running.is_finished());
        token.cancel();
        let answer = at_once(running).await;
        assert!(matches!(answer, Answer::Cancelled), "{step}: {answer:?}");
        assert_eq!(runs.count(), 0);
    }
}

/// Everything is the caller's, until it is nothing.
struct Until(Arc<AtomicBool>);

#[tool_core::async_trait]
impl Ownership for Until {
    async fn resolve(&self, _: &Caller, target: &Target) -> Result<Option<Target>, BoxError> {
        Ok((!self.0.load(Ordering::SeqCst)).then(|| target.clone()))
    }
}

#[tokio::test(start_paused = true)]
async fn who_loses_a_target_while_a_call_stands_in_line_does_not_write_to_it() {
    let (mut held, lost) = (Held::new(), Arc::new(AtomicBool::new(false)));
    let write =
        held.tool("write", |host| host.with_target("project").with_parallelism(Parallelism::SerialByTarget));
    let invoker =
        Invoker::builder(registry([write])).unlimited().ownership(Until(Arc::clone(&lost))).build().unwrap();
    let surface = outside(&invoker);
    let _first = call(&surface, "alice", "write", json!({ "project_id": "p" }));
    let second = call(&surface, "alice", "write", json!({ "project_id": "p" }));
    assert_eq!(begun(&mut held).await, 1);
    lost.store(true, Ordering::SeqCst);
    held.end_one();
    assert_eq!(code(&at_once(second).await), "not-found");
    assert!(held.none_begun());
}
