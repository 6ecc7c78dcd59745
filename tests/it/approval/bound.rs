//! What a ticket is bound to: everything about one call, one key, and what knows which tickets are used up.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::SystemTime,
};

use proptest::prelude::*;
use serde_json::{Value, json};
use tool_core::{
    BoxError, Caller, Ownership, Reservation, SealedApprovals, SpentTickets, Target, TicketError,
    approve_destructive,
};

use super::{ASKED, Desk, arguments, assert_asked, bob, erase, sealed};
use crate::support::Fixture;

#[tokio::test]
async fn a_ticket_is_for_one_caller_tool_target_and_set_of_arguments() {
    let ((one, runs), (two, other_runs)) = (erase("erase"), erase("wipe"));
    // `shared` is both callers', so that a foreign caller gets as far as the ticket.
    let desk = Desk::with([one, two], sealed(), |builder| builder.ownership(Shared));
    let ticket = desk.ticket("alice", "erase", &arguments()).await;
    let changed = |key: &str, value: Value| {
        let mut arguments = arguments();
        arguments[key] = value;
        arguments
    };
    for (caller, tool, arguments, why) in [
        ("alice", "wipe", arguments(), "another tool"),
        ("carol", "erase", arguments(), "another caller"),
        ("alice", "erase", changed("project_id", json!("shared")), "another target"),
        ("alice", "erase", changed("count", json!(4)), "another number"),
        ("alice", "erase", changed("word", json!("u")), "another text"),
        ("alice", "erase", changed("note", json!("")), "one argument more"),
    ] {
        assert_asked(&desk, &desk.call(caller, tool, &arguments, Some(&ticket)).await, why);
    }
    assert_eq!((runs.count(), other_runs.count()), (0, 0));

    // The same call, as another program would write it; and nothing above has used the ticket up.
    let same = json!({ "word": "ü", "project_id": "p-alice", "note": null, "count": 3.0 });
    assert_eq!(desk.call("alice", "erase", &same, Some(&ticket)).await.text(), "ran");
}

/// Everything is everybody's.
struct Shared;

#[tool_core::async_trait]
impl Ownership for Shared {
    async fn resolve(&self, _: &Caller, target: &Target) -> Result<Option<Target>, BoxError> {
        Ok(Some(target.clone()))
    }
}

#[tokio::test]
async fn the_parts_of_a_call_do_not_run_together() {
    let text = |description: &str| json!({ "type": "string", "description": description });
    let tool = Fixture::new("note").input(json!({
        "type": "object", "properties": { "a": text("A."), "b": text("B.") }, "required": ["a", "b"]
    }));
    let desk = Desk::new([tool], sealed());
    let ticket = desk.ticket("alice", "note", &json!({ "a": "1\",\"b\":\"2", "b": "\n" })).await;
    let other = json!({ "a": "1", "b": "2\",\"b\":\"\n" });
    assert_asked(&desk, &desk.call("alice", "note", &other, Some(&ticket)).await, "quotes moved");
}

#[tokio::test]
async fn what_is_no_ticket_of_these_approvals_is_worth_nothing() {
    let (tool, runs) = erase("erase");
    let desk = Desk::new([tool], sealed());
    let request = desk.request("alice", "erase", &arguments()).await;
    let ticket = desk.approvals.approve(&request, &bob()).unwrap();
    let other = SealedApprovals::new([8; 32], approve_destructive()).unwrap();
    let (tool, _) = erase("erase");
    let foreign = Desk::new([tool], other).ticket("alice", "erase", &arguments()).await;
    for (forged, why) in [
        (request.clone(), "a request"),
        (request[..75].to_owned(), "a request without what it says"),
        (foreign, "one under another key"),
        (ticket[..74].to_owned(), "a truncated one"),
        (format!("{ticket}AAAA"), "one with more behind it"),
        (format!("{ticket} "), "one with a blank"),
        (ticket.to_uppercase(), "one in capitals"),
        (String::new(), "none"),
        ("A".repeat(75), "zeros"),
        ("ü".repeat(40), "no letters of a ticket"),
    ] {
        assert_asked(&desk, &desk.call("alice", "erase", &arguments(), Some(&forged)).await, why);
    }
    assert_eq!(runs.count(), 0);
    assert_eq!(desk.approvals.read(&ticket), Err(TicketError::Invalid), "a ticket is no request");
    assert_eq!(desk.call("alice", "erase", &arguments(), Some(&ticket)).await.text(), "ran");
}

