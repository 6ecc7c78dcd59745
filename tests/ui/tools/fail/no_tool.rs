use tool_core::tools;

struct Notes;

#[tools]
impl Notes {
    fn read(&self) {}
}

fn main() {}
