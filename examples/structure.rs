//! A struct of arguments becomes a tool: for a tool that is written as one, with an error type of its own.
//!
//! `cargo run -p tool-examples --example structure`

use std::{collections::HashMap, fmt};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tool_core::{
    Allow, BuildErrors, Invoker, Registry, Run, Surface, Tool, ToolCall, ToolError, testing::TestSurface,
};

/// What the application has: stock by article.
struct Stock(HashMap<String, u32>);

/// Says how many pieces of an article are in stock.
#[derive(Deserialize, JsonSchema, Tool)]
#[serde(deny_unknown_fields)]
#[tool(title = "Look up stock", exposure = both, effect = read_only, open_world = false)]
struct LookUpStock {
    /// The article, as the catalogue names it.
    article: String,
}

struct NoSuchArticle;

impl fmt::Display for NoSuchArticle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such article")
    }
}

impl Run<Stock> for LookUpStock {
    type Output = u32;
    type Error = NoSuchArticle;

    async fn run(self, stock: &Stock, _: &ToolCall<'_>) -> Result<u32, NoSuchArticle> {
        stock.0.get(&self.article).copied().ok_or(NoSuchArticle)
    }

    fn explain(_: NoSuchArticle) -> ToolError {
        ToolError::new("no-such-article", "the catalogue has no such article")
    }
}

fn surface() -> Result<Surface, BuildErrors> {
    let stock = Stock(HashMap::from([("lamp".to_owned(), 3)]));
    let registry = Registry::builder(stock).tool(LookUpStock::tool()).build()?;
    let invoker = Invoker::builder(registry).unlimited().build()?;
    Surface::outside("stock", &invoker, Allow::exposed()).build()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), BuildErrors> {
    let surface = TestSurface::new(&surface()?);
    for article in ["lamp", "sofa"] {
        eprintln!("{article}: {}", surface.call("look_up_stock", json!({ "article": article })).await.text());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_authored_error_is_one_that_the_model_reads() {
        let surface = TestSurface::new(&surface().unwrap());
        assert_eq!(
            surface.call("look_up_stock", json!({ "article": "lamp" })).await.structured()["result"],
            json!(3)
        );
        assert_eq!(
            surface.call("look_up_stock", json!({ "article": "sofa" })).await.text(),
            "no-such-article: the catalogue has no such article"
        );
    }
}
