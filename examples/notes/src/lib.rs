//! A small service with users, projects and notes: a REST API over SQLite, and its functions as tools over MCP.
//!
//! [`projects`], [`notes`], [`import`], [`export`], [`reindex`] and [`session`] are the application: plain functions over a
//! [`NoteStore`](store::NoteStore). [`rest`] renders them as HTTP, [`tools`] and [`mcp`] offer them to models, [`cli`]
//! and [`program`] run them as a program. Whose project something is, [`ownership`] alone decides; how often a
//! user may call, [`limits`]. What takes long waits for its turn in [`operations`], which survive the process.

mod announcement;
pub mod cli;
mod confirmed;
pub mod demo;
pub mod demo_data;
pub mod error;
#[expect(clippy::missing_errors_doc, reason = "`NoteError` says when each of its variants occurs")]
pub mod export;
mod fault;
mod findings;
#[expect(clippy::missing_errors_doc, reason = "`NoteError` says when each of its variants occurs")]
pub mod import;
pub mod limits;
pub mod mcp;
#[expect(clippy::missing_errors_doc, reason = "`NoteError` says when each of its variants occurs")]
pub mod notes;
pub mod operations;
pub mod ownership;
pub mod program;
#[expect(clippy::missing_errors_doc, reason = "`NoteError` says when each of its variants occurs")]
pub mod projects;
mod reading;
#[expect(clippy::missing_errors_doc, reason = "`NoteError` says when each of its variants occurs")]
pub mod reindex;
pub mod rest;
mod search;
mod serve;
pub mod service;
#[expect(clippy::missing_errors_doc, reason = "`NoteError` says when each of its variants occurs")]
pub mod session;
pub mod shared;
mod stdio;
pub mod store;
pub mod tokens;
pub mod tools;
pub mod users;
mod wording;
pub mod work;

pub use rest::app;
pub use service::Service;
