use std::rc::Rc;

use tool_core::tool;

/// Waits.
#[tool]
async fn wait() -> u8 {
    let kept = Rc::new(1);
    std::future::ready(()).await;
    *kept
}

fn main() {}
