use tool_core::tools;

struct Notes;

#[tools(title = "Notes")]
impl Notes {
    /// Reads.
    #[tool(companion = read_tool, crate = ::tool_core, collect = Notes)]
    fn read(&self) {}
}

fn main() {}
