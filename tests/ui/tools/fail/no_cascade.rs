use tool_core::{Registry, tools};

struct Notes;

#[tools]
impl Notes {
    #[tool]
    fn read(&self, #[state] store: &u8) {
        let _ = store;
    }
}

// Whoever uses the methods and registers them reads about the one fault above, and about nothing else.
fn register() {
    let _ = Registry::builder(()).tools::<Notes>();
    Notes.read(&1);
}

fn main() {}
