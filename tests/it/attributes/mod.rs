//! The attributes, as somebody meets them who puts one on a function that exists already.

#![expect(
    clippy::elidable_lifetime_names,
    clippy::needless_pass_by_value,
    clippy::ptr_arg,
    clippy::too_many_arguments,
    clippy::unnecessary_wraps,
    clippy::unused_async,
    clippy::unused_self,
    reason = "functions of every style are what is tested"
)]

mod blocking;
mod context;
mod errors;
mod forms;
mod keys;
mod methods;
mod other_words;
mod parameters;
mod returns;
mod structs;
mod trial;
mod turns;

use tool_core::{Invoker, RegistryBuilder, testing::TestSurface};

use crate::support::first_party;

/// The product's own surface of these tools.
fn surface<S: Send + Sync + 'static>(tools: RegistryBuilder<S>) -> TestSurface {
    let invoker = Invoker::builder(tools.build().unwrap()).unlimited().build().unwrap();
    TestSurface::new(&first_party(&invoker))
}
