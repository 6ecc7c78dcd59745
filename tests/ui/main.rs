//! What the compiler prints about a mistake: every text of ours, each at the right token.
//!
//! Texts of the standard library and of other crates are not ours, so no case prints any. After a change of ours:
//! `TRYBUILD=overwrite cargo test -p tool-tests-ui`, and read the difference.

// What has to compile is part of this program, which costs nothing more.
#[expect(
    dead_code,
    clippy::unnecessary_wraps,
    clippy::unused_async,
    reason = "that it compiles is all that is asked"
)]
#[path = "tool/pass/every_key.rs"]
mod every_key_of_a_function;
#[expect(
    dead_code,
    clippy::unnecessary_wraps,
    clippy::unused_self,
    reason = "that it compiles is all that is asked"
)]
#[path = "tools/pass/every_key.rs"]
mod every_key_of_a_method;
#[expect(dead_code, reason = "that it compiles is all that is asked")]
#[path = "derive/pass/every_key.rs"]
mod every_key_of_a_struct;

#[expect(dead_code, reason = "that it compiles is all that is asked")]
#[path = "tool_error/pass/every_key.rs"]
mod every_key_of_an_error;

#[test]
fn mistakes_are_answered_at_their_token() {
    trybuild::TestCases::new().compile_fail("*/fail/*.rs");
}
