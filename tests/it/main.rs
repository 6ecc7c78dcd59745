//! One integration binary; one module per subject.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails; clippy sees only `#[test]` functions as tests"
)]

mod admission;
mod arguments;
mod attributes;
mod boundaries;
mod lifecycles;
mod mcp_fixture;
mod mcp_http;
mod mcp_stdio;
mod mcp_wire;
mod parity;
mod pitfalls;
mod registry;
mod reply;
mod run;
mod schema_cases;
mod support;
mod user_errors;
