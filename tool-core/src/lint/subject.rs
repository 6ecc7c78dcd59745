//! One tool as whoever calls it would read it: as the registry has it, or as a surface lists it. Nothing is judged here.

use std::borrow::Cow;

use serde_json::Value;

use crate::{Listed, Registered, ToolName, view};

/// One tool as a model would read it.
pub(super) struct Subject<'t> {
    pub(super) name: &'t ToolName,
    pub(super) public_name: Cow<'t, str>,
    pub(super) description: &'t str,
    pub(super) input: Cow<'t, Value>,
    output: Option<Cow<'t, Value>>,
}

impl<'t> Subject<'t> {
    /// Returns a tool as any surface would show it that adds nothing.
    pub(super) fn registered(tool: &'t Registered) -> Self {
        let definition = tool.definition();
        Self {
            name: tool.name(),
            public_name: view::public_name(tool.name().as_str()).into(),
            description: &definition.description,
            input: Cow::Borrowed(&definition.input_schema),
            output: definition.output_schema.as_ref().map(Cow::Borrowed),
        }
    }

    /// Returns a tool as one surface shows it, with what that adds.
    pub(super) fn listed(name: &'t ToolName, listed: &'t Listed) -> Self {
        let whole = |schema: &serde_json::Map<_, _>| Cow::Owned(Value::Object(schema.clone()));
        Self {
            name,
            public_name: listed.name.as_str().into(),
            description: &listed.description,
            input: whole(&listed.input_schema),
            output: listed.output_schema.as_deref().map(whole),
        }
    }

    /// Returns how many bytes of a listing are this tool's: its texts and its schemas.
    pub(super) fn bytes(&self) -> usize {
        let output = self.output.as_deref().map_or(0, json_bytes);
        self.public_name.len() + self.description.len() + self.input_bytes() + output
    }

    /// Returns the bytes of the schema of the arguments.
    pub(super) fn input_bytes(&self) -> usize {
        json_bytes(&self.input)
    }
}

fn json_bytes(schema: &Value) -> usize {
    serde_json::to_string(schema).map_or(usize::MAX, |text| text.len())
}
