use tool_core::tool;

struct Db;

/// Takes a reference.
#[tool]
fn by_reference(db: &Db, query: String) -> String {
    let _ = db;
    query
}

/// Takes a value.
#[tool]
async fn by_value(db: Db) {
    let _ = db;
}

fn main() {}
