//! Quotas on a clock that the tests move: what is let through, what is given back, what is remembered.

use std::{num::NonZeroU32, time::Duration};

use governor::{
    Quota, RateLimiter,
    clock::{Clock, FakeRelativeClock},
    nanos::Nanos,
};
use proptest::prelude::*;

use super::{Classes, Quotas, QuotasBuilder, Rate, account::REMEMBERED, bucket::Bucket};
use crate::{Caller, Effect, Reservation, Usage};

const SECOND: Duration = Duration::from_secs(1);

fn on(clock: &FakeRelativeClock, builder: QuotasBuilder) -> Classes<FakeRelativeClock> {
    builder.build_on(clock).unwrap()
}

fn bucket(clock: &FakeRelativeClock, rate: Rate) -> Bucket<FakeRelativeClock> {
    Bucket::new(rate.quota().unwrap().unwrap(), clock.clone())
}

/// Returns how many uses this caller gets at once.
fn available(bucket: &Bucket<FakeRelativeClock>, caller: &str) -> usize {
    let held: Vec<_> = std::iter::from_fn(|| bucket.reserve(caller).ok()).collect();
    held.len()
}

#[test]
fn a_burst_then_one_for_each_interval_and_the_wait_is_exact() {
    let clock = FakeRelativeClock::default();
    let bucket = bucket(&clock, Rate::per_minute(20).with_burst(2));
    bucket.reserve("alice").unwrap().commit();
    bucket.reserve("alice").unwrap().commit();

    assert_eq!(bucket.reserve("alice").unwrap_err(), 3 * SECOND);
    clock.advance(SECOND);
    assert_eq!(bucket.reserve("alice").unwrap_err(), 2 * SECOND);
    clock.advance(Duration::from_nanos(1_999_999_999));
    assert_eq!(bucket.reserve("alice").unwrap_err(), Duration::from_nanos(1));
    clock.advance(Duration::from_nanos(1));
    bucket.reserve("alice").unwrap().commit();
    assert_eq!(bucket.reserve("alice").unwrap_err(), 3 * SECOND);
}

#[test]
fn a_rate_that_does_not_divide_its_unit_never_comes_to_more() {
    let clock = FakeRelativeClock::default();
    let bucket = bucket(&clock, Rate::per_minute(7).with_burst(1));
    bucket.reserve("alice").unwrap().commit();
    // A seventh of a minute is 8,571,428,571.43 ns.
    assert_eq!(bucket.reserve("alice").unwrap_err(), Duration::from_nanos(8_571_428_572));
}

#[test]
fn callers_do_not_see_each_others_budget() {
    let clock = FakeRelativeClock::default();
    let bucket = bucket(&clock, Rate::per_minute(1));
    bucket.reserve("alice").unwrap().commit();
    assert!(bucket.reserve("alice").is_err());
    assert_eq!(available(&bucket, "bob"), 1);
}

