//! `check`: what is offered, what is not and why, for people and for CI.

use std::fmt::Write;

use tool_core::{Caller, Exposure, OmissionReason, Tool};

use crate::{
    BAD, Fault,
    cli::Command,
    door::Door,
    list::{self, LOCAL},
    manifests, print,
};

pub(crate) async fn run(command: &Command) -> Result<u8, Fault> {
    let settings = &command.settings;
    if let Some(text) = &settings.unusable {
        return Err(Fault::new(text));
    }
    if settings.manifests.is_empty() {
        return Err(Fault::new("there is no manifest to check; write tool-serve check MANIFEST"));
    }
    let host = manifests::host(settings)?;
    let projection = manifests::project(settings, &host).await?;
    // With what no server could start with, none is checked.
    let door = Door::open(&projection, host, command)?;
    let mut text = String::new();
    for tool in &projection.tools {
        let (id, way, effect) = (tool.id(), tool.way(), list::word(tool.host().effect));
        let seen = match tool.host().exposure {
            Exposure::Internal => "is internal",
            _ => "is offered",
        };
        let _ = writeln!(text, "{}: `{id}` {seen}: {way}, {effect}", tool.place());
    }
    let omitted = projection.omitted.iter().map(ToString::to_string);
    let unlisted = door.surface.catalogue(&Caller::new(LOCAL)).omissions;
    // That a tool is internal stands in its own line already, and how a manifest says otherwise among the remarks.
    let unlisted = unlisted.iter().filter(|omission| omission.reason != OmissionReason::Internal);
    let unlisted = unlisted.map(ToString::to_string);
    for line in omitted.chain(unlisted).chain(projection.remarks.iter().map(ToString::to_string)) {
        let _ = writeln!(text, "{line}");
    }
    print(&text)?;
    let is_bad = projection.omitted.iter().any(|omitted| omitted.reason.is_bad());
    Ok(if is_bad { BAD } else { 0 })
}
