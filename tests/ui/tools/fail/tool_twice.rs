use tool_core::tools;

struct Notes;

#[tools]
impl Notes {
    /// Reads.
    #[tool]
    #[tool(effect = read_only)]
    fn read(&self) {}

    /// Writes.
    #[tool = "write"]
    fn write(&self) {}
}

fn main() {}
