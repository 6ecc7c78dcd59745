//! A tool whose definition is data: written by hand, and held to the same rules.
//!
//! `cargo run -p tool-examples --example hand_written`

use serde_json::json;
use tool_core::{
    Allow, BuildErrors, Effect, Exposure, HostMetadata, Invoker, Registry, Surface, Tool, ToolCall,
    ToolDefinition, ToolError, ToolOutput, async_trait, testing::TestSurface,
};

/// One saved query of a reporting system, as somebody configured it.
struct SavedQuery {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    parameter: &'static str,
}

#[async_trait]
impl Tool for SavedQuery {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new(self.name, self.description).with_input_schema(json!({
            "type": "object",
            "properties": { self.parameter: { "type": "integer", "minimum": 2000, "maximum": 2100, "description": "The year." } },
            "required": [self.parameter],
            "additionalProperties": false
        }))
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default()
            .with_title(self.title)
            .with_exposure(Exposure::Both)
            .with_effect(Effect::ReadOnly)
            .with_open_world(false)
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        let year = &call.arguments()[self.parameter];
        Ok(ToolOutput::text(format!("{} {year}: nothing was sold", self.title)))
    }
}

fn surface() -> Result<Surface, BuildErrors> {
    let saved = [
        SavedQuery {
            name: "sales_by_year",
            title: "Sales",
            description: "Sums up the sales of a year.",
            parameter: "year",
        },
        SavedQuery {
            name: "returns_by_year",
            title: "Returns",
            description: "Counts the returns of a year.",
            parameter: "year",
        },
    ];
    let builder = saved.into_iter().fold(Registry::builder(()), |builder, query| builder.register(query));
    let invoker = Invoker::builder(builder.build()?).unlimited().build()?;
    Surface::outside("reports", &invoker, Allow::exposed()).build()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), BuildErrors> {
    let surface = TestSurface::new(&surface()?);
    for name in surface.names() {
        eprintln!("{name}: {}", surface.call(&name, json!({ "year": 2026 })).await.text());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn its_schema_is_kept_to_as_any_other() {
        let surface = TestSurface::new(&surface().unwrap());
        assert_eq!(surface.names(), ["returns_by_year", "sales_by_year"]);
        assert_eq!(
            surface.call("sales_by_year", json!({ "year": 2026 })).await.text(),
            "Sales 2026: nothing was sold"
        );
        assert_eq!(
            surface.call("sales_by_year", json!({ "year": 1999 })).await.code().as_deref(),
            Some("invalid-arguments")
        );
    }
}
