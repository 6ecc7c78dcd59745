//! Every key of an error, on every kind of type.

use std::fmt;

use tool_core::{IntoToolError, ToolError};

#[derive(IntoToolError)]
#[tool_error(crate = ::tool_core)]
enum Everything<'a, T: fmt::Display> {
    #[tool_error("there is no note {id:>4} in {{{within}}}")]
    Named {
        id: u64,
        within: T,
    },
    #[tool_error("{0} is {0}, and not {1:?}", code = "tuple")]
    Tuple(&'a str, u8),
    #[tool_error("{type} is a word of the language")]
    Raw {
        r#type: u8,
    },
    #[tool_error("nothing is known about it")]
    Unit,
    Hidden(T),
}

#[derive(IntoToolError)]
#[tool_error("note {note} is locked", code = "locked", crate = ::tool_core)]
struct Locked {
    note: u64,
}

#[derive(IntoToolError)]
#[tool_error(code = "own-words")]
struct OwnWords;

impl fmt::Display for OwnWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("in its own words")
    }
}

#[derive(IntoToolError)]
struct HiddenStruct;

#[derive(IntoToolError)]
enum Never {}

fn main() {
    let all: [Everything<'_, char>; 5] = [
        Everything::Named { id: 1, within: 'a' },
        Everything::Tuple("a", 1),
        Everything::Raw { r#type: 1 },
        Everything::Unit,
        Everything::Hidden('a'),
    ];
    let _ = all.map(ToolError::from);
    let _: [ToolError; 3] = [Locked { note: 1 }.into(), OwnWords.into(), HiddenStruct.into()];
    let _: fn(Never) -> ToolError = ToolError::from;
}
