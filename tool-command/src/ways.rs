//! The ways of a tool on one host: which can run, and what each is made of.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use crate::{
    Host,
    argument::Argument,
    arm::{Arm, Container, OF_ENGINES, Recipe},
    below::below,
    manifest::{CommandArm, ContainerArm, InProcessArm, Input, Node, Run, Travels},
    value::ValueType,
};

/// Returns whether the tool is reached over MCP, and in no other way.
pub(crate) fn only_mcp(run: &Run) -> bool {
    run.mcp.is_some() && run.in_process.is_none() && !runs_as_program(run)
}

/// Returns whether inputs become arguments of a program.
pub(crate) fn runs_as_program(run: &Run) -> bool {
    run.command.is_some() || run.container.is_some()
}

/// Finds what is wrong with the ways, on whatever host.
pub(crate) fn faults(node: &Node) -> Vec<String> {
    let (run, mut faults) = (&node.run, Vec::new());
    if run.mcp.is_none() && run.in_process.is_none() && !runs_as_program(run) {
        faults.push(
            "there is no way to run it; write run.command, run.container, run.in_process or run.mcp"
                .to_owned(),
        );
    }
    if let Some(container) = &run.container
        && !is_pinned(&container.image)
    {
        let image = &container.image;
        faults
            .push(format!("the image {image:?} is not pinned; write its digest, name@sha256: and 64 digits"));
    }
    let is_flag = |input: &&Input| matches!(input.travels, Some(Travels::Flag(_) | Travels::Joined(_)));
    let before = run.command.iter().flat_map(|arm| &arm.arguments);
    let mut before = before.chain(run.container.iter().flat_map(|arm| &arm.arguments));
    if let Some(input) = node.input.iter().find(is_flag)
        && before.any(|word| word == "--")
    {
        faults.push(format!(
            "the arguments have `--`, after which the flag of input `{}` would be no flag; write separator = true instead",
            input.name
        ));
    }
    let words = run.command.iter().flat_map(|arm| arm.program.iter().chain(&arm.arguments));
    let words =
        words.chain(run.container.iter().flat_map(|arm| [&arm.program].into_iter().chain(&arm.arguments)));
    if words.clone().any(|word| word.contains('\0')) {
        faults.push("a NUL character cannot be in an argument".to_owned());
    }
    faults
}

/// Returns the first way that can run: in process, command, container.
///
/// # Errors
///
/// Why none can, one reason for each.
pub(crate) fn first(
    node: &Node,
    folder: &Path,
    arguments: &[Argument],
    host: &Host,
) -> Result<Arm, Vec<String>> {
    let run = &node.run;
    let in_process = run.in_process.as_ref().map(|arm| in_process(arm, host));
    let command = run.command.as_ref().map(|arm| command(arm, node, folder, host));
    let container = run.container.as_ref().map(|arm| container(arm, node, folder, arguments, host));
    let mut reasons = Vec::new();
    for way in [in_process, command, container].into_iter().flatten() {
        match way {
            Ok(arm) => return Ok(arm),
            Err(reason) => reasons.push(reason),
        }
    }
    Err(reasons)
}

fn in_process(arm: &InProcessArm, host: &Host) -> Result<Arm, String> {
    let function = host.function(&arm.function).cloned();
    function
        .map(Arm::InProcess)
        .ok_or_else(|| format!("there is no function {} in this process", arm.function))
}

fn command(arm: &CommandArm, node: &Node, folder: &Path, host: &Host) -> Result<Arm, String> {
    let (program, first) = match (&arm.program, host.program()) {
        (Some(program), _) => (program.as_str(), &[][..]),
        (None, Some(given)) => given,
        (None, None) => return Err("it names no program, and none was given to the server".to_owned()),
    };
    let found = host.find(program).ok_or_else(|| format!("the program {program} is not there"))?;
    let mut variables = host.environment(node.environment.iter().map(String::as_str));
    variables.extend(node.set_environment.iter().map(|(name, value)| (name.into(), value.into())));
    Ok(Arm::Command(Recipe {
        program: found,
        before: [first, &arm.arguments].concat(),
        separator: arm.separator,
        folder: folder.to_owned(),
        environment: variables,
    }))
}

fn container(
    arm: &ContainerArm,
    node: &Node,
    folder: &Path,
    arguments: &[Argument],
    host: &Host,
) -> Result<Arm, String> {
    let engine = arm.engine.program();
    let found = host.find(engine).ok_or_else(|| format!("the program {engine} is not there"))?;
    let root = |argument: &Argument| match &argument.value_type {
        ValueType::Path { root, .. } => Some(root.as_path().to_owned()),
        _ => None,
    };
    let writable = arm.writable.iter().map(|written| {
        let found = below(folder, written);
        mountable(
            &found.map_err(|not_below| format!("the writable folder {} {not_below}", written.display()))?,
        )
    });
    let writable: BTreeSet<PathBuf> = writable.collect::<Result<_, _>>()?;
    let readable = arguments.iter().filter_map(root).map(|root| mountable(&root));
    let mut readable: BTreeSet<PathBuf> = readable.collect::<Result<_, _>>()?;
    readable.retain(|root| !writable.contains(root));
    let mut variables = host.environment(OF_ENGINES);
    variables.extend(host.environment(node.environment.iter().map(String::as_str)));
    variables.extend(node.set_environment.iter().map(|(name, value)| (name.into(), value.into())));
    let recipe = Recipe {
        program: found,
        before: arm.arguments.clone(),
        separator: arm.separator,
        folder: folder.to_owned(),
        environment: variables,
    };
    let container = Container {
        image: arm.image.clone(),
        program: arm.program.clone(),
        readable,
        writable,
        environment: node.environment.iter().chain(node.set_environment.keys()).cloned().collect(),
    };
    Ok(Arm::Container(recipe, container))
}

/// Returns a folder as it can be written in the option of a mount, which has commas between its parts.
fn mountable(folder: &Path) -> Result<PathBuf, String> {
    let folder =
        folder.canonicalize().map_err(|error| format!("{} is not there: {error}", folder.display()))?;
    match folder.to_str() {
        Some(text) if !text.contains([',', '"']) => Ok(folder),
        _ => Err(format!(
            "{} cannot be mounted: its name has a comma or a quote, or is no text",
            folder.display()
        )),
    }
}

/// Returns whether an image is named by what is in it.
fn is_pinned(image: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    image.split_once("@sha256:").is_some_and(|(name, digest)| {
        !name.is_empty() && !name.starts_with('-') && digest.len() == 64 && digest.bytes().all(is_digit)
    })
}