#[test]
fn a_ticket_or_a_request_with_any_letter_changed_is_worth_nothing() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let (tool, runs) = erase("erase");
    let desk = Desk::new([tool], sealed());
    let request = runtime.block_on(desk.request("alice", "erase", &arguments()));
    let ticket = desk.approvals.approve(&request, &bob()).unwrap();
    let change = |text: &str, place: usize, to: char| {
        let place = place % text.len();
        (!text[place..].starts_with(to)).then(|| format!("{}{to}{}", &text[..place], &text[place + 1..]))
    };
    proptest!(|(place in 0_usize..10_000, to in "[A-Za-z0-9_=+/. ü-]")| {
        let to = to.chars().next().unwrap();
        if let Some(forged) = change(&ticket, place, to) {
            let reply = runtime.block_on(desk.call("alice", "erase", &arguments(), Some(&forged)));
            prop_assert_eq!(reply.text(), ASKED);
        }
        if let Some(forged) = change(&request, place, to) {
            prop_assert_eq!(desk.approvals.read(&forged), Err(TicketError::Invalid));
            prop_assert_eq!(desk.approvals.approve(&forged, &bob()), Err(TicketError::Invalid));
        }
    });
    assert_eq!(runs.count(), 0);
    assert_eq!(runtime.block_on(desk.call("alice", "erase", &arguments(), Some(&ticket))).text(), "ran");
}

/// A table that several processes have in common.
#[derive(Clone, Default)]
struct Table(Arc<Mutex<BTreeMap<String, SystemTime>>>);

#[tool_core::async_trait]
impl SpentTickets for Table {
    async fn spend(&self, ticket: &str, expires: SystemTime) -> Result<Option<Reservation>, BoxError> {
        let mut rows = self.0.lock().unwrap();
        if rows.contains_key(ticket) {
            return Ok(None);
        }
        rows.insert(ticket.to_owned(), expires);
        Ok(Some(Reservation::kept()))
    }
}

#[tokio::test]
async fn processes_take_each_others_tickets_only_when_they_know_which_are_used() {
    let two = |approvals: [SealedApprovals; 2]| approvals.map(|one| Desk::new([erase("erase").0], one));
    let [one, other] = two([sealed(), sealed()]);
    let request = one.request("alice", "erase", &arguments()).await;
    assert_eq!(other.approvals.read(&request), Err(TicketError::Invalid));
    let ticket = one.approvals.approve(&request, &bob()).unwrap();
    assert_asked(&other, &other.call("alice", "erase", &arguments(), Some(&ticket)).await, "another process");

    let table = Table::default();
    let shared = || sealed().with_spent_tickets(table.clone());
    let [one, other] = two([shared(), shared()]);
    let request = one.request("alice", "erase", &arguments()).await;
    let ticket = other.approvals.approve(&request, &bob()).unwrap();
    assert_eq!(one.call("alice", "erase", &arguments(), Some(&ticket)).await.text(), "ran");
    assert_asked(&other, &other.call("alice", "erase", &arguments(), Some(&ticket)).await, "used elsewhere");
    let names: Vec<_> = table.0.lock().unwrap().keys().cloned().collect();
    assert!(names.len() == 1 && names[0].len() == 32, "{names:?}");
    assert!(!ticket.contains(&names[0]));
}
