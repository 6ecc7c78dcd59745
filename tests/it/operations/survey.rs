//! What `operation_status` tells between two cursors: what finished, once each, or that there is a gap.

use std::{collections::HashMap, time::Duration};

use proptest::prelude::*;
use serde_json::{Value, json};
use tokio::time::Instant;
use tool_core::{InProcessQueue, Kind};

use super::{Held, Stage, structured};
use crate::support::Fixture;

const KEPT: Duration = Duration::from_mins(10);
const KEPT_PER_CALLER: usize = 3;

fn stage() -> Stage {
    let quick = Fixture::new("quick").host(|host| host.with_kind(Kind::Operation));
    Stage::sized([quick], InProcessQueue::builder().kept_for(KEPT).kept_per_caller(KEPT_PER_CALLER))
}

async fn finish_one(stage: &Stage, caller: &str) -> String {
    let id = stage.start(caller, "quick", json!({})).await;
    assert_eq!(stage.ended(caller, &id).await["state"], "succeeded");
    id
}

async fn look(stage: &Stage, caller: &str, cursor: Option<&str>) -> Value {
    let arguments = cursor.map_or(json!({}), |cursor| json!({ "cursor": cursor }));
    structured(&stage.call(caller, "operation_status", arguments).await)
}

fn ids(listed: &Value) -> Vec<&str> {
    let finished = listed["finished"].as_array().unwrap();
    finished.iter().map(|operation| operation["operation"].as_str().unwrap()).collect()
}

fn cursor(listed: &Value) -> Option<&str> {
    listed["cursor"].as_str()
}

#[tokio::test(start_paused = true)]
async fn what_finished_is_told_once_in_the_order_in_which_it_finished() {
    let stage = stage();
    let nothing = look(&stage, "alice", None).await;
    let (first, second) = (finish_one(&stage, "alice").await, finish_one(&stage, "alice").await);
    let both = look(&stage, "alice", cursor(&nothing)).await;
    assert_eq!((ids(&both), both.get("gap")), (vec![first.as_str(), &second], None));
    let none = look(&stage, "alice", cursor(&both)).await;
    assert_eq!((ids(&none), none.get("gap")), (vec![], None));
    let third = finish_one(&stage, "alice").await;
    assert_eq!(ids(&look(&stage, "alice", cursor(&none)).await), [&third]);
    assert_eq!(ids(&look(&stage, "alice", None).await), [&first, &second, &third]);
}

#[tokio::test(start_paused = true)]
async fn one_that_runs_is_told_when_it_has_finished() {
    let mut held = Held::new();
    let stage = Stage::new([held.operation("work", |host| host)]);
    let id = stage.start("alice", "work", json!({})).await;
    held.begun().await;
    let running = look(&stage, "alice", None).await;
    assert_eq!((running["unfinished"][0]["operation"].as_str(), ids(&running)), (Some(&*id), vec![]));
    held.end_one();
    stage.ended("alice", &id).await;
    let ended = look(&stage, "alice", cursor(&running)).await;
    assert_eq!((&ended["unfinished"], ids(&ended)), (&json!([]), vec![id.as_str()]));
}

#[tokio::test(start_paused = true)]
async fn a_cursor_older_than_what_is_kept_is_a_gap() {
    let stage = stage();
    let mut all = vec![finish_one(&stage, "alice").await];
    let early = look(&stage, "alice", None).await;
    for _ in 0..KEPT_PER_CALLER {
        all.push(finish_one(&stage, "alice").await);
    }
    let kept: Vec<_> = all[1..].iter().map(String::as_str).collect();
    let listed = look(&stage, "alice", cursor(&early)).await;
    assert_eq!((ids(&listed), listed.get("gap")), (kept, None), "all that it does not know is there");
    all.push(finish_one(&stage, "alice").await);
    let kept: Vec<_> = all[2..].iter().map(String::as_str).collect();
    let listed = look(&stage, "alice", cursor(&early)).await;
    assert_eq!((ids(&listed), listed.get("gap")), (kept, Some(&json!(true))));
}

