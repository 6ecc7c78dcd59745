use tool_core::tool;

trait Repository {}

/// Takes a trait object.
#[tool]
fn by_trait(repository: &dyn Repository, writer: &mut String, callback: fn()) {
    let _ = (repository, writer, callback);
}

fn main() {}
