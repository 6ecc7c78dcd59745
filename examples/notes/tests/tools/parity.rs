//! What is listed can be called, what is not listed cannot, and the assistant of the product lists the same tools. What is
//! offered is what `catalogue` says: `TOOL_SNAPSHOTS=overwrite` writes it anew, and a reviewer reads the change.

use crate::support::{Notes, user};
use tool_core::parity::{
    Fuzz, assert_arguments, assert_catalogue, assert_parity, assert_presentable, assert_private_tools,
};

#[tokio::test]
async fn what_is_listed_is_what_can_be_called() {
    let notes = Notes::new();
    for name in ["alice", "bob"] {
        assert_parity(&notes.surface, &user(name)).await;
        assert_parity(&notes.assistant(), &user(name)).await;
    }
}

#[tokio::test]
async fn what_is_advertised_is_what_is_accepted() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    notes.note("alice", &project, "apple").await;
    let about_the_project = || Fuzz::new().with_target(project.clone());
    assert_arguments(&notes.assistant(), &user("alice"), about_the_project().running_read_only()).await;
    // Also what changes and deletes: the database is the test's own.
    assert_arguments(&notes.surface, &user("alice"), about_the_project().running_everything()).await;
}

#[test]
fn what_is_offered_was_read_by_somebody() {
    let notes = Notes::new();
    for name in ["alice", "bob"] {
        assert_catalogue(&notes.surface, &user(name), "tests/tools/catalogue/outside.txt");
        assert_catalogue(&notes.assistant(), &user(name), "tests/tools/catalogue/assistant.txt");
    }
}

#[test]
fn hosts_can_show_every_tool() {
    let notes = Notes::new();
    assert_presentable(&notes.surface, &user("alice"));
    assert_presentable(&notes.assistant(), &user("alice"));
}

#[test]
fn outside_callers_have_these_tools_of_their_own() {
    let notes = Notes::new();
    let theirs = [
        // People export with the button of the user interface, which saves a file.
        "export_project",
        // A protocol has no place for work that outlives its call; the user interface has its routes.
        "cancel_operation",
        "operation_status",
        "wait_for_operation",
    ];
    assert_private_tools(&notes.surface, &notes.assistant(), &user("alice"), &theirs);
}
