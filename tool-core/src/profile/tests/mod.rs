//! Tests of the profiles: each change by itself, each row of the table, and what holds for every schema.

mod changes;
#[cfg(feature = "test-util")]
mod properties;
mod rows;

use serde_json::Value;

use super::{Demand, NotExpressible, Rendered, Rule, render::render, rule::Rules};

/// Renders a schema for a provider that makes these demands only.
fn by(demands: &[Demand], schema: &Value) -> Result<Rendered, NotExpressible> {
    let rules: Vec<_> = demands.iter().map(|demand| Rule { demand: *demand, source: "a test" }).collect();
    render(Rules(&rules), schema)
}
