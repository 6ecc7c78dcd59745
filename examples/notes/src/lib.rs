//! A small service with users, projects and notes: a REST API over SQLite, and its functions as tools over MCP.
//!
//! [`projects`], [`notes`], [`export`] and [`session`] are the application: plain functions over a
//! [`NoteStore`](store::NoteStore). [`rest`] renders them as HTTP, [`tools`] and [`mcp`] offer them to models, [`cli`]
//! and [`program`] run them as a program. Whose project something is, [`ownership`] alone decides; how often a
//! user may call, [`limits`].

mod announcement;
pub mod cli;
pub mod demo;
pub mod demo_data;
pub mod error;
#[expect(clippy::missing_errors_doc, reason = "`NoteError` says when each of its variants occurs")]
pub mod export;
mod fault;
pub mod limits;
pub mod mcp;
#[expect(clippy::missing_errors_doc, reason = "`NoteError` says when each of its variants occurs")]
pub mod notes;
pub mod ownership;
pub mod program;
#[expect(clippy::missing_errors_doc, reason = "`NoteError` says when each of its variants occurs")]
pub mod projects;
pub mod rest;
mod search;
mod serve;
pub mod service;
#[expect(clippy::missing_errors_doc, reason = "`NoteError` says when each of its variants occurs")]
pub mod session;
mod stdio;
pub mod store;
pub mod tokens;
pub mod tools;
pub mod users;

pub use rest::app;
pub use service::Service;
