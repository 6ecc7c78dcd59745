use tool_core::tool;

#[tool(title = " ", description = "", deprecated = "", scopes = [""])]
fn search(query: String) -> String {
    query
}

fn main() {}
