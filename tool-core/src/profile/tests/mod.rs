//! Tests of the profiles: each change by itself, each row of the table, and what holds for every schema.

mod changes;
#[cfg(feature = "test-util")]
mod properties;
mod refused;
mod restored;
mod rows;

use serde_json::{Value, json};

use super::{Demand, NotExpressible, Rendered, Rule, render::render, rule::Rules};

/// Renders a schema for a provider that makes these demands only.
fn by(demands: &[Demand], schema: &Value) -> Result<Rendered, NotExpressible> {
    let rules: Vec<_> = demands.iter().map(|demand| Rule { demand: *demand, source: "a test" }).collect();
    render(Rules(&rules), schema)
}

/// Returns the schema of one property that is needed, and of no other.
fn holding(property: &Value) -> Value {
    json!({ "type": "object", "properties": { "x": property }, "required": ["x"], "additionalProperties": false })
}

/// Returns where and why the one property of a schema has no form.
fn refusal(demands: &[Demand], property: &Value) -> String {
    by(demands, &holding(property)).unwrap_err().to_string()
}
