//! One integration binary; one module per subject.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails; clippy sees only `#[test]` functions as tests"
)]

mod additions;
mod admission;
mod approval;
mod arguments;
mod ask;
mod attacks;
mod attributes;
mod audit;
mod boundaries;
mod canary;
mod codes;
mod door;
mod footer;
mod fuzzed;
mod lifecycles;
mod limits;
mod long_results;
mod mcp_approval;
mod mcp_ask;
mod mcp_auth;
mod mcp_changes;
mod mcp_fixture;
mod mcp_http;
mod mcp_resources;
mod mcp_stdio;
mod mcp_tasks;
mod mcp_wire;
mod names;
mod observed;
mod operations;
mod overrides;
mod panic_location;
mod parity;
mod paths;
mod pitfalls;
mod profiles;
mod prompts;
mod providers;
mod registry;
mod repairs;
mod reply;
mod resources;
mod run;
mod schema_cases;
mod sessions;
mod source;
mod spans;
mod support;
mod text_arguments;
mod user_errors;
mod values;
mod verbatim;
