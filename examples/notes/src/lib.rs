//! A small service with users, projects and notes: a REST API over SQLite.
//!
//! [`projects`], [`notes`], [`export`] and [`session`] are the application: plain functions over a
//! [`NoteStore`](store::NoteStore). [`rest`] renders them as HTTP, [`cli`] and [`serve`] run them as a program.
//! Whose project something is, [`ownership`] alone decides.

pub mod cli;
pub mod error;
#[expect(clippy::missing_errors_doc, reason = "`NoteError` says when each of its variants occurs")]
pub mod export;
#[expect(clippy::missing_errors_doc, reason = "`NoteError` says when each of its variants occurs")]
pub mod notes;
pub mod ownership;
#[expect(clippy::missing_errors_doc, reason = "`NoteError` says when each of its variants occurs")]
pub mod projects;
pub mod rest;
mod search;
pub mod serve;
pub mod service;
#[expect(clippy::missing_errors_doc, reason = "`NoteError` says when each of its variants occurs")]
pub mod session;
pub mod store;
pub mod tokens;
pub mod users;

pub use rest::app;
pub use service::Service;
