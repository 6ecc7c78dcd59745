//! What a model is offered for one turn: each tool in the provider's form, and why the others are not there. It is kept,
//! because the model answers to what it was shown. No call is known here.

use std::{fmt, sync::Arc};

use serde_json::{Map, Value};
use tool_core::{
    Caller, Listed, Profile, Surface,
    profile::{Note, Rendered},
};

use crate::{Format, Omission, OmissionReason, budget::StrictLimits, wire::Declared};

/// The tools that a model is offered for one turn, and those that it is not.
#[derive(Clone, Debug)]
pub struct Offer {
    tools: Vec<Offered>,
    omissions: Vec<Omission>,
    fields: Map<String, Value>,
}

/// One tool as it is offered.
#[derive(Clone)]
#[non_exhaustive]
pub struct Offered {
    /// Public name.
    pub name: String,
    /// The tool as it stands in the provider's list.
    pub declaration: Value,
    /// The profile that its schema was rendered by.
    pub profile: Profile,
    /// Why it is not strict although that was asked for: the place and the reason.
    pub not_strict: Option<String>,
    rendered: Arc<Rendered>,
}

impl Offered {
    /// Returns whether arguments are an exact fit.
    pub fn is_strict(&self) -> bool {
        self.rendered.strict
    }

    /// Returns every change of the schema, in its order.
    pub fn notes(&self) -> &[Note] {
        &self.rendered.notes
    }
}

impl fmt::Debug for Offered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Offered")
            .field("name", &self.name)
            .field("profile", &self.profile)
            .field("not_strict", &self.not_strict)
            .finish_non_exhaustive()
    }
}

impl Offer {
    /// Renders what a surface lists for a caller.
    pub(crate) fn of(surface: &Surface, caller: &Caller, format: Format, strict: bool) -> Self {
        let catalogue = surface.catalogue(caller);
        let (mut tools, mut omissions) = (Vec::new(), Vec::new());
        for hidden in catalogue.omissions {
            omissions.push(Omission { tool: hidden.tool, reason: OmissionReason::NotListed(hidden.reason) });
        }
        let mut limits = format.strict_limits();
        for listed in catalogue.tools {
            match offered(&listed, format, strict.then_some(&mut limits)) {
                Ok(tool) => tools.push(tool),
                Err(reason) => omissions.push(Omission { tool: listed.name.clone(), reason }),
            }
        }
        omissions.sort_by(|a, b| a.tool.cmp(&b.tool));
        let declarations: Vec<_> = tools.iter().map(|tool: &Offered| tool.declaration.clone()).collect();
        // A list of no tools is refused by some providers, and no list at all by none.
        let fields = if declarations.is_empty() { Map::new() } else { format.wire().request(declarations) };
        Self { tools, omissions, fields }
    }

    /// Returns what the request has for the tools, by the name of the member; nothing when there is no tool.
    ///
    /// OpenAI and Anthropic have `tools`, Gemini has `tools` with one entry, and Bedrock has `toolConfig`:
    ///
    /// ```json
    /// {"toolConfig": {"tools": [{"toolSpec": {"name": "add", "inputSchema": {"json": {"type": "object"}}}}]}}
    /// ```
    ///
    /// The same offer gives the same bytes. Put it into every request of the conversation, also into those that bring
    /// results: providers refuse calls and results in a request that declares no tools.
    pub fn fields(&self) -> &Map<String, Value> {
        &self.fields
    }

    /// Returns the tools, ordered by name; a host with tools of other kinds lists their declarations beside its own.
    pub fn tools(&self) -> &[Offered] {
        &self.tools
    }

    /// Returns the tools that are not offered, ordered by name, each with its reason. For the host only.
    pub fn omissions(&self) -> &[Omission] {
        &self.omissions
    }

    /// Returns the form in which the model was shown the tool of this name.
    pub(crate) fn rendered(&self, name: &str) -> Option<&Arc<Rendered>> {
        let found = self.tools.binary_search_by(|tool| tool.name.as_str().cmp(name));
        found.ok().map(|index| &self.tools[index].rendered)
    }
}

/// Renders one tool: strict if that is wanted and possible, else in the format's ordinary way.
fn offered(
    listed: &Listed,
    format: Format,
    strict: Option<&mut StrictLimits>,
) -> Result<Offered, OmissionReason> {
    let schema = Value::Object((*listed.input_schema).clone());
    let mut not_strict = None;
    if let (Some(limits), Some(profile)) = (strict, format.strict_profile()) {
        match strictly(listed, profile, &schema, limits) {
            Ok(rendered) => return Ok(declared(listed, format, profile, rendered, None)),
            Err(reason) => not_strict = Some(reason),
        }
    }
    let profile = format.profile();
    let rendered = in_profile(listed, profile, &schema)?;
    Ok(declared(listed, format, profile, rendered, not_strict))
}

fn strictly(
    listed: &Listed,
    profile: Profile,
    schema: &Value,
    limits: &mut StrictLimits,
) -> Result<Rendered, String> {
    let rendered = in_profile(listed, profile, schema).map_err(|reason| match reason {
        OmissionReason::Schema(reason) => reason.to_string(),
        OmissionReason::Description(reason) | OmissionReason::Name(reason) => reason,
        OmissionReason::NotListed(reason) => reason.to_string(),
    })?;
    limits.take(rendered.schema.as_ref().unwrap_or(&Value::Null))?;
    Ok(rendered)
}

fn in_profile(listed: &Listed, profile: Profile, schema: &Value) -> Result<Rendered, OmissionReason> {
    if let Some(fault) = profile.name_fault(&listed.name) {
        return Err(OmissionReason::Name(fault));
    }
    if let Some(fault) = profile.description_fault(&listed.description) {
        return Err(OmissionReason::Description(fault));
    }
    profile.render(schema).map_err(OmissionReason::Schema)
}

fn declared(
    listed: &Listed,
    format: Format,
    profile: Profile,
    rendered: Rendered,
    not_strict: Option<String>,
) -> Offered {
    let declaration = format.wire().declare(&Declared {
        name: &listed.name,
        description: &listed.description,
        schema: rendered.schema.as_ref(),
        strict: rendered.strict,
    });
    let name = listed.name.clone();
    Offered { name, declaration, profile, not_strict, rendered: Arc::new(rendered) }
}
