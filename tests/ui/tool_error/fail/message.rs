use tool_core::IntoToolError;

#[derive(IntoToolError)]
enum NoteError {
    #[tool_error("there is no note {idd}, {} or {other_thing}")]
    Gone { id: u64, title: String },
    #[tool_error("{1} is taken, {0}")]
    Taken(String),
    #[tool_error("nothing is known of {it}")]
    Unit,
}

#[derive(IntoToolError)]
#[tool_error("note {nte} is locked")]
struct Locked {
    note: u64,
}

fn main() {}
