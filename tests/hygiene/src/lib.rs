//! Tools in a crate that denies what can be denied. That this compiles is the test; `tests/runs.rs` runs them.

#![forbid(unsafe_code)]
#![deny(
    missing_docs,
    missing_debug_implementations,
    unused,
    unused_qualifications,
    unreachable_pub,
    elided_lifetimes_in_paths,
    single_use_lifetimes,
    trivial_casts,
    unit_bindings,
    unused_results,
    unused_lifetimes,
    variant_size_differences,
    warnings,
    clippy::all,
    clippy::pedantic,
    clippy::unwrap_used,
    clippy::allow_attributes
)]

// One line, and the attributes need no `crate = ..`.
extern crate toolbox as tool_core;

pub mod plain;
pub mod shadowed;
pub mod through_path;
