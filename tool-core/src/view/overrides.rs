//! Where a surface says of a tool something else than the registry does: a table, one row for each tool, and the whole of
//! the difference. What a tool does must never depend on it.

use serde_json::{Map, Value};

use super::Settings;
use crate::{BuildError, OmissionReason, Registered, Snapshot, nearest};

/// What a model is told of a tool, and what it must supply: two halves of one instruction, which change together.
///
/// # Examples
///
/// ```
/// use tool_core::Wording;
///
/// Wording::new("Finds notes of one project.", ["project", "query"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording {
    pub(super) description: String,
    pub(super) required: Vec<String>,
}

impl Wording {
    /// Returns a description with the arguments that it requires, as `required` of the schema has them: the tool's own,
    /// without what a surface adds.
    pub fn new<T: Into<String>>(
        description: impl Into<String>,
        required: impl IntoIterator<Item = T>,
    ) -> Self {
        let required = required.into_iter().map(Into::into).collect();
        Self { description: description.into(), required }
    }

    /// Returns the wording of the registry.
    pub(super) fn of(entry: &Registered) -> Self {
        let required = entry.definition().input_schema.get("required").and_then(Value::as_array);
        let names = required.into_iter().flatten().filter_map(Value::as_str);
        Self::new(entry.definition().description.clone(), names)
    }

    /// The order of the arguments says nothing.
    fn says_the_same_as(&self, other: &Self) -> bool {
        let sorted = |wording: &Self| {
            let mut names = wording.required.clone();
            names.sort_unstable();
            names
        };
        self.description == other.description && sorted(self) == sorted(other)
    }
}

/// One row of a surface's table of differences: what the registry says of a tool, what this surface says instead, and
/// why.
///
/// Some descriptions are true in a conversation only, such as "leave `project` out for the one that this is about". A
/// surface without a conversation says the stricter truth. A row holds both texts, so that whoever reviews it reads the
/// difference; and when the registry's text is not the one that the row was written against, the surface does not
/// [build](crate::SurfaceBuilder::build), and the fault shows the new text. A tool whose text changes while the surface is
/// in use is hidden from then on, and the log says so: a wrong text is never shown.
///
/// An argument that may be absent can be required here. One that the registry requires can be left out here only when
/// its schema has a `default`, with which the tool is then called; that can be in a schema that is kept as written, because
/// in any other an argument with a default may be absent already. A call that another tool makes through the surface is
/// checked by the same wording.
///
/// # Examples
///
/// ```
/// use tool_core::{Allow, Caller, Invoker, Override, Registry, Surface, Wording, tool};
///
/// /// Finds notes. Leave `project` out for the one that this conversation is about.
/// #[tool(title = "Search notes", exposure = both, effect = read_only)]
/// fn search_notes(
///     /// Words to look for.
///     query: String,
///     /// The project.
///     project: Option<String>,
/// ) -> Vec<String> {
///     vec![format!("{query} in {project:?}")]
/// }
///
/// let invoker = Invoker::builder(Registry::builder(()).tool(search_notes_tool()).build()?).unlimited().build()?;
/// let surface = Surface::outside("mcp", &invoker, Allow::exposed())
///     .overrides([Override::new(
///         "search_notes",
///         Wording::new("Finds notes. Leave `project` out for the one that this conversation is about.", ["query"]),
///         Wording::new("Finds notes of one project.", ["query", "project"]),
///         "outside callers have no conversation",
///     )])
///     .build()?;
///
/// let listed = surface.listed(&Caller::new("alice"), "search_notes").unwrap();
/// assert_eq!(listed.description, "Finds notes of one project.");
/// assert_eq!(listed.input_schema["required"], serde_json::json!(["query", "project"]));
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[derive(Clone, Debug)]
pub struct Override {
    pub(super) tool: String,
    pub(super) registry: Wording,
    pub(super) here: Wording,
    pub(super) reason: String,
}

impl Override {
    /// Returns the row of a tool, by its name in the registry: the wording of the registry that it was written against,
    /// the wording of the surface, and why they differ.
    pub fn new(tool: impl Into<String>, registry: Wording, here: Wording, reason: impl Into<String>) -> Self {
        Self { tool: tool.into(), registry, here, reason: reason.into() }
    }

    /// Returns whether the row was written against what the registry says now.
    pub(super) fn applies_to(&self, entry: &Registered) -> bool {
        self.registry.says_the_same_as(&Wording::of(entry))
    }

    /// Returns the name of the tool in the registry.
    pub(crate) fn tool(&self) -> &str {
        &self.tool
    }

