//! The program as whoever starts it, and the client that it serves, see it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails at the line where it cannot")]

mod commands;
mod envelopes;
mod git;
mod hidden;
mod over_http;
mod settings;
mod stops;
mod support;
mod watched;
