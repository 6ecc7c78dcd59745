//! A function that exists already becomes a tool; its other callers notice nothing.
//!
//! `cargo run -p tool-examples --example function`

use serde_json::json;
use tool_core::{
    Allow, BuildErrors, Caller, Invoker, Provides, Registry, Surface, testing::TestSurface, tool,
};

/// What the application has: rates by currency.
struct Rates(Vec<(&'static str, f64)>);

/// Converts an amount of euros into another currency at today's rate.
#[tool(title = "Convert euros", exposure = both, effect = read_only, open_world = false)]
fn convert(
    #[state] rates: &Rates,
    /// How many euros.
    #[schemars(range(min = 0.0, max = 1_000_000.0))]
    euros: f64,
    /// The currency, as three letters.
    #[schemars(regex(pattern = r"^[A-Z]{3}$"))]
    currency: &str,
) -> Option<f64> {
    let rate = rates.0.iter().find(|(name, _)| *name == currency)?;
    Some(euros * rate.1)
}

struct App {
    rates: Rates,
}

impl Provides<Rates> for App {
    fn provide(&self) -> &Rates {
        &self.rates
    }
}

fn surface() -> Result<Surface, BuildErrors> {
    let app = App { rates: Rates(vec![("USD", 1.1), ("CHF", 0.9)]) };
    let registry = Registry::builder(app).tool(convert_tool()).build()?;
    let invoker = Invoker::builder(registry).unlimited().build()?;
    Surface::outside("rates", &invoker, Allow::exposed()).build()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), BuildErrors> {
    let surface = surface()?;
    for tool in &surface.catalogue(&Caller::new("alice")).tools {
        eprintln!("{} ({}): {}", tool.name, tool.title, tool.description);
    }
    let alice = TestSurface::new(&surface).as_caller("alice");
    for arguments in [json!({ "euros": 10, "currency": "USD" }), json!({ "euros": -1, "curency": "USD" })] {
        eprintln!("convert {arguments}\n{}\n", alice.call("convert", arguments.clone()).await.text());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_function_is_what_it_was() {
        assert_eq!(convert(&Rates(vec![("USD", 2.0)]), 3.0, "USD"), Some(6.0));
    }

    #[tokio::test]
    async fn the_tool_answers_and_names_every_fault() {
        let alice = TestSurface::new(&surface().unwrap()).as_caller("alice");
        let answer = alice.call("convert", json!({ "euros": 10, "currency": "CHF" })).await;
        assert_eq!(answer.structured()["result"], json!(9.0));

        let faults = alice.call("convert", json!({ "euros": -1, "curency": "USD" })).await.text();
        for part in ["/euros: ", "/curency: unknown argument; did you mean currency?", "/currency: missing"] {
            assert!(faults.contains(part), "{faults}");
        }
    }
}
