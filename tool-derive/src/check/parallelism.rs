//! Rules over which calls may run at once. What the words mean is `tool-core`'s.

use crate::{
    errors::Errors,
    model::{function::Function, parameter::Parameter},
    settings::{Calls, Parallelism, Settings},
    suggestion::instead,
};

/// Finds what would silently not hold.
pub(super) fn facts(settings: &Settings, errors: &mut Errors) {
    let Some(Parallelism { calls, span }) = &settings.parallelism else { return };
    match calls {
        Calls::Parallel => return,
        Calls::SerialByTarget if settings.target.is_none() => {
            errors.at(*span, "serial_by_target needs a target; add target = \"...\", or write exclusive");
        }
        Calls::Exclusive | Calls::SerialBy(_) | Calls::SerialByTarget => {}
    }
    if settings.control.is_some() {
        errors.at(*span, "a control tool never waits for its turn; leave parallelism or control out");
    }
}

/// Finds an argument that does not exist. Of a struct serde alone knows the names, so there the registry finds it.
pub(super) fn function(function: &Function, errors: &mut Errors) {
    let Some(Parallelism { calls: Calls::SerialBy(argument), .. }) = &function.facts.settings.parallelism
    else {
        return;
    };
    let supplied = function.parameters.iter().filter_map(Parameter::argument);
    let names: Vec<_> = supplied.map(|argument| argument.name.as_str()).collect();
    let written = argument.value();
    // A parameter with a mistake of its own may be the one that is meant.
    if !function.complete || names.contains(&written.as_str()) {
        return;
    }
    let message = if names.is_empty() {
        format!("unknown argument {written}; the model supplies none to this tool")
    } else {
        format!("unknown argument {written}; {}", instead(&written, &names))
    };
    errors.at(argument.span(), message);
}
