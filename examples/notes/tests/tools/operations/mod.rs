//! Operations of the product: one queue for REST and MCP, in a database that several processes use, through kills.

mod bounds;
mod foreign;
mod import;
mod kill;
mod one_queue;
mod orphans;
mod processes;
#[cfg(unix)] // an operator's stop is a signal
mod storm;
