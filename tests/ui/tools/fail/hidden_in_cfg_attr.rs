use tool_core::tools;

struct Notes;

#[tools]
impl Notes {
    /// Reads.
    #[tool]
    fn read(&self) {}

    /// Writes.
    #[cfg_attr(all(), tool)]
    fn write(&self) {}
}

fn main() {}
