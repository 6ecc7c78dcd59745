//! An import that is killed at any point and begun again has each note once, as one that was not.

use crate::numbers::Numbers;
use crate::server::{Server, expected, file, rows};
use tempfile::TempDir;

const KILLS: u64 = 20;

/// 20 batches, and a kill while one of them is written.
const NOTES: usize = 2_000;

#[tokio::test]
async fn an_import_that_is_killed_twenty_times_at_random_points_is_as_one_that_was_not() {
    let mut numbers = Numbers::seeded("KILL_SEED");
    let folder = TempDir::new().unwrap();
    let mut server = Server::start(folder.path());
    let uninterrupted = server.project("uninterrupted").await;
    let operation = server.import(&uninterrupted, file(NOTES)).await;
    assert_eq!(server.ended(&operation).await["result"], serde_json::json!({ "imported": NOTES }));
    let wanted = rows(folder.path(), &uninterrupted);
    assert_eq!(wanted, expected(NOTES));

    let mut cut_short = 0;
    for kill in 0..KILLS {
        let project = server.project(&format!("killed {kill}")).await;
        let operation = server.import(&project, file(NOTES)).await;
        // The first ones before it is known to have begun, the others when so many batches are through.
        let batches = numbers.below(18);
        if kill >= 2 {
            #[expect(clippy::cast_precision_loss, reason = "below 2,000")]
            let done = (batches * 100) as f64;
            let reached = |shown: &serde_json::Value| {
                shown["finished"] == true || shown["progress"]["done"].as_f64().is_some_and(|it| it >= done)
            };
            server.until(&operation, reached).await;
        }
        server.kill();
        let left = rows(folder.path(), &project).len();
        assert_eq!(left % 100, 0, "a batch is there as a whole or not at all");
        cut_short += u64::from(left < NOTES);

        server = Server::start(folder.path());
        let ended = server.ended(&operation).await;
        assert_eq!(ended["state"], "succeeded", "kill {kill} at {left} notes: {ended}");
        assert_eq!(ended["result"], serde_json::json!({ "imported": NOTES }));
        assert_eq!(rows(folder.path(), &project), wanted, "kill {kill} at {left} notes");
    }
    assert!(cut_short >= KILLS / 2, "only {cut_short} of the kills came in time");
}

#[cfg(unix)] // an operator's stop is a signal
#[tokio::test]
async fn an_import_goes_on_after_a_stop_in_order() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path());
    let project = server.project("stopped").await;
    let operation = server.import(&project, file(20_000)).await;
    server
        .until(&operation, |shown| shown["progress"]["done"].as_f64().is_some_and(|done| done >= 100.0))
        .await;
    server.stop();
    assert!(rows(folder.path(), &project).len() < 20_000, "the stop came too late");

    let server = Server::start(folder.path());
    let ended = server.ended(&operation).await;
    assert_eq!(
        (&ended["state"], &ended["cancel_requested"]),
        (&"succeeded".into(), &false.into()),
        "{ended}"
    );
    assert_eq!(rows(folder.path(), &project), expected(20_000));
}
