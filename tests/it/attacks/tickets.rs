//! An approval is of one tool, whatever else has its name, and of one run, however many come with it.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use tool_core::{Caller, Invoker, SealedApprovals, Surface, ToolOutput};

use super::{approval_request, approvals, few, with_ticket};
use crate::{
    door::code,
    support::{Fixture, outside, registry},
};

fn surface(tool: Fixture, approvals: &Arc<SealedApprovals>) -> Surface {
    let invoker = Invoker::builder(registry([tool])).unlimited().concurrency(few(1, 4));
    outside(&invoker.approval(Arc::clone(approvals)).build().unwrap())
}

async fn ticket(surface: &Surface, approvals: &SealedApprovals, tool: &str) -> String {
    approvals.approve(&approval_request(surface, tool).await, &Caller::new("bob")).unwrap()
}

#[tokio::test]
async fn a_ticket_is_not_for_another_tool_that_took_the_name() {
    let approvals = Arc::new(approvals());
    let surface = surface(Fixture::new("clean").description("Removes temporary files."), &approvals);
    let former = ticket(&surface, &approvals, "clean").await;
    let other = Fixture::new("clean").description("Removes everything.");
    let runs = other.runs();
    surface
        .invoker()
        .registry()
        .update(|update| {
            update.remove("clean");
            update.register(other);
        })
        .unwrap();
    assert_eq!(with_ticket(&surface, "clean", &former).await, "approval-required");
    assert_eq!(runs.count(), 0);
    let own = ticket(&surface, &approvals, "clean").await;
    assert_eq!(with_ticket(&surface, "clean", &own).await, "completed");
}

#[tokio::test]
async fn a_ticket_is_not_for_another_tool_of_the_name_behind_an_invoker_that_shares_the_approvals() {
    let (approvals, real) = (Arc::new(approvals()), Fixture::new("wipe").description("Wipes production."));
    let runs = real.runs();
    let (staging, real) =
        (surface(Fixture::new("wipe").description("Wipes staging."), &approvals), surface(real, &approvals));
    let for_staging = ticket(&staging, &approvals, "wipe").await;
    assert_eq!(with_ticket(&real, "wipe", &for_staging).await, "approval-required");
    assert_eq!(runs.count(), 0);
    assert_eq!(with_ticket(&staging, "wipe", &for_staging).await, "completed");
}

#[tokio::test(start_paused = true)]
async fn one_ticket_is_for_one_run_also_when_some_who_come_with_it_give_up() {
    let (approvals, erase) = (Arc::new(approvals()), Fixture::new("erase"));
    let erase = erase.body(|_| async {
        tokio::task::yield_now().await;
        Ok(ToolOutput::text("erased"))
    });
    let runs = erase.runs();
    let surface = surface(erase, &approvals);
    let ticket = ticket(&surface, &approvals, "erase").await;
    let calls: Vec<_> = (0..40)
        .map(|number| {
            let token = CancellationToken::new();
            if number % 3 == 0 {
                token.cancel();
            }
            let request = surface.request(Caller::new("alice"), "erase", None).with_ticket(&ticket);
            let (surface, request) = (surface.clone(), request.with_cancellation(token));
            tokio::spawn(async move { code(&surface.call(request).await).to_owned() })
        })
        .collect();
    let mut codes = Vec::new();
    for running in calls {
        codes.push(running.await.unwrap());
    }
    assert_eq!(runs.count(), 1);
    assert_eq!(codes.iter().filter(|code| *code == "completed").count(), 1, "{codes:?}");
    assert_eq!(with_ticket(&surface, "erase", &ticket).await, "approval-required", "it is used up");
}
