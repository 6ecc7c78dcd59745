use tool_core::tools;

#[tools]
fn read() {}

fn main() {}
