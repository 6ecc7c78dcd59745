//! `check`: what is offered, what is not and why, for people and for CI.

use std::fmt::Write;

use tool_core::Tool;

use crate::{BAD, Fault, cli::Command, list, manifests, print};

pub(crate) async fn run(command: &Command) -> Result<u8, Fault> {
    let settings = &command.settings;
    if let Some(text) = &settings.unusable {
        return Err(Fault::new(text));
    }
    let host = manifests::host(settings)?;
    let projection = manifests::project(&settings.manifests, &host).await.map_err(Fault::new)?;
    let mut text = String::new();
    for tool in &projection.tools {
        let (id, way, effect) = (tool.id(), tool.way(), list::word(tool.host().effect));
        let _ = writeln!(text, "{}: `{id}` is offered: {way}, {effect}", tool.place());
    }
    let omitted = projection.omitted.iter().map(ToString::to_string);
    for line in omitted.chain(projection.remarks.iter().map(ToString::to_string)) {
        let _ = writeln!(text, "{line}");
    }
    print(&text)?;
    let is_bad = projection.omitted.iter().any(|omitted| omitted.reason.is_bad());
    Ok(if is_bad { BAD } else { 0 })
}
