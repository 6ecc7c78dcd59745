//! What a surface lists holds no callable.
fn run(surface: &tool_core::Surface) {
    let catalogue = surface.catalogue(&tool_core::Caller::new("alice"));
    let _ = catalogue.tools[0].call();
}

fn main() {}
