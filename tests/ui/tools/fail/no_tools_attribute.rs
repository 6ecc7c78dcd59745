use tool_core::Registry;

struct Notes;

fn register() {
    let _ = Registry::builder(Notes).tools::<Notes>();
}

fn main() {}
