use tool_core::IntoToolError;

#[derive(IntoToolError)]
enum NoteError {
    #[tool_error("it is gone", cod = "gone")]
    Unknown,
    #[tool_error("it is gone", crate = ::tool_core)]
    NotHere,
    #[tool_error = "it is gone"]
    NoList,
    #[tool_error("it is gone", "for good")]
    TwoMessages,
    #[tool_error("it is gone", code = "a")]
    #[tool_error(code = "b")]
    TwoCodes,
    #[tool_error("")]
    Blank,
    #[tool_error(gone)]
    Word,
    #[tool_error(7)]
    Number,
}

fn main() {}
