use tool_core::tool;

/// Lists.
#[tool]
fn list() -> impl Iterator<Item = u8> {
    [1].into_iter()
}

/// Lists.
#[tool]
fn list_within() -> Option<impl Iterator<Item = u8>> {
    Some([1].into_iter())
}

fn main() {}
