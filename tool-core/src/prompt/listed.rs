//! A prompt as a surface lists it.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{PromptArgument, PromptFacts};
use crate::{Icon, Listed};

/// A prompt as a surface lists it; what a protocol renders, field by field.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListedPrompt {
    /// Public name.
    pub name: String,
    /// Name for people.
    pub title: String,
    /// What it is for.
    pub description: String,
    /// The texts that it asks for, in the order in which they were declared.
    pub arguments: Vec<PromptArgument>,
    /// Pictures for people.
    pub icons: Vec<Icon>,
    /// Data for hosts that know its keys.
    pub meta: Map<String, Value>,
    /// Words to group by.
    pub tags: BTreeSet<String>,
    /// The arguments whose values can be completed.
    pub completed: Vec<String>,
}

impl ListedPrompt {
    pub(crate) fn new(listed: &Listed, facts: &PromptFacts) -> Self {
        Self {
            name: listed.name.clone(),
            title: listed.title.clone(),
            description: listed.description.clone(),
            arguments: facts.arguments.clone(),
            icons: listed.icons.clone(),
            meta: listed.meta.clone(),
            tags: listed.tags.clone(),
            completed: facts.completed.clone(),
        }
    }
}
