use tool_core::{tool, tools};

struct Notes;

macro_rules! method {
    () => {
        #[tool]
        fn read(&self) {}
    };
}

#[tools]
impl Notes {
    method!();
}

fn main() {}