#[test]
fn as_many_as_the_burst_get_through_at_once_however_they_come() {
    let bucket = bucket(&FakeRelativeClock::default(), Rate::per_day(100));
    let got: usize = std::thread::scope(|scope| {
        let call = || (0..100).filter(|_| bucket.reserve("alice").map(Reservation::commit).is_ok()).count();
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(call)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(got, 100);
}

#[test]
fn a_use_counts_in_the_first_class_that_names_it_and_else_by_its_effect() {
    let clock = FakeRelativeClock::default();
    let one = Rate::per_day(1);
    let builder = Quotas::builder().reads(one).writes(one);
    let builder = builder.class("exports", one, ["export"]).class("payments", one, ["billing::pay"]);
    let classes = on(&clock, builder.class("bills", one, ["billing::*"]));
    let uses = [
        ("search", Effect::ReadOnly, "reads"),
        ("read", Effect::ReadOnly, "reads"),
        ("create", Effect::Additive, "writes"),
        ("delete", Effect::Destructive, "writes"),
        ("export", Effect::ReadOnly, "exports"),
        ("export", Effect::Destructive, "exports"),
        ("billing::pay", Effect::Destructive, "payments"),
        ("billing::list", Effect::ReadOnly, "bills"),
        ("billing::old::pay", Effect::Destructive, "bills"),
        // Neither the namespace itself, nor a name that begins alike, lies in it.
        ("billing", Effect::ReadOnly, "reads"),
        ("billings::list", Effect::ReadOnly, "reads"),
    ];
    for (first, effect, class) in uses {
        // Each caller uses up one class, and then tries all of them.
        let caller = Caller::new(format!("{first}, {effect:?}"));
        classes.reserve(&caller, &Usage::new(first, effect)).unwrap().commit();
        for (second, effect, other) in uses {
            let refused = classes.reserve(&caller, &Usage::new(second, effect)).is_err();
            assert_eq!(refused, class == other, "{first} and then {second}");
        }
    }
}

#[test]
fn unlimited_is_without_end() {
    let classes = on(
        &FakeRelativeClock::default(),
        Quotas::builder().reads(Rate::unlimited()).writes(Rate::per_day(1)),
    );
    let alice = Caller::new("alice");
    for _ in 0..10_000 {
        classes.reserve(&alice, &Usage::new("search", Effect::ReadOnly)).unwrap().commit();
    }
}

#[test]
fn a_refund_is_not_worth_what_the_caller_never_lacked() {
    let clock = FakeRelativeClock::default();
    let bucket = bucket(&clock, Rate::per_second(1).with_burst(2));
    let held = bucket.reserve("alice").unwrap();
    // The account is full again; the use that is held costs nothing any more.
    clock.advance(SECOND);
    bucket.reserve("alice").unwrap().commit();
    bucket.reserve("alice").unwrap().commit();
    drop(held);
    assert_eq!(bucket.reserve("alice").unwrap_err(), SECOND, "a third one at once would be over the burst");
}

#[test]
fn a_use_before_more_than_are_remembered_counts_as_used() {
    let clock = FakeRelativeClock::default();
    let all = u32::try_from(REMEMBERED).unwrap() + 1;
    let bucket = bucket(&clock, Rate::per_day(all));
    let oldest = bucket.reserve("alice").unwrap();
    let next = bucket.reserve("alice").unwrap();
    for _ in 0..REMEMBERED - 1 {
        bucket.reserve("alice").unwrap().commit();
    }
    drop(oldest);
    assert_eq!(available(&bucket, "alice"), 0);
    drop(next);
    assert_eq!(available(&bucket, "alice"), 1);
}

#[test]
fn callers_whose_budget_is_full_are_forgotten() {
    let clock = FakeRelativeClock::default();
    let bucket = bucket(&clock, Rate::per_second(1));
    for caller in 0..100_000 {
        bucket.reserve(&caller.to_string()).unwrap().commit();
    }
    assert_eq!(bucket.size().0, 100_000, "they all have a budget that is not full");
    clock.advance(SECOND);
    // As often as there are accounts; the last one that is used is still remembered.
    for _ in 0..100_000 {
        clock.advance(SECOND);
        bucket.reserve("alice").unwrap().commit();
    }
    let (callers, room) = bucket.size();
    assert_eq!(callers, 1);
    assert!(room < 1_000, "room for {room} callers is kept");
}

#[test]
fn nobody_is_remembered_for_uses_that_were_refunded_or_refused() {
    let clock = FakeRelativeClock::default();
    let bucket = bucket(&clock, Rate::per_day(1));
    for caller in 0..100_000 {
        drop(bucket.reserve(&caller.to_string()).unwrap());
    }
    assert!(bucket.size().0 <= 1_024, "{:?}", bucket.size());
}

#[test]
fn debug_names_no_caller() {
    let quotas = Quotas::builder().reads(Rate::unlimited()).writes(Rate::per_day(1)).build().unwrap();
    quotas.0.reserve(&Caller::new("alice"), &Usage::new("create", Effect::Additive)).unwrap().commit();
    assert_eq!(format!("{quotas:?}"), "Quotas { .. }");
}

/// What a caller, or time, does next.
#[derive(Clone, Debug)]
enum Next {
    Reserve,
    Commit(usize),
    Refund(usize),
    Advance(u64),
}

fn next() -> impl Strategy<Value = Next> {
    prop_oneof![
        4 => Just(Next::Reserve),
        1 => any::<usize>().prop_map(Next::Commit),
        2 => any::<usize>().prop_map(Next::Refund),
        // In tenths of the interval.
        2 => (1_u64..25).prop_map(Next::Advance),
    ]
}

/// Asks a limiter of governor's own, without any refund, for uses at these times. Returns how many it lets through.
fn replayed(quota: Quota, times: &[Nanos]) -> usize {
    let clock = FakeRelativeClock::default();
    let limiter = RateLimiter::direct_with_clock(quota, clock.clone());
    let let_through = |at: &&Nanos| {
        clock.advance(Duration::from_nanos(at.as_u64() - clock.now().as_u64()));
        limiter.check().is_ok()
    };
    times.iter().filter(let_through).count()
}

proptest! {
    /// At any time, the answer is that of a limiter that never heard of the uses that were refunded.
    #[test]
    fn a_refunded_use_is_as_if_it_had_never_been(burst in 1_u32..5, steps in prop::collection::vec(next(), 1..80)) {
        let clock = FakeRelativeClock::default();
        let quota = Quota::with_period(Duration::from_nanos(10)).unwrap().allow_burst(NonZeroU32::new(burst).unwrap());
        let bucket = Bucket::new(quota, clock.clone());
        // Every use that was not refunded, with its reservation while it has one.
        let mut uses: Vec<(Nanos, Option<Reservation>)> = Vec::new();
        let open = |uses: &[(Nanos, Option<Reservation>)], pick: usize| {
            let open: Vec<_> = (0..uses.len()).filter(|&index| uses[index].1.is_some()).collect();
            (!open.is_empty()).then(|| open[pick % open.len()])
        };
        for step in steps {
            match step {
                Next::Reserve => {
                    let mut times: Vec<_> = uses.iter().map(|(at, _)| *at).collect();
                    times.push(clock.now());
                    let got = bucket.reserve("alice");
                    prop_assert_eq!(got.is_ok(), replayed(quota, &times) == times.len());
                    uses.extend(got.ok().map(|held| (clock.now(), Some(held))));
                }
                Next::Commit(pick) => if let Some(index) = open(&uses, pick) {
                    uses[index].1.take().unwrap().commit();
                },
                Next::Refund(pick) => if let Some(index) = open(&uses, pick) {
                    drop(uses.remove(index));
                },
                Next::Advance(tenths) => clock.advance(Duration::from_nanos(tenths)),
            }
        }
        // In no window are there more than a burst and what the window's length adds.
        for (first, (from, _)) in uses.iter().enumerate() {
            for (count, (to, _)) in (1_u64..).zip(&uses[first..]) {
                prop_assert!(count <= u64::from(burst) + (to.as_u64() - from.as_u64()) / 10);
            }
        }
    }

    /// Whoever gives everything back, and holds less than a burst, is never refused.
    #[test]
    fn refunds_alone_never_use_anything_up(burst in 2_u32..5, waits in prop::collection::vec((0_u64..30, any::<usize>()), 1..80)) {
        let clock = FakeRelativeClock::default();
        let bucket = bucket(&clock, Rate::per_second(100_000_000).with_burst(burst));
        let mut held = Vec::new();
        for (wait, pick) in waits {
            clock.advance(Duration::from_nanos(wait));
            held.push(bucket.reserve("alice").map_err(|wait| TestCaseError::fail(format!("refused for {wait:?}")))?);
            if held.len() == usize::try_from(burst).unwrap() {
                drop(held.swap_remove(pick % held.len()));
            }
        }
    }
}
