//! Presentable: hosts can show every listed tool, and models can read it.

use serde_json::{Map, Value};

use crate::{
    Caller, Listed, Surface,
    lint::{Finding, Grade, UNDESCRIBED},
    schema::Checker,
};

/// Asserts that hosts can show every tool that the surface lists for this caller.
///
/// What [`Surface::lint`] finds of the grade [`Error`](Grade::Error) in one tool is wrong here too, and so is an argument
/// without a description. How many tools there are is not: that is a question of which hosts are meant.
///
/// # Panics
///
/// When one cannot be shown; the message names every tool and what it lacks.
#[track_caller]
pub fn assert_presentable(surface: &Surface, caller: &Caller) {
    let mut wrong: Vec<_> =
        surface.catalogue(caller).tools.iter().flat_map(|tool| unshowable(tool)).collect();
    for tool in surface.lint(caller).tools {
        let faults = tool.findings.iter().filter(|finding| is_fault(finding));
        wrong.extend(faults.map(|finding| {
            let at =
                if finding.pointer.is_empty() { String::new() } else { format!("{}: ", finding.pointer) };
            format!("`{}`: {at}{}", tool.public_name, finding.message)
        }));
    }
    assert!(
        wrong.is_empty(),
        "surface `{}` lists what cannot be shown:\n- {}",
        surface.name(),
        wrong.join("\n- ")
    );
}

fn is_fault(finding: &Finding) -> bool {
    let names_an_argument = finding.pointer.matches('/').count() == 2;
    finding.grade == Grade::Error || finding.lint == UNDESCRIBED.name && names_an_argument
}

fn unshowable(tool: &Listed) -> Vec<String> {
    let mut faults = Vec::new();
    let mut require = |holds: bool, fault: &str| {
        if !holds {
            faults.push(format!("`{}`: {fault}", tool.name));
        }
    };
    require(!tool.title.trim().is_empty(), "it has no title");
    require(is_object(&tool.input_schema), "its input schema has no object at its root");
    require(Checker::compile(&tool.input_schema).is_ok(), "its input schema does not compile");
    if let Some(output) = &tool.output_schema {
        require(is_object(output), "its output schema has no object at its root");
        require(Checker::compile(output).is_ok(), "its output schema does not compile");
    }
    faults
}

fn is_object(schema: &Map<String, Value>) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("object")
}