    /// Returns the fault of a row whose tool the surface never lists, for this reason.
    pub(crate) fn unlisted(&self, why: &OmissionReason) -> BuildError {
        self.invalid(format!(
            "is for a tool that the surface never lists: {why}; remove the row, or list the tool"
        ))
    }

    fn invalid(&self, reason: impl Into<String>) -> BuildError {
        BuildError::InvalidOverride { tool: self.tool.clone(), reason: reason.into() }
    }

    /// Returns what the surface writes instead of the registry's wording.
    fn over(&self, entry: &Registered) -> Result<Worded, BuildError> {
        if !self.applies_to(entry) {
            let Wording { description, required } = Wording::of(entry);
            return Err(BuildError::StaleOverride { tool: self.tool.clone(), description, required });
        }
        if self.here.says_the_same_as(&self.registry) {
            return Err(self.invalid("says what the registry says; remove the row"));
        }
        if self.here.description.trim().is_empty() {
            return Err(self.invalid("has no description; say for the model what the tool does"));
        }
        if self.reason.trim().is_empty() {
            return Err(self.invalid("has no reason; say why the surface differs, reviewers will read it"));
        }
        let Wording { description, required } = self.here.clone();
        let omitted = self.omitted(entry)?;
        Ok(Worded { description, required: Some(required), omitted })
    }

    /// Returns the arguments that the tool requires and the surface does not, with what stands for each.
    fn omitted(&self, entry: &Registered) -> Result<Vec<(String, Value)>, BuildError> {
        let none = Map::new();
        let schema = &entry.definition().input_schema;
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
        for (index, argument) in self.here.required.iter().enumerate() {
            if !properties.contains_key(argument) {
                let known = nearest::nearest(argument, properties.keys().map(String::as_str));
                let hint = known.map_or_else(
                    || "name one of its own arguments".to_owned(),
                    |known| format!("did you mean `{known}`?"),
                );
                return Err(
                    self.invalid(format!("requires `{argument}`, which is no argument of the tool; {hint}"))
                );
            }
            if self.here.required[..index].contains(argument) {
                return Err(self.invalid(format!("requires `{argument}` twice; name it once")));
            }
        }
        let left_out =
            self.registry.required.iter().filter(|argument| !self.here.required.contains(argument));
        let with_default = |argument: &String| {
            let default = properties.get(argument).and_then(|property| property.get("default"));
            default.map(|default| (argument.clone(), default.clone())).ok_or_else(|| {
                self.invalid(format!(
                    "leaves out `{argument}`, which the tool needs and which has no default; require it, or make it optional in the tool"
                ))
            })
        };
        left_out.map(with_default).collect()
    }
}

/// How a surface words one tool.
pub(super) struct Worded {
    pub(super) description: String,
    /// What the surface requires, where that is not for the schema of the registry to say.
    pub(super) required: Option<Vec<String>>,
    /// What the tool is called with for arguments that it requires and the surface does not.
    pub(super) omitted: Vec<(String, Value)>,
}

impl Worded {
    /// Returns how a surface words a tool: by its row, or as the registry does.
    pub(super) fn of(settings: &Settings, entry: &Registered) -> Result<Self, BuildError> {
        match settings.row(entry.name().as_str()) {
            Some(row) => row.over(entry),
            None => Ok(Self {
                description: entry.definition().description.clone(),
                required: None,
                omitted: Vec::new(),
            }),
        }
    }

    /// Writes what is required into the schema of the registry.
    pub(super) fn require(&self, schema: &mut Map<String, Value>) {
        match &self.required {
            None => {}
            // The dialect writes `required` only when something is.
            Some(required) if required.is_empty() => drop(schema.remove("required")),
            Some(required) => {
                // What must be there stands for nothing when it is not.
                let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
                for (_, property) in
                    properties.into_iter().flatten().filter(|(name, _)| required.contains(name))
                {
                    property.as_object_mut().map(|property| property.remove("default"));
                }
                schema.insert("required".to_owned(), required.clone().into());
            }
        }
    }
}

/// Finds what is wrong with the table as a whole: rows for no tool, and two for one.
pub(super) fn faults(rows: &[Override], snapshot: &Snapshot) -> Vec<BuildError> {
    let mut faults = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        if snapshot.get(&row.tool).is_none() {
            let known = snapshot.iter().map(|tool| tool.name().as_str());
            let nearest = nearest::nearest(&row.tool, known).map(str::to_owned);
            faults.push(BuildError::UnknownTool { name: row.tool.clone(), list: "Override::new", nearest });
        }
        if rows[..index].iter().any(|earlier| earlier.tool == row.tool) {
            faults.push(row.invalid("is one of two rows of that tool; write one"));
        }
    }
    faults
}