#[tokio::test(start_paused = true)]
async fn a_caller_of_whom_nothing_is_kept_any_more_has_missed_nothing_when_it_asks_often_enough() {
    let stage = stage();
    finish_one(&stage, "alice").await;
    tokio::time::advance(KEPT.saturating_sub(Duration::from_secs(1))).await;
    let read = look(&stage, "alice", None).await;
    tokio::time::advance(Duration::from_secs(2)).await;
    let listed = look(&stage, "alice", cursor(&read)).await;
    assert_eq!((ids(&listed), listed.get("gap")), (vec![], None));
    let id = finish_one(&stage, "alice").await;
    let after = look(&stage, "alice", cursor(&read)).await;
    assert_eq!(
        (ids(&after), after.get("gap")),
        (vec![id.as_str()], None),
        "another book, and the same caller"
    );
    tokio::time::advance(KEPT + Duration::from_secs(1)).await;
    let late = look(&stage, "alice", cursor(&listed)).await;
    assert_eq!((ids(&late), late.get("gap")), (vec![], Some(&json!(true))));
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_read_and_what_is_of_another_caller_or_process_is_a_gap() {
    let stage = stage();
    let id = finish_one(&stage, "alice").await;
    finish_one(&stage, "bob").await;
    finish_one(&stage, "bob").await;
    let bobs = look(&stage, "bob", None).await;
    let mine = look(&stage, "alice", None).await;
    let beyond = format!("{}9", cursor(&mine).unwrap());
    let signed = cursor(&mine).unwrap().replacen('-', "-+", 1);
    let elsewhere = look(&self::stage(), "alice", None).await;
    let unread = ["", "-", "0-0", "x", "-1", &beyond, &signed];
    for unread in unread.into_iter().chain(cursor(&bobs)).chain(cursor(&elsewhere)) {
        let listed = look(&stage, "alice", Some(unread)).await;
        assert_eq!((ids(&listed), listed.get("gap")), (vec![id.as_str()], Some(&json!(true))), "{unread}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_cursor_tells_nothing_of_what_others_do() {
    let stage = stage();
    finish_one(&stage, "alice").await;
    let before = look(&stage, "alice", None).await;
    for _ in 0..5 {
        finish_one(&stage, "bob").await;
    }
    assert_eq!(look(&stage, "alice", cursor(&before)).await["cursor"], before["cursor"]);
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Finish(usize),
    Look(usize),
    Pass(u64),
}

/// What one caller did, and what it was told.
#[derive(Default)]
struct Told {
    finished: Vec<String>,
    /// How many of `finished` it knows or was told to be lost.
    known: usize,
    cursor: Option<(String, Instant)>,
}

impl Told {
    fn hear(&mut self, listed: &Value) -> Result<(), TestCaseError> {
        let new = ids(listed);
        if listed.get("gap").is_some() {
            let left = &self.finished[self.finished.len() - new.len()..];
            prop_assert_eq!(&new, left, "all that is left");
            let old = self.cursor.as_ref().is_some_and(|(_, at)| at.elapsed() > KEPT);
            prop_assert!(old || new.len() < self.finished.len() - self.known, "there is no gap");
        } else {
            prop_assert_eq!(&new, &self.finished[self.known..], "each once");
        }
        self.known = self.finished.len();
        self.cursor = cursor(listed).map(|cursor| (cursor.to_owned(), Instant::now()));
        Ok(())
    }
}

async fn check(steps: Vec<Step>) -> Result<(), TestCaseError> {
    let stage = stage();
    let mut told = HashMap::<&str, Told>::new();
    let callers = ["alice", "bob"];
    for step in steps {
        match step {
            Step::Finish(who) => {
                let id = finish_one(&stage, callers[who]).await;
                told.entry(callers[who]).or_default().finished.push(id);
            }
            Step::Look(who) => {
                let told = told.entry(callers[who]).or_default();
                let Some((cursor, _)) = &told.cursor else {
                    // Without a cursor there is nothing to compare with; it is asked for at the beginning.
                    told.hear(&look(&stage, callers[who], None).await)?;
                    continue;
                };
                let listed = look(&stage, callers[who], Some(cursor)).await;
                told.hear(&listed)?;
            }
            Step::Pass(minutes) => tokio::time::advance(Duration::from_mins(minutes)).await,
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn between_two_gaps_exactly_what_finished_is_told(steps in proptest::collection::vec(prop_oneof![
        4 => (0..2_usize).prop_map(Step::Finish),
        3 => (0..2_usize).prop_map(Step::Look),
        1 => (1..8_u64).prop_map(Step::Pass),
    ], 1..40)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        let begin = [Step::Look(0), Step::Look(1)];
        runtime.block_on(check(begin.into_iter().chain(steps).collect()))?;
    }
}
