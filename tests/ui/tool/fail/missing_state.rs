use tool_core::{Registry, tool};

struct NoteStore;
struct App;

/// Counts.
#[tool]
fn count(#[state] store: &NoteStore) -> u8 {
    let _ = store;
    0
}

fn register() {
    let _ = Registry::builder(App).tool(count_tool());
}

fn main() {}
