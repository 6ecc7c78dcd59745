//! The tools of the service, as models, operators and reviewers see them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails at the line where it cannot")]

mod announcement;
mod asking;
mod audit;
mod command_line;
mod demo;
mod endpoint;
mod errors;
mod first_steps;
mod instances;
mod isolation;
mod judge_calls;
mod limits;
mod load;
mod numbers;
mod offer;
mod operations;
mod parity;
mod process;
mod reading;
mod server;
mod several;
mod source;
mod stdio;
mod support;
