//! What a companion function hands out holds no callable.
use tool_core::tool;

/// Says hello.
#[tool]
fn hello() -> String {
    String::new()
}

fn main() {
    let def: tool_core::ToolDef<()> = hello_tool();
    let _ = def.run;
}
