use tool_core::IntoToolError;

#[derive(IntoToolError)]
enum NoteError {
    #[tool_error("it is gone", code = "note_gone")]
    Underscore,
    #[tool_error("it is gone", code = "gone--for-good")]
    Twice,
    #[tool_error("it is gone", code = "404")]
    Number,
    #[tool_error("it is gone")]
    Größe,
    #[tool_error("it is gone")]
    NoteGone,
    #[tool_error("it is gone", code = "note-gone")]
    Same,
}

fn main() {}
