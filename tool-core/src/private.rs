//! What generated code calls. Not public API: it changes with the attributes, which are released together with it.

pub use schemars;
pub use serde;
pub use serde_json;

pub use crate::function::{
    ArgumentStruct, RunFn, Running, Runs,
    argument::{Argument, Reading, argument},
    arguments::Arguments,
    blocking::blocking,
    input::Input,
    returned::{Fail, Okay, Output, Rendering, Returned, hidden, rendering},
};

use std::sync::{Mutex, MutexGuard};

use crate::{HostMetadata, SourceLocation, ToolDef, ToolDefinition, ToolError};

/// Returns a tool. There is no other way to make a [`ToolDef`].
pub fn tool_def<S>(
    definition: ToolDefinition,
    host: HostMetadata,
    location: SourceLocation,
    run: RunFn<S>,
) -> ToolDef<S> {
    ToolDef { definition, host, location, run }
}

/// Returns what the model reads about a function.
pub fn definition(
    name: &str,
    description: &str,
    input: Input,
    output: fn() -> (Option<serde_json::Value>, bool),
) -> ToolDefinition {
    returning(input.finish(name, description), output())
}

/// Returns what the model reads about an argument struct.
pub fn struct_definition<A, S>(name: &str, description: &str) -> ToolDefinition
where
    A: ArgumentStruct,
    S: Runs<A>,
{
    let output = (<S::Output as Output>::schema(), <S::Output as Output>::is_pending());
    returning(A::definition(name, description), output)
}

fn returning(
    definition: ToolDefinition,
    (schema, is_pending): (Option<serde_json::Value>, bool),
) -> ToolDefinition {
    let definition = ToolDefinition { is_pending, ..definition };
    match schema {
        Some(schema) => definition.with_output_schema(schema),
        None => definition,
    }
}

/// Adds the entries of a JSON object to what the host reads.
pub fn with_meta(host: HostMetadata, meta: serde_json::Value) -> HostMetadata {
    match meta {
        serde_json::Value::Object(entries) => {
            entries.into_iter().fold(host, |host, (key, value)| host.with_meta(key, value))
        }
        _ => host,
    }
}

/// Locks a part of the state for one call.
///
/// # Errors
///
/// An internal error when a call panicked while it held the lock: what it left behind may be half done.
pub fn lock<T: ?Sized>(part: &Mutex<T>) -> Result<MutexGuard<'_, T>, ToolError> {
    part.lock().map_err(|_| ToolError::internal("a call panicked while it had locked this part of the state"))
}

#[cfg(feature = "linked")]
pub use inventory;

#[cfg(feature = "linked")]
pub use crate::registry::linked::Candidate;

pub use crate::__tool_submit as submit;

/// Nominates a tool for the registries of one state type. Two definitions, so that the attribute need not know which
/// features are on.
#[cfg(feature = "linked")]
#[doc(hidden)]
#[macro_export]
macro_rules! __tool_submit {
    ($name:literal, $state:ty, $companion:path) => {
        $crate::__private::inventory::submit! {
            $crate::__private::Candidate {
                name: $name,
                location: $crate::SourceLocation::new(::core::file!(), ::core::line!()),
                state: || (::core::any::TypeId::of::<$state>(), ::core::any::type_name::<$state>()),
                tool: || ::std::boxed::Box::new($companion()),
            }
        }
    };
}

/// Says which feature is missing.
#[cfg(not(feature = "linked"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __tool_submit {
    ($($candidate:tt)*) => {
        ::core::compile_error!("collect needs the feature `linked` of tool-core");
    };
}
