use tool_core::tools;

struct Service<D>(D);

#[tools]
impl<D: Send + Sync + 'static> Service<D> {
    /// Puts.
    #[tool]
    fn put(&self, value: Option<D>) {
        let _ = value;
    }
}

fn main() {}
