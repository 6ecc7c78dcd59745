//! `list`: the tools that an outside caller sees, as a table for people or as JSON.

use std::fmt::Write;

use serde_json::json;
use tool_core::{Caller, Effect, Omission, OmissionReason};

use crate::{Fault, cli::Command, door::Door, manifests, print};

/// Who a local caller is.
pub(crate) const LOCAL: &str = "local";

pub(crate) async fn run(command: &Command) -> Result<u8, Fault> {
    let settings = &command.settings;
    let host = manifests::host(settings)?;
    let projection = manifests::project(settings, &host).await?;
    let door = Door::open(&projection, host, command)?;
    let catalogue = door.surface.catalogue(&Caller::new(LOCAL));
    let way = |name: &str| {
        let of_public_name = |tool: &&tool_command::CommandTool| {
            door.surface.public_name(tool.id()).is_some_and(|public| public == name)
        };
        projection.tools.iter().find(of_public_name).map_or("built in", |tool| tool.way())
    };
    let omitted: Vec<_> = projection.omitted.iter().map(ToString::to_string).collect();
    let unlisted: Vec<_> = catalogue.omissions.iter().map(unlisted).collect();
    if command.json {
        let tools = catalogue.tools.iter().map(|tool| {
            json!({
                "name": tool.name,
                "title": tool.title,
                "way": way(&tool.name),
                "effect": word(tool.effect),
                "input_schema": *tool.input_schema,
                "output_schema": tool.output_schema.as_deref(),
            })
        });
        let (tools, omitted) = (tools.collect::<Vec<_>>(), [omitted, unlisted].concat());
        let all = json!({ "tools": tools, "omitted": omitted });
        return print(&format!("{all:#}\n"));
    }
    let width =
        catalogue.tools.iter().map(|tool| tool.name.len()).max().unwrap_or_default().max("NAME".len());
    let mut text = format!("{:width$}  {:10}  {:11}  TITLE\n", "NAME", "WAY", "EFFECT");
    for tool in &catalogue.tools {
        let (way, effect) = (way(&tool.name), word(tool.effect));
        let _ = writeln!(text, "{:width$}  {way:10}  {effect:11}  {}", tool.name, tool.title);
    }
    for line in omitted.iter().chain(&unlisted) {
        let _ = writeln!(text, "{line}");
    }
    print(&text)
}

/// Returns why a tool is not listed, in the words of a manifest.
fn unlisted(omission: &Omission) -> String {
    match omission.reason {
        OmissionReason::Internal => format!(
            "{}: internal, which no outside caller sees; exposure = \"external\" shows it",
            omission.tool
        ),
        _ => omission.to_string(),
    }
}

/// Returns an effect as manifests write it.
pub(crate) fn word(effect: Effect) -> &'static str {
    match effect {
        Effect::Additive => "additive",
        Effect::Destructive => "destructive",
        Effect::ReadOnly => "read_only",
    }
}
