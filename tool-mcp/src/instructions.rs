//! What a client is told of the server as a whole: the host's own text, and what the surface says of itself. Never a name
//! that the caller of this very request is not offered: it would tell of a tool that the caller may not know.

use tool_core::{Caller, Surface};

use crate::handler::Shared;

/// Returns the instructions for this caller; the host's text comes first.
pub(crate) fn instructions(shared: &Shared, caller: &Caller) -> Option<String> {
    let own = shared.instructions.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let ours =
        shared.describes_surface.then(|| of_surface(&shared.surface, caller, shared.code_tool.as_deref()));
    let paragraphs: Vec<_> = own.into_iter().chain(ours.as_deref()).collect();
    (!paragraphs.is_empty()).then(|| paragraphs.join("\n\n"))
}

/// Short, because a model reads it with every conversation.
fn of_surface(surface: &Surface, caller: &Caller, code_tool: Option<&str>) -> String {
    let mut said = vec![
        "A result with data is one JSON object; its text says the same.".to_owned(),
        "A call that failed or was refused has isError and a text whose first line is `code: message`."
            .to_owned(),
    ];
    let explains = code_tool.and_then(|tool| surface.public_name(tool));
    if let Some(tool) = explains.filter(|name| surface.listed(caller, name).is_some()) {
        said.push(format!("`{tool}` explains a code."));
    }
    for argument in surface.target_arguments(caller) {
        said.push(format!(
            "Tools about one {kind} need `{name}`: no {kind} is remembered from call to call.",
            kind = argument.kind(),
            name = argument.name(),
        ));
    }
    if let Some(argument) = surface.session_argument() {
        said.push(format!("Send the `{argument}` of the first result with every later call."));
    }
    if let Some(wait) = surface.wait_tool(caller).filter(|_| surface.offers_operations(caller)) {
        said.push(format!(
            "A call that starts an operation is answered at once with its id: `{wait}` waits for the result; call it \
             again while it says that the operation goes on."
        ));
    }
    said.join(" ")
}
