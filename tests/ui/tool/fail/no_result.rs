use tool_core::tool;

struct Note;

/// Reads.
#[tool]
fn read() -> Note {
    Note
}

/// Reads.
#[tool]
async fn read_or_fail() -> Result<Vec<Note>, String> {
    Ok(vec![Note])
}

fn main() {}
