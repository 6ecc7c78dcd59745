//! Three pieces of code in styles of their own. Each module is as its authors wrote it, but for the attributes.

use std::sync::{Arc, Mutex};

use serde_json::json;
use tool_core::{Provides, Registry};

use super::surface;

/// A repository whose errors are `anyhow`'s.
mod repository {
    use anyhow::{Context, bail};
    use schemars::JsonSchema;
    use serde::Serialize;

    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub(super) struct Invoice {
        pub(super) number: String,
        pub(super) cents: u32,
    }

    pub(super) struct InvoiceRepository {
        pub(super) rows: Vec<Invoice>,
    }

    #[tool_core::tools]
    impl InvoiceRepository {
        /// Finds an invoice by its number.
        #[tool(effect = read_only)]
        pub(super) async fn find(&self, number: &str) -> anyhow::Result<Invoice> {
            if number.is_empty() {
                bail!("empty key for table invoices_2024");
            }
            tokio::task::yield_now().await;
            let row = self.rows.iter().find(|row| row.number == number);
            row.cloned().with_context(|| format!("no row in invoices_2024 for {number}"))
        }

        pub(super) fn total(&self) -> u32 {
            self.rows.iter().map(|row| row.cents).sum()
        }
    }
}

/// A free function that takes a builder.
mod rendering {
    #[derive(Clone, Default)]
    pub(super) struct LetterBuilder {
        greeting: Option<String>,
    }

    impl LetterBuilder {
        pub(super) fn greeting(mut self, greeting: &str) -> Self {
            self.greeting = Some(greeting.to_owned());
            self
        }

        fn build(self, body: &str) -> String {
            format!("{} {body}", self.greeting.unwrap_or_default())
        }
    }

    /// Writes a letter to somebody.
    #[tool_core::tool(effect = read_only)]
    pub(super) fn render_letter(#[state] builder: LetterBuilder, to: &str, lines: &[String]) -> String {
        builder.build(&format!("{to}: {}", lines.join(" ")))
    }
}

/// A type that its users keep in an `Arc<Mutex<_>>`.
mod stock {
    #[derive(Debug)]
    pub(super) enum StockError {
        TooFew,
    }

    pub(super) struct Stock {
        pub(super) left: u32,
    }

    #[tool_core::tools]
    impl Stock {
        /// Reserves some pieces.
        #[tool]
        pub(super) fn reserve(&mut self, pieces: u32) -> Result<u32, StockError> {
            self.left = self.left.checked_sub(pieces).ok_or(StockError::TooFew)?;
            Ok(self.left)
        }
    }
}

use rendering::{LetterBuilder, render_letter, render_letter_tool};
use repository::{Invoice, InvoiceRepository};
use stock::Stock;

struct App {
    invoices: InvoiceRepository,
    letters: LetterBuilder,
    stock: Arc<Mutex<Stock>>,
}

impl Provides<InvoiceRepository> for App {
    fn provide(&self) -> &InvoiceRepository {
        &self.invoices
    }
}

impl Provides<LetterBuilder> for App {
    fn provide(&self) -> &LetterBuilder {
        &self.letters
    }
}

impl Provides<Mutex<Stock>> for App {
    fn provide(&self) -> &Mutex<Stock> {
        &self.stock
    }
}

#[tokio::test]
async fn three_styles_work_without_further_changes() {
    let invoices = InvoiceRepository { rows: vec![Invoice { number: "A1".to_owned(), cents: 250 }] };
    assert_eq!(invoices.total(), 250);
    let letters = LetterBuilder::default().greeting("Dear");
    assert_eq!(render_letter(letters.clone(), "Ada", &[]), "Dear Ada: ");
    let stock = Arc::new(Mutex::new(Stock { left: 5 }));
    let app = App { invoices, letters, stock: Arc::clone(&stock) };
    let tools =
        Registry::builder(app).tools::<InvoiceRepository>().tool(render_letter_tool()).tools::<Stock>();
    let surface = surface(tools);
    assert_eq!(surface.names(), ["find", "render_letter", "reserve"]);

    assert_eq!(surface.call("find", json!({ "number": "A1" })).await.structured()["cents"], 250);
    let missing = surface.call("find", json!({ "number": "B2" })).await;
    assert_eq!(missing.code().as_deref(), Some("internal"));
    assert!(!missing.text().contains("invoices_2024"), "{}", missing.text());

    let letter = surface.call("render_letter", json!({ "to": "Ada", "lines": ["hello", "there"] })).await;
    assert_eq!(letter.text(), "Dear Ada: hello there");

    assert_eq!(surface.call("reserve", json!({ "pieces": 3 })).await.structured()["result"], 2);
    assert_eq!(surface.call("reserve", json!({ "pieces": 3 })).await.code().as_deref(), Some("internal"));
    assert_eq!(stock.lock().unwrap().left, 2);
}
