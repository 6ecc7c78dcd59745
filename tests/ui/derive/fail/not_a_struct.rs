use tool_core::Tool;

/// Chooses.
#[derive(Tool)]
enum Choice {
    One,
}

/// Is a tuple.
#[derive(Tool)]
struct Tuple(u8);

/// Is nothing.
#[derive(Tool)]
struct Unit;

fn main() {}
