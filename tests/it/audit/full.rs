//! A target that is slow, stuck, full or broken: what becomes of calls under each policy, and how the log recovers.

use std::{
    io::{self, Write},
    pin::pin,
    sync::{Arc, Mutex, mpsc},
};

use serde_json::{Value, json};
use tool_core::{Answer, AuditLog, AuditRecord, AuditSink, JsonLines, WhenFull};

use super::{
    Keeper, disk_full,
    durable::{call, on, once, reading, writing},
    gate, paired,
};

fn small(when_full: WhenFull) -> (AuditLog, Keeper) {
    let (target, keeper) = gate();
    let log = AuditLog::to(target).with_capacity(2.try_into().unwrap()).when_full(when_full);
    (log.start().unwrap(), keeper)
}

fn ran(answer: &Answer) -> bool {
    matches!(answer, Answer::Reply(reply) if reply.code.is_none())
}

#[tokio::test]
async fn a_full_log_that_blocks_lets_calls_wait_and_loses_nothing() {
    let (log, keeper) = small(WhenFull::Block);
    let surface = on(&log, [reading()]);
    assert!(ran(&call(&surface, "reads").await) && ran(&call(&surface, "reads").await));
    let mut third = pin!(call(&surface, "reads"));
    assert!(once(third.as_mut()).await.is_none(), "both places are taken");
    {
        let mut gone = pin!(call(&surface, "reads"));
        assert!(once(gone.as_mut()).await.is_none());
    }
    drop(keeper.answer);
    assert!(ran(&third.await));
    log.flush().await;
    let written = keeper.written.lock().unwrap().clone();
    assert_eq!(paired(&written).len(), 3, "the one that went while it waited has neither decision nor end");
    assert_eq!(log.lost(), 0);
}

#[tokio::test]
async fn a_full_log_that_refuses_runs_nothing_and_says_nothing_of_itself() {
    let (log, keeper) = small(WhenFull::Refuse);
    let reads = reading();
    let runs = reads.runs();
    let surface = on(&log, [reads]);
    assert!(ran(&call(&surface, "reads").await) && ran(&call(&surface, "reads").await));
    let third = call(&surface, "reads").await;
    assert!(matches!(third, Answer::Failure(_)), "{third:?}");
    assert_eq!((runs.count(), log.lost()), (2, 1));
    drop(keeper.answer);
    log.flush().await;
    assert!(ran(&call(&surface, "reads").await), "there is room again");
    log.flush().await;
    assert_eq!(paired(&keeper.written.lock().unwrap()).len(), 3);
}

#[tokio::test]
async fn a_full_log_that_drops_runs_everything_and_counts_both_records() {
    let (log, keeper) = small(WhenFull::Drop);
    let (reads, writes) = (reading(), writing());
    let runs = writes.runs();
    let surface = on(&log, [reads, writes]);
    for _ in 0..5 {
        assert!(ran(&call(&surface, "writes").await), "it waits neither for room nor for the target");
    }
    assert_eq!((runs.count(), log.lost()), (5, 6));
    drop(keeper.answer);
    log.flush().await;
    assert_eq!(paired(&keeper.written.lock().unwrap()).len(), 2);
}

#[tokio::test]
async fn a_switch_and_an_end_find_a_full_log_open() {
    let (log, keeper) = small(WhenFull::Refuse);
    let surface = on(&log, [reading()]);
    assert!(ran(&call(&surface, "reads").await) && ran(&call(&surface, "reads").await));
    surface.invoker().registry().disable("reads", "incident 42").unwrap();
    drop(keeper.answer);
    log.flush().await;
    let written = keeper.written.lock().unwrap().clone();
    assert_eq!(paired(&written).len(), 2);
    assert_eq!(written.iter().filter(|record| record["record"] == "switch").count(), 1);
}

#[tokio::test]
async fn on_a_full_disk_a_write_is_refused_a_read_is_kept_for_later_and_both_recover() {
    for policy in [WhenFull::Block, WhenFull::Refuse] {
        let (log, keeper) = small(policy);
        let writes = writing();
        let runs = writes.runs();
        let surface = on(&log, [reading(), writes]);
        let mut write = pin!(call(&surface, "writes"));
        assert!(once(write.as_mut()).await.is_none());
        keeper.asked();
        assert!(ran(&call(&surface, "reads").await));
        keeper.fail();
        assert!(matches!(write.await, Answer::Failure(_)));
        assert_eq!((runs.count(), log.lost()), (0, 1));

        let mut again = pin!(call(&surface, "writes"));
        assert!(once(again.as_mut()).await.is_none());
        // The read's decision and end come again: before the call that waits, or together with it.
        let mut asked = keeper.asked();
        keeper.let_through();
        if asked == 2 {
            asked += keeper.asked();
            keeper.let_through();
        }
        assert_eq!(asked, 3);
        assert!(ran(&again.await));
        drop(keeper.answer);
        log.flush().await;
        let written = keeper.written.lock().unwrap().clone();
        let tools: Vec<Value> =
            paired(&written).iter().map(|(decision, _)| decision["tool"].clone()).collect();
        assert_eq!((tools, runs.count()), (vec![json!("reads"), json!("writes")], 1));
    }
}

