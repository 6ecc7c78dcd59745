//! What is listed can be called, what is not listed cannot; and the assistant of the product lists the same tools.

use crate::support::{Notes, user};
use tool_core::parity::{assert_parity, assert_presentable, assert_private_tools};

#[tokio::test]
async fn what_is_listed_is_what_can_be_called() {
    let notes = Notes::new();
    for name in ["alice", "bob"] {
        assert_parity(&notes.surface, &user(name)).await;
        assert_parity(&notes.assistant(), &user(name)).await;
    }
}

#[test]
fn hosts_can_show_every_tool() {
    let notes = Notes::new();
    assert_presentable(&notes.surface, &user("alice"));
    assert_presentable(&notes.assistant(), &user("alice"));
}

#[test]
fn outside_callers_have_one_tool_of_their_own() {
    let notes = Notes::new();
    // People export with the button of the user interface, which saves a file.
    assert_private_tools(&notes.surface, &notes.assistant(), &user("alice"), &["export_project"]);
}
