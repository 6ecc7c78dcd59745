//! Methods of a service become tools, and the methods beside them stay what they are.
//!
//! `cargo run -p tool-examples --example methods`

use std::sync::{Mutex, PoisonError};

use serde_json::json;
use tool_core::{Allow, BuildErrors, Caller, Invoker, Registry, Surface, testing::TestSurface, tools};

/// A service as it was before: some state, some methods.
#[derive(Default)]
struct Counters(Mutex<Vec<u32>>);

#[tools]
impl Counters {
    /// Adds a counter that starts at zero, and returns its number.
    #[tool(title = "Add a counter", exposure = both, effect = additive, open_world = false)]
    fn add(&self) -> u32 {
        let mut counters = self.lock();
        counters.push(0);
        u32::try_from(counters.len() - 1).unwrap_or(u32::MAX)
    }

    /// Returns what a counter stands at; nothing when there is no such counter.
    #[tool(title = "Read a counter", exposure = both, effect = read_only, open_world = false)]
    fn read(
        &self,
        /// The number of the counter.
        counter: u16,
    ) -> Option<u32> {
        self.lock().get(usize::from(counter)).copied()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn surface() -> Result<Surface, BuildErrors> {
    let registry = Registry::builder(Counters::default()).tools::<Counters>().build()?;
    let invoker = Invoker::builder(registry).unlimited().build()?;
    Surface::outside("counters", &invoker, Allow::exposed()).build()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), BuildErrors> {
    let surface = surface()?;
    for tool in &surface.catalogue(&Caller::new("alice")).tools {
        eprintln!("{}: {}", tool.name, tool.description);
    }
    let alice = TestSurface::new(&surface).as_caller("alice");
    eprintln!("add: {}", alice.call("add", json!({})).await.text());
    eprintln!("read: {}", alice.call("read", json!({ "counter": 0 })).await.text());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn both_tools_work_on_one_state() {
        let alice = TestSurface::new(&surface().unwrap()).as_caller("alice");
        assert_eq!(alice.names(), ["add", "read"]);
        assert_eq!(alice.call("add", json!({})).await.structured()["result"], json!(0));
        assert_eq!(alice.call("read", json!({ "counter": 0 })).await.structured()["result"], json!(0));
        assert!(!alice.call("read", json!({ "counter": 1 })).await.structured().contains_key("result"));
    }
}
