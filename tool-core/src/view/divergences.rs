//! All differences between a surface and the registry, on one screen. A rendering of the table; it decides nothing.

use std::fmt;

use super::{Override, Settings, Wording};
use crate::Snapshot;

/// Every tool of which a surface says something else than the registry, with both texts and the reason.
///
/// Its `Display` is for a person who asks what outside callers read:
///
/// ```text
/// search_notes: outside callers have no conversation
///   registry  Finds notes. Leave `project` out for the one that this conversation is about.
///             requires query
///   here      Finds notes of one project.
///             requires query, project
/// ```
#[derive(Clone, Debug)]
pub struct Divergences(Vec<Divergence>);

/// One tool of which a surface says something else than the registry.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Divergence {
    /// Name in the registry.
    pub tool: String,
    /// What the registry says now; nothing when the tool has gone.
    pub registry: Option<Wording>,
    /// What the surface says.
    pub here: Wording,
    /// Why.
    pub reason: String,
    /// Whether the registry still says what the row was written against. When it does not, the surface hides the tool.
    pub applies: bool,
}

impl Divergences {
    pub(crate) fn of(settings: &Settings, snapshot: &Snapshot) -> Self {
        let divergence = |row: &Override| {
            let entry = snapshot.get(&row.tool);
            Divergence {
                tool: row.tool.clone(),
                registry: entry.map(Wording::of),
                here: row.here.clone(),
                reason: row.reason.clone(),
                applies: entry.is_some_and(|entry| row.applies_to(entry)),
            }
        };
        Self(settings.overrides.iter().map(divergence).collect())
    }

    /// Returns the differences, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = &Divergence> {
        self.0.iter()
    }

    /// Returns how many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether the surface says nothing else than the registry.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Divergences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("the surface says what the registry says");
        }
        for (index, divergence) in self.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{divergence}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.tool, self.reason)?;
        match &self.registry {
            None => f.write_str("\n  hidden    the tool is not registered any more")?,
            Some(registry) => {
                if !self.applies {
                    f.write_str("\n  hidden    the registry says something else since the row was written")?;
                }
                wording(f, "registry", registry)?;
            }
        }
        wording(f, "here", &self.here)
    }
}

/// Writes one wording; further lines of a description stand under the first.
fn wording(f: &mut fmt::Formatter<'_>, whose: &str, wording: &Wording) -> fmt::Result {
    let mut lines = wording.description.lines();
    write!(f, "\n  {whose:<9} {}", lines.next().unwrap_or_default())?;
    for line in lines {
        write!(f, "\n            {line}")?;
    }
    match wording.required.as_slice() {
        [] => write!(f, "\n            requires nothing"),
        required => write!(f, "\n            requires {}", required.join(", ")),
    }
}
