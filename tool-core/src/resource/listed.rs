//! A resource as a surface lists it.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::ResourceFacts;
use crate::{Annotations, Icon, Listed};

/// A resource, or a template of resources, as a surface lists it; what a protocol renders, field by field.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ListedResource {
    /// The address; of a template, the template.
    pub uri: String,
    /// Public name, for programs.
    pub name: String,
    /// Name for people.
    pub title: String,
    /// What the model reads.
    pub description: String,
    /// Media type.
    pub mime_type: Option<String>,
    /// Size in bytes.
    pub size: Option<u64>,
    /// For whom it is, how much it matters, and how old it is.
    pub annotations: Annotations,
    /// Pictures for people.
    pub icons: Vec<Icon>,
    /// Data for hosts that know its keys.
    pub meta: Map<String, Value>,
    /// Words to group by.
    pub tags: BTreeSet<String>,
    /// Of a template, the variables whose values can be completed.
    pub completed: Vec<String>,
}

impl ListedResource {
    pub(crate) fn new(listed: &Listed, facts: &ResourceFacts) -> Self {
        Self {
            uri: facts.uri.clone(),
            name: listed.name.clone(),
            title: listed.title.clone(),
            description: listed.description.clone(),
            mime_type: facts.mime_type.clone(),
            size: facts.size,
            annotations: facts.annotations.clone(),
            icons: listed.icons.clone(),
            meta: listed.meta.clone(),
            tags: listed.tags.clone(),
            completed: facts.completed.clone(),
        }
    }
}
