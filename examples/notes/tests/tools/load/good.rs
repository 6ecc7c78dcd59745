//! Clients that do what they should, and are answered as ever.

use super::level::Level;
use crate::{numbers::Numbers, server::Client};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::{
    iter::Sum,
    net::SocketAddr,
    time::{Duration, Instant},
};

/// Longer than any answer may take, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// What was answered.
#[derive(Debug, Default)]
pub(super) struct Done {
    pub(super) calls: u64,
    pub(super) slowest: Duration,
}

impl Sum for Done {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, done| Self {
            calls: sum.calls + done.calls,
            slowest: sum.slowest.max(done.slowest),
        })
    }
}

/// Calls until the time is over. Each answer is the right one.
pub(super) async fn client(
    address: SocketAddr,
    mut numbers: Numbers,
    until: Instant,
) -> Done {
    let client = Client::of(format!("http://{address}"));
    let mut done = Done::default();
    while Instant::now() < until {
        let begun = Instant::now();
        let user = [("T1", "alice"), ("T2", "bob")][usize::try_from(numbers.below(2)).unwrap()];
        tokio::time::timeout(PATIENCE, something(&client, user, numbers.below(6))).await.expect("it answers");
        done.slowest = done.slowest.max(begun.elapsed());
        done.calls += 1;
    }
    done
}

async fn something(
    client: &Client,
    (token, user): (&str, &str),
    which: u64,
) {
    let project = json!({ "project_id": format!("p_{user}") });
    let with = |more: Value| {
        let mut arguments = project.clone();
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        arguments
    };
    match which {
        0 => {
            let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }).to_string();
            let (status, listed) = client.ask_as(token, Method::POST, "/mcp", list).await;
            assert_eq!(status, StatusCode::OK);
            assert!(listed["result"]["tools"].as_array().is_some_and(|tools| tools.len() > 5), "{listed}");
        }
        1 => {
            let new = with(json!({ "title": "Quinces", "body": "Hard ones." }));
            let created = client.call(token, "create_note", new).await;
            let note = with(json!({ "note_id": created["structuredContent"]["id"] }));
            assert_ne!(client.call(token, "delete_note", note).await["isError"], true);
        }
        2 => {
            let refused = client.call(token, "search_notes", with(json!({ "limit": 0 }))).await;
            assert_eq!(refused["isError"], true, "{refused}");
        }
        3 => {
            let (status, _) = client.ask_as(token, Method::GET, "/projects/nobody", String::new()).await;
            assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED);
        }
        _ => {
            let note = with(json!({ "note_id": format!("n_{user}_1") }));
            let read = client.call(token, "read_note", note).await;
            assert_eq!(read["structuredContent"]["title"], "Apples", "{read}");
        }
    }
}

/// Prints what a soak is run for.
#[expect(clippy::print_stdout, reason = "the figures of a run")]
pub(super) fn report(
    done: &Done,
    before: &Level,
    after: &Level,
) {
    println!(
        "{} calls, the slowest in {:?}\nbefore: {before:?}\nafter:  {after:?}",
        done.calls, done.slowest
    );
}
