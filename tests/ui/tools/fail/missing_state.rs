use tool_core::{Provides, Registry, tools};

struct Notes;
struct Audit;
struct App(Notes);

impl Provides<Notes> for App {
    fn provide(&self) -> &Notes {
        &self.0
    }
}

#[tools]
impl Notes {
    /// Reads.
    #[tool]
    fn read(&self, #[state] audit: &Audit) {
        let _ = audit;
    }
}

fn register() {
    let _ = Registry::builder(App(Notes)).tools::<Notes>();
}

fn main() {}
