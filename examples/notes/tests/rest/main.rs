//! The REST contract of the service, as its clients see it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails at the line where it cannot")]

mod authentication;
mod errors;
mod export;
mod isolation;
mod notes;
mod ownership;
#[cfg(unix)] // an operator's stop is a signal
mod process;
mod projects;
mod search;
mod session;
mod startup;
mod support;
