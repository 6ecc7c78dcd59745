//! One tool of a manifest on one host: what it is, how it runs here, or why it is not offered.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use serde_json::{Map, Value, json};
use tool_core::{Effect, Exposure, HostMetadata, Kind, ToolDefinition};

use crate::{
    CommandTool, Host, Manifest, OmittedReason, Place,
    argument::Argument,
    below::below,
    envelope::Rules,
    exposure::exposure,
    facts,
    manifest::{Form, Node, Requirement, Travels},
    projection::Remark,
    requirement,
    result::{Expected, ExpectedForm},
    tool::{self, Parts},
    ways,
};

/// The longest that a tool which is no operation may take: hosts drop a call that they hold for a minute.
const IN_PLACE: Duration = Duration::from_secs(50);

/// The time limit of an operation that states none.
const OPERATION: Duration = Duration::from_mins(10);

/// Bytes that are kept of each stream, unless a manifest says another number.
const OUTPUT_LIMIT: usize = 65_536;

/// What became of one tool.
pub(crate) struct Bound {
    pub(crate) tool: Result<CommandTool, OmittedReason>,
    pub(crate) remarks: Vec<Remark>,
}

/// Binds a tool of a manifest to a host.
///
/// # Errors
///
/// What could not be found out, in words.
pub(crate) async fn bind(
    node: &Node,
    place: &Place,
    manifest: &Manifest,
    envelopes: Option<&Arc<Rules>>,
    host: &Host,
) -> Result<Bound, Vec<String>> {
    if let Some(prefix) = host.hides(&node.id) {
        let reason = OmittedReason::Hidden(prefix.to_owned());
        return Ok(Bound { tool: Err(reason), remarks: Vec::new() });
    }
    let mut faults = facts::wrong(node);
    let exposure = exposure(node.exposure, &node.metadata, manifest.exposes_unless_denied);
    let exposure = exposure.unwrap_or_else(|fault| {
        faults.push(fault);
        Exposure::Internal
    });
    let remarks = remarks(node, exposure, place);
    let omitted = |reason| Ok(Bound { tool: Err(reason), remarks: remarks.clone() });
    let folder = match folder(node, host) {
        Ok(folder) => folder,
        // Every other path is looked for below it.
        Err(fault) => return Err([faults, vec![fault]].concat()),
    };
    faults.extend(facts::outside(node, &folder));
    let arguments = arguments(node, &folder, &mut faults);
    let form = form(node, manifest, envelopes).map_err(|fault| faults.push(fault)).ok();
    faults.extend(ways::faults(node));
    let (Some((form, schema)), true) = (form, faults.is_empty()) else {
        return Err(faults);
    };
    let time_limit = time_limit(node, host);
    if let Some(reason) = left_out(node, &arguments, time_limit, &folder, host).await {
        return omitted(reason);
    }
    let arm = match ways::first(node, &folder, &arguments, host) {
        Ok(arm) => arm,
        Err(reasons) => return omitted(OmittedReason::NoWay(reasons)),
    };
    let tool = CommandTool::new(Parts {
        definition: definition(node, &arguments, &form, schema),
        host: metadata(node, exposure),
        place: place.clone(),
        arm,
        expected: Expected {
            form,
            exit_statuses: node.exit_statuses.clone(),
            shows_errors: node.show_errors,
            may_have_effect: Effect::from(node.effect) != Effect::ReadOnly,
        },
        arguments,
        time_limit,
        output_limit: node.output_limit_bytes.unwrap_or(OUTPUT_LIMIT),
        satisfies: node.satisfies.clone(),
        running: host.running.clone(),
    });
    tool::registrable(&tool)?;
    Ok(Bound { tool: Ok(tool), remarks })
}

/// Decides whether a tool that is described as it should be is not offered, whatever way it runs in.
async fn left_out(
    node: &Node,
    arguments: &[Argument],
    time_limit: Option<Duration>,
    folder: &Path,
    host: &Host,
) -> Option<OmittedReason> {
    if ways::only_mcp(&node.run) {
        return Some(OmittedReason::OnlyMcp);
    }
    let unconstrained = arguments.iter().find(|argument| argument.is_unconstrained());
    if let Some(argument) = unconstrained.filter(|_| ways::runs_as_program(&node.run)) {
        return Some(OmittedReason::Unconstrained { input: argument.name.clone() });
    }
    if !node.operation && time_limit.is_none_or(|limit| limit > IN_PLACE) {
        return Some(OmittedReason::TooLong { seconds: time_limit.map(|limit| limit.as_secs()) });
    }
    for requirement in &node.requires {
        if let Some(unmet) = requirement::unmet(requirement, folder, host).await {
            return Some(OmittedReason::Unmet(unmet));
        }
    }
    None
}

