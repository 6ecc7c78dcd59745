use tool_core::tools;

struct Notes;

#[tools]
impl Clone for Notes {
    /// Clones.
    #[tool]
    fn clone(&self) -> Self {
        Notes
    }
}

fn main() {}
