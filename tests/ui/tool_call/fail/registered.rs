//! What a registry hands out holds no callable.
fn main() {
    let registry = tool_core::Registry::builder(()).build().unwrap();
    let snapshot = registry.snapshot();
    let tool = snapshot.get("any").unwrap();
    let _ = &tool.tool;
}
