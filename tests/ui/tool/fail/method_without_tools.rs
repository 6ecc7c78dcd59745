use tool_core::tool;

struct Notes;

impl Notes {
    /// Reads.
    #[tool]
    fn read(&self) -> String {
        String::new()
    }
}

fn main() {}
