use tool_core::{IntoToolError, ToolError};

#[derive(IntoToolError)]
#[tool_error]
enum Whole {
    Gone,
}

#[derive(IntoToolError)]
#[tool_error("it failed")]
enum WholeInWords {
    Gone,
}

#[derive(IntoToolError)]
#[tool_error(code = "failed")]
enum WholeUnderACode {
    Gone,
}

#[derive(IntoToolError)]
enum OnAField {
    #[tool_error("there is no note")]
    Gone {
        #[tool_error]
        id: u64,
    },
    Hidden(#[tool_error("the store is down")] std::io::Error),
}

#[derive(IntoToolError)]
union Both {
    note: u64,
    project: u64,
}

fn no_second_error(error: Whole, field: OnAField) -> (ToolError, ToolError) {
    (error.into(), field.into())
}

fn main() {}
