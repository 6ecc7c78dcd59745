use tool_core::{Registry, tool};

#[tool]
pub fn search(#[state] store: &u8, query: String) -> String {
    format!("{store}{query}")
}

// Whoever uses the function and its companion reads about the one fault above, and about nothing else.
fn register() {
    let _ = Registry::builder(1_u8).tool(search_tool());
    let _ = search(&1, String::new());
}

fn main() {}
