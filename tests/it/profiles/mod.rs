//! The profiles and the lints over every shape that people give to tools, through the registry that serves them.

mod calls;
mod cases;
mod lints;
mod shapes;
mod written;

use serde_json::Value;
use tool_core::{Exposure, Registry};

use crate::{
    schema_cases::all::{NO_ARGUMENTS, every_shape},
    support::Fixture,
};

/// Returns the schema that a registry holds for a raw one. The tool is internal: what only hosts outside get wrong is
/// not the subject.
fn canonical(raw: Value) -> Value {
    let registry = registry([Fixture::new("echo").input(raw)]);
    registry.snapshot().get("echo").unwrap().definition().input_schema.clone()
}

fn registry(tools: impl IntoIterator<Item = Fixture>) -> Registry {
    let mut builder = Registry::builder(());
    for tool in tools {
        builder = builder.register(tool.host(|host| host.with_exposure(Exposure::Internal)));
    }
    builder.build().unwrap()
}

/// Returns one shape as a registry holds it.
fn argument(name: &str) -> Value {
    let (_, input, _) = every_shape().into_iter().find(|(shape, ..)| *shape == name).unwrap();
    canonical(input)
}

/// Returns every shape that can be arguments, with the schema that a registry holds for it.
fn arguments() -> Vec<(&'static str, Value)> {
    every_shape()
        .into_iter()
        .filter(|(shape, ..)| !NO_ARGUMENTS.contains(shape))
        .map(|(shape, input, _)| (shape, canonical(input)))
        .collect()
}
