//! What is told, and to whom: that one's own list has changed, once for all changes that come together.

use std::{sync::atomic::Ordering, time::Duration};

use tokio::time::Instant;

use super::{Server, changed};

#[tokio::test(start_paused = true)]
async fn a_change_of_the_own_list_is_told_and_of_another_callers_is_not() {
    let server = Server::new();
    let (mut alice, mut bob) = (server.listen("alice", 1).await, server.listen("bob", 2).await);
    server.register("bobs::own");
    assert_eq!(bob.next().await, Some(changed(2)));
    assert!(alice.is_silent().await);
    server.register("everybodys");
    assert_eq!((alice.next().await, bob.next().await), (Some(changed(1)), Some(changed(2))));
    server.registry.disable("everybodys", "incident 42").unwrap();
    assert_eq!(alice.next().await, Some(changed(1)));
    assert!(alice.is_silent().await);
}

#[tokio::test(start_paused = true)]
async fn a_storm_is_told_once_and_what_comes_back_is_not_told() {
    let server = Server::new();
    let mut alice = server.listen("alice", 1).await;
    let before = Instant::now();
    for number in 0..50 {
        server.register(&format!("tool_{number}"));
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(alice.next().await, Some(changed(1)));
    assert!((250..300).contains(&before.elapsed().as_millis()), "{:?}", before.elapsed());
    assert!(alice.is_silent().await);

    server.registry.disable("first", "a mistake").unwrap();
    server.registry.enable("first").unwrap();
    assert!(alice.is_silent().await, "the list is what it was");
}

#[tokio::test(start_paused = true)]
async fn how_long_changes_are_collected_is_the_hosts_to_say() {
    let server = Server::with(|handler| handler.with_change_window(Duration::from_secs(5)));
    let mut alice = server.listen("alice", 1).await;
    let before = Instant::now();
    server.register("second");
    assert_eq!(alice.next().await, Some(changed(1)));
    assert_eq!(before.elapsed().as_secs(), 5);
}

#[tokio::test(start_paused = true)]
async fn a_change_of_the_applications_state_is_told_when_the_host_says_that_there_may_be_one() {
    let server = Server::new();
    let mut alice = server.listen("alice", 1).await;
    server.open.store(false, Ordering::SeqCst);
    assert!(alice.is_silent().await, "nobody polls");
    server.surface.catalogue_may_have_changed();
    assert_eq!(alice.next().await, Some(changed(1)));
    server.surface.catalogue_may_have_changed();
    assert!(alice.is_silent().await, "nothing is different");
}