fn arguments(node: &Node, folder: &Path, faults: &mut Vec<String>) -> Vec<Argument> {
    let runs = ways::runs_as_program(&node.run);
    let mut arguments: Vec<Argument> = Vec::new();
    for input in &node.input {
        if arguments.iter().any(|known| known.name == input.name) {
            faults.push(format!("input `{}` is described a second time; rename one", input.name));
        }
        match Argument::of(input, runs, folder) {
            Ok(argument) => arguments.push(argument),
            Err(fault) => faults.push(fault),
        }
    }
    let travels = |way: &Travels| {
        arguments.iter().filter(|argument| argument.travels.as_ref() == Some(way)).collect::<Vec<_>>()
    };
    if let [_, second, ..] = travels(&Travels::Stdin)[..] {
        faults.push(format!("input `{}` is a second one on standard input, which is one text", second.name));
    }
    let positionals = travels(&Travels::Positional);
    if let Some(argument) = positionals.iter().rev().skip(1).find(|argument| argument.repeated) {
        faults.push(format!(
            "input `{}` is a repeated positional that is not the last; whatever follows could not be told from it",
            argument.name
        ));
    }
    // A positional that may be left out moves the next one into its place.
    let optional = positionals.iter().position(|argument| !argument.required);
    let after = optional.and_then(|place| positionals.get(place + 1));
    if let Some(argument) = after {
        faults.push(format!(
            "input `{}` is a positional after one that may be left out; require that one, or give one of them a flag",
            argument.name
        ));
    }
    arguments
}

fn folder(node: &Node, host: &Host) -> Result<PathBuf, String> {
    let Some(written) = &node.working_directory else { return Ok(host.folder().to_owned()) };
    let said = |what: &str| format!("the working directory {} {what}", written.display());
    let folder = below(host.folder(), written).map_err(|not_below| said(&not_below.to_string()))?;
    if folder.is_dir() { Ok(folder) } else { Err(said("is no folder")) }
}

/// Returns what is expected of the program's output, and its schema.
fn form(
    node: &Node,
    manifest: &Manifest,
    envelopes: Option<&Arc<Rules>>,
) -> Result<(ExpectedForm, Option<Value>), String> {
    let output = &node.output;
    let schema = match (&output.schema, &output.schema_file) {
        (Some(_), Some(_)) => {
            return Err("the output has a schema and a schema_file; leave one out".to_owned());
        }
        (Some(schema), None) => Some(Value::Object(schema.clone())),
        (None, Some(file)) => Some(manifest.json_beside(file)?),
        (None, None) => None,
    };
    match output.form {
        Form::Json => {
            let compiled = schema.as_ref().map(|schema| {
                jsonschema::draft202012::new(schema)
                    .map_err(|error| format!("the output schema is none: {error}"))
            });
            Ok((ExpectedForm::Json(compiled.transpose()?.map(Arc::new)), schema))
        }
        _ if schema.is_some() => {
            Err("the output has a schema, and its form has none; write form = \"json\"".to_owned())
        }
        Form::Text => Ok((ExpectedForm::Text, None)),
        Form::Envelope if node.operation => {
            // Its first answer is the operation, which is no envelope.
            Err("every answer of the form \"envelope\" is one, and an operation is answered with the operation; leave operation = true out, or write form = \"text\"".to_owned())
        }
        Form::Envelope => {
            let rules = envelopes.ok_or(
                "its form is that of an envelope program, which the manifest does not say; write [envelope]",
            )?;
            Ok((ExpectedForm::Envelope(Arc::clone(rules)), None))
        }
    }
}

fn time_limit(node: &Node, host: &Host) -> Option<Duration> {
    let default = || match host.time_limit() {
        Some(limit) if node.operation || (!limit.is_zero() && limit <= IN_PLACE) => limit,
        None if node.operation => OPERATION,
        // What the host states for all is for operations, where it is longer than a call is held.
        _ => IN_PLACE,
    };
    let limit = node.time_limit_secs.map_or_else(default, Duration::from_secs);
    (!limit.is_zero()).then_some(limit)
}

fn definition(
    node: &Node,
    arguments: &[Argument],
    form: &ExpectedForm,
    output: Option<Value>,
) -> ToolDefinition {
    let properties: Map<String, Value> =
        arguments.iter().map(|argument| (argument.name.clone(), argument.schema())).collect();
    let required: Vec<_> = arguments
        .iter()
        .filter(|argument| argument.required)
        .map(|argument| argument.name.as_str())
        .collect();
    let definition = ToolDefinition::new(&node.id, &node.summary).with_input_schema(json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false
    }));
    match (form, output) {
        (ExpectedForm::Envelope(rules), _) => definition.with_verbatim_output_schema(rules.output_schema()),
        (_, Some(schema)) => definition.with_output_schema(schema),
        (_, None) => definition,
    }
}

fn metadata(node: &Node, exposure: Exposure) -> HostMetadata {
    let kind = if node.operation { Kind::Operation } else { Kind::Immediate };
    let metadata = HostMetadata::default()
        .with_title(&node.title)
        .with_exposure(exposure)
        .with_effect(node.effect.into())
        .with_open_world(node.open_world)
        .with_kind(kind)
        .with_scopes(node.scopes.iter().cloned());
    match node.idempotent {
        Some(idempotent) => metadata.with_idempotent(idempotent),
        None => metadata,
    }
}

fn remarks(node: &Node, exposure: Exposure, place: &Place) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let mut remark = |text: String| remarks.push(Remark::new(place.clone(), text));
    if node.title == node.id {
        remark(format!("the title of `{}` is its id; say it in words for people", node.id));
    }
    if exposure == Exposure::Internal {
        remark(format!(
            "`{}` is internal, which no outside caller sees; exposure = \"external\" shows it",
            node.id
        ));
    }
    for requirement in &node.requires {
        if let Requirement::Network(why) = requirement {
            remark(format!("`{}` needs the network, which is not tried: {why}", node.id));
        }
    }
    remarks
}
