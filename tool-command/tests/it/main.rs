//! Manifests, and programs that are run, as callers of a surface see them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails at the line where it cannot")]

mod containers;
mod corpus;
mod decided;
mod envelopes;
mod functions;
mod hostile;
mod manifests;
mod misbehaving;
mod projected;
mod published;
mod real_containers;
mod support;
