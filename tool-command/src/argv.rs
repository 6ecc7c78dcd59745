//! Checked arguments become the list of arguments of a program, and what it reads. There is no command line anywhere.

use std::fmt;

use serde_json::{Map, Value};
use tool_core::{ArgumentFaults, Fault};

use crate::{
    argument::Argument,
    manifest::Travels,
    value::{Unfit, ValueType, kind},
};

/// What a program is started with beyond its own name.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Argv {
    /// The elements, in order.
    pub elements: Vec<String>,
    /// What the program reads on its standard input; `None` when that is closed.
    pub stdin: Option<String>,
}

impl fmt::Debug for Argv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the arguments: `Debug` ends up in logs.
        f.debug_struct("Argv").field("elements", &self.elements.len()).finish_non_exhaustive()
    }
}

/// Builds the list: what stands before, the flags in the order of the manifest, then the positionals.
pub(crate) fn argv(
    before: &[String],
    separator: bool,
    arguments: &[Argument],
    values: &Map<String, Value>,
) -> Result<Argv, ArgumentFaults> {
    let (mut elements, mut positionals, mut stdin) = (before.to_vec(), Vec::new(), None);
    let mut faults = unknown(arguments, values);
    for argument in arguments {
        let texts = match texts(argument, values.get(&argument.name)) {
            Ok(texts) => texts,
            Err(found) => {
                faults.extend(found);
                continue;
            }
        };
        match &argument.travels {
            Some(Travels::Flag(flag)) if is_boolean(argument) => {
                elements.extend(texts.iter().filter(|text| *text == "true").map(|_| flag.clone()));
            }
            Some(Travels::Flag(flag)) => {
                elements.extend(texts.into_iter().flat_map(|text| [flag.clone(), text]));
            }
            Some(Travels::Joined(flag)) => elements.extend(texts.iter().map(|text| format!("{flag}={text}"))),
            Some(Travels::Positional) => positionals.extend(texts),
            Some(Travels::Stdin) => stdin = texts.into_iter().next(),
            // Only of a tool that does not run as a program, and that is never asked for its list.
            None => {
                faults.push(Fault::new(
                    pointer(&argument.name, None),
                    "no value",
                    "one that does not travel",
                ));
            }
        }
    }
    if !faults.is_empty() {
        return Err(ArgumentFaults::from_faults(faults));
    }
    if separator && !positionals.is_empty() {
        elements.push("--".to_owned());
    }
    elements.append(&mut positionals);
    Ok(Argv { elements, stdin })
}

/// Parses every value, of a tool that is a function: what it gets is as true to its types.
pub(crate) fn check(arguments: &[Argument], values: &Map<String, Value>) -> Result<(), ArgumentFaults> {
    let mut faults = unknown(arguments, values);
    let wrong = |argument: &Argument| texts(argument, values.get(&argument.name)).err();
    faults.extend(arguments.iter().filter_map(wrong).flatten());
    if faults.is_empty() { Ok(()) } else { Err(ArgumentFaults::from_faults(faults)) }
}

/// Parses the value of an argument; nothing of it when it is absent.
fn texts(argument: &Argument, value: Option<&Value>) -> Result<Vec<String>, Vec<Fault>> {
    let name = &argument.name;
    let Some(value) = value.filter(|value| !value.is_null()) else {
        let missing = || Fault::missing(pointer(name, None), argument.value_type.expected());
        return if argument.required { Err(vec![missing()]) } else { Ok(Vec::new()) };
    };
    if !argument.repeated {
        return text(argument, value, None).map(|text| vec![text]).map_err(|fault| vec![fault]);
    }
    let Some(values) = value.as_array() else {
        return Err(vec![Fault::new(pointer(name, None), "a list", kind(value))]);
    };
    let most = argument.most_items();
    if !(1..=most).contains(&values.len()) {
        let found = if values.is_empty() { "an empty list" } else { "a longer one" };
        return Err(vec![Fault::new(pointer(name, None), format!("a list of 1 to {most} values"), found)]);
    }
    let (mut texts, mut faults) = (Vec::new(), Vec::new());
    for (index, value) in values.iter().enumerate() {
        match text(argument, value, Some(index)) {
            Ok(text) => texts.push(text),
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() { Ok(texts) } else { Err(faults) }
}

/// Parses one value. What a program would read as a flag is refused, unless it is joined to one.
fn text(argument: &Argument, value: &Value, index: Option<usize>) -> Result<String, Fault> {
    let place = || pointer(&argument.name, index);
    let text = argument.value_type.text(value);
    let text = text.map_err(|Unfit { expected, found }| Fault::new(place(), expected, found))?;
    let is_read_as_flag =
        text.starts_with('-') && matches!(argument.travels, Some(Travels::Flag(_) | Travels::Positional));
    if is_read_as_flag {
        let expected = "a value that does not begin with `-`, which the program would read as a flag";
        return Err(Fault::new(place(), expected, "one that does"));
    }
    Ok(text)
}

fn unknown(arguments: &[Argument], values: &Map<String, Value>) -> Vec<Fault> {
    let declared = || arguments.iter().map(|argument| argument.name.as_str());
    let strangers = values.keys().filter(|name| declared().all(|known| known != name.as_str()));
    strangers.map(|name| Fault::unknown("", name, declared())).collect()
}

fn is_boolean(argument: &Argument) -> bool {
    matches!(argument.value_type, ValueType::Boolean)
}

/// A JSON pointer. Names of arguments have nothing that would be escaped in it.
fn pointer(name: &str, index: Option<usize>) -> String {
    match index {
        Some(index) => format!("/{name}/{index}"),
        None => format!("/{name}"),
    }
}
