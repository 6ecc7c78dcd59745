//! What is wrong with a tool, apart from its inputs and its ways: its words, its variables, and where its paths lead.

use std::path::{Path, PathBuf};

use crate::{
    below::{NotBelow, below},
    manifest::{Node, Requirement},
    requirement,
};

/// The most bytes that a manifest may ask to be kept: 16 MiB.
const MOST_OUTPUT: usize = 16 * 1024 * 1024;

/// Finds what is wrong on whatever host.
pub(crate) fn wrong(node: &Node) -> Vec<String> {
    let mut faults = Vec::new();
    for (key, text) in [("title", &node.title), ("summary", &node.summary)] {
        if text.trim().is_empty() {
            faults.push(format!("the {key} is empty; people and models read it"));
        }
    }
    if node.output_limit_bytes.is_some_and(|limit| !(1..=MOST_OUTPUT).contains(&limit)) {
        faults.push(format!("output_limit_bytes is not from 1 to {MOST_OUTPUT}"));
    }
    for requirement in &node.requires {
        if let Requirement::Program(program) = requirement
            && let Some(lowest) =
                program.minimum_version.as_ref().filter(|text| !requirement::is_version(text))
        {
            faults.push(format!(
                "the minimum version {lowest:?} is none; write two or three numbers, such as 2.30"
            ));
        }
    }
    let names = node.environment.iter().chain(node.set_environment.keys());
    faults.extend(names.filter(|name| !is_variable(name)).map(|name| {
        format!("{name:?} cannot be the name of a variable; write letters, digits and `_`, no digit first")
    }));
    if let Some((name, _)) = node.set_environment.iter().find(|(_, value)| value.contains('\0')) {
        faults.push(format!("the variable {name} has a NUL character, which no variable can hold"));
    }
    faults
}

/// Whether programs and shells agree that it is the name of a variable.
fn is_variable(name: &str) -> bool {
    let is_rest = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !name.is_empty() && !name.starts_with(|first: char| first.is_ascii_digit()) && name.bytes().all(is_rest)
}

/// Finds what a tool needs or writes to outside of its folder. What is not there is no fault, and decided later.
pub(crate) fn outside(node: &Node, folder: &Path) -> Vec<String> {
    let files = node.requires.iter().filter_map(|requirement| match requirement {
        Requirement::File(file) => Some(("the file that it requires", file)),
        _ => None,
    });
    let writable = node.run.container.iter().flat_map(|arm| &arm.writable);
    let all = files.chain(writable.map(|written| ("the writable folder", written)));
    let fault = |(what, path): (&str, &PathBuf)| match below(folder, path) {
        Err(not_below @ NotBelow::Outside) => Some(format!("{what}, {}, {not_below}", path.display())),
        _ => None,
    };
    all.filter_map(fault).collect()
}