#[tokio::test]
async fn whoever_waits_for_room_is_refused_when_the_target_fails() {
    let (log, keeper) = small(WhenFull::Block);
    let surface = on(&log, [reading()]);
    assert!(ran(&call(&surface, "reads").await) && ran(&call(&surface, "reads").await));
    keeper.asked();
    let mut third = pin!(call(&surface, "reads"));
    assert!(once(third.as_mut()).await.is_none());
    keeper.fail();
    let third = third.await;
    assert!(matches!(third, Answer::Failure(_)), "{third:?}");
    let fourth = call(&surface, "reads").await;
    assert!(matches!(fourth, Answer::Failure(_)), "it has failed already: {fourth:?}");
    drop(keeper.answer);
    log.flush().await;
    assert_eq!((paired(&keeper.written.lock().unwrap()).len(), log.lost()), (2, 2));
}

#[tokio::test]
async fn a_call_that_is_dropped_while_the_disk_fails_leaves_no_end_without_a_decision() {
    let (log, keeper) = small(WhenFull::Block);
    let surface = on(&log, [writing()]);
    {
        let mut write = pin!(call(&surface, "writes"));
        assert!(once(write.as_mut()).await.is_none());
        keeper.asked();
    }
    // Its end is in the queue now, and its decision is about to fail.
    keeper.fail();
    drop(keeper.answer);
    log.flush().await;
    assert!(ran(&call(&surface, "writes").await));
    log.flush().await;
    assert_eq!(paired(&keeper.written.lock().unwrap()).len(), 1);
}

#[tokio::test]
async fn a_target_that_panics_is_one_that_fails() {
    let mut calls = 0;
    let written = Arc::<Mutex<Vec<Value>>>::default();
    let keeps = Arc::clone(&written);
    let target = move |records: &[AuditRecord]| -> io::Result<()> {
        calls += 1;
        assert_ne!(calls, 1, "a bug in the host's target");
        keeps.lock().unwrap().extend(records.iter().map(|record| json!(record)));
        Ok(())
    };
    let log = AuditLog::to(target).start().unwrap();
    let surface = on(&log, [writing()]);
    assert!(matches!(call(&surface, "writes").await, Answer::Failure(_)));
    assert!(ran(&call(&surface, "writes").await));
    log.flush().await;
    assert_eq!(paired(&written.lock().unwrap()).len(), 1);
}

#[tokio::test]
async fn a_log_that_ends_while_its_disk_is_full_ends_all_the_same() {
    let (held, ended) = mpsc::channel::<()>();
    let target = move |_: &[AuditRecord]| -> io::Result<()> {
        let _held = &held;
        Err(disk_full())
    };
    let log = AuditLog::to(target).start().unwrap();
    let surface = on(&log, [reading()]);
    assert!(ran(&call(&surface, "reads").await));
    log.flush().await;
    drop((surface, log));
    assert_eq!(
        ended.try_recv(),
        Err(mpsc::TryRecvError::Disconnected),
        "the writer has gone, with its target"
    );
}

/// Writes half of what it gets, and fails, as often as it is told to.
#[derive(Clone, Default)]
struct Half(Arc<Mutex<(usize, Vec<u8>)>>);

impl Write for Half {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.0.lock().unwrap();
        match state.0 {
            0 => state.1.extend(bytes),
            1 => {
                state.0 = 0;
                return Err(disk_full());
            }
            _ => {
                state.0 -= 1;
                state.1.extend(&bytes[..bytes.len() / 2]);
                return Ok(bytes.len() / 2);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn half_a_line_does_not_spoil_the_next() {
    let half = Half::default();
    half.0.lock().unwrap().0 = 2;
    let log = AuditLog::to(JsonLines::to_writer(half.clone())).start().unwrap();
    let surface = on(&log, [writing()]);
    assert!(matches!(call(&surface, "writes").await, Answer::Failure(_)));
    assert!(ran(&call(&surface, "writes").await));
    log.flush().await;
    let text = String::from_utf8(half.0.lock().unwrap().1.clone()).unwrap();
    let whole: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    assert_eq!((text.lines().count(), paired(&whole).len()), (3, 1), "{text}");
}
