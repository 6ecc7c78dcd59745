//! What one surface shows beside its tools: resources, prompts, and what completes their arguments.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use super::{Rendered, Settings, public_names};
use crate::{BuildError, ListedPrompt, ListedResource, Registered, Snapshot, readable::Role};

/// Everything that is read and not called, also what nobody may see: admission decides, not absence.
pub(crate) struct Readables {
    /// Resources and templates by address, then prompts by name.
    ordered: Vec<Shown>,
    by_name: HashMap<String, Arc<Rendered>>,
    /// Prompts by public name.
    prompts: HashMap<String, Arc<Rendered>>,
}

/// A resource or a prompt, with what is listed of it.
pub(crate) struct Shown {
    pub(crate) rendered: Arc<Rendered>,
    pub(crate) as_: ShownAs,
}

pub(crate) enum ShownAs {
    Prompt(Arc<ListedPrompt>),
    Resource { listed: Arc<ListedResource>, is_template: bool },
}

impl Readables {
    pub(super) fn of(settings: &Settings, snapshot: &Snapshot, faults: &mut Vec<BuildError>) -> Self {
        let (mut ordered, mut by_name, mut prompts) = (Vec::new(), HashMap::new(), HashMap::new());
        let mut names = names_of_all(settings, snapshot, faults);
        for entry in snapshot.readables() {
            // A public name that hosts could not tell from another one is nobody's.
            let Some(public_name) = names.remove(entry.name().as_str()) else { continue };
            let (disabled, allowed) = (snapshot.disabled(entry.name()), allowed(settings, entry));
            let rendered = Arc::new(Rendered::readable(settings, entry, public_name, disabled, allowed));
            by_name.insert(entry.name().to_string(), Arc::clone(&rendered));
            let as_ = match &entry.role {
                Role::Prompt(facts) => {
                    prompts.insert(rendered.listed.name.clone(), Arc::clone(&rendered));
                    ShownAs::Prompt(Arc::new(ListedPrompt::new(&rendered.listed, facts)))
                }
                Role::Resource(facts) => ShownAs::Resource {
                    listed: Arc::new(ListedResource::new(&rendered.listed, facts)),
                    is_template: facts.is_template,
                },
                Role::Completion { .. } | Role::Tool => continue,
            };
            ordered.push(Shown { rendered, as_ });
        }
        ordered.sort_by(|one, other| one.key().cmp(&other.key()));
        Self { ordered, by_name, prompts }
    }

    /// Returns what has this name in the registry.
    pub(crate) fn get(&self, name: &str) -> Option<&Arc<Rendered>> {
        self.by_name.get(name)
    }

    /// Returns the prompt of this public name.
    pub(crate) fn prompt(&self, public_name: &str) -> Option<&Arc<Rendered>> {
        self.prompts.get(public_name)
    }

    /// Returns the prompt of this public name, with what is listed of it.
    pub(crate) fn listed_prompt(&self, public_name: &str) -> Option<(&Arc<Rendered>, &Arc<ListedPrompt>)> {
        self.ordered.iter().find_map(|shown| match &shown.as_ {
            ShownAs::Prompt(listed) if listed.name == public_name => Some((&shown.rendered, listed)),
            _ => None,
        })
    }

    /// Returns the template that is written so.
    pub(crate) fn template(&self, uri: &str) -> Option<&Arc<Rendered>> {
        let is_it = |shown: &&Shown| matches!(&shown.as_, ShownAs::Resource { listed, is_template: true } if listed.uri == uri);
        self.ordered.iter().find(is_it).map(|shown| &shown.rendered)
    }

    /// Returns what answers for an address, with the values of its variables: a resource before a template. Two of either
    /// never do.
    pub(crate) fn at(&self, uri: &str) -> Option<(&Arc<Rendered>, BTreeMap<&str, String>)> {
        let matched = |shown: &'_ Shown| match &shown.rendered.entry.role {
            Role::Resource(facts) => facts.pattern.as_ref()?.matched(uri).map(|values| values.is_empty()),
            _ => None,
        };
        let of_kind = |fixed: bool| self.ordered.iter().find(|shown| matched(shown) == Some(fixed));
        let rendered = &of_kind(true).or_else(|| of_kind(false))?.rendered;
        let Role::Resource(facts) = &rendered.entry.role else { return None };
        Some((rendered, facts.pattern.as_ref()?.matched(uri)?))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Shown> {
        self.ordered.iter()
    }
}

impl Shown {
    fn key(&self) -> (u8, &str) {
        match &self.as_ {
            ShownAs::Resource { listed, is_template } => (u8::from(*is_template), &listed.uri),
            ShownAs::Prompt(listed) => (2, &listed.name),
        }
    }
}

/// Returns whether the surface's allowlist has it. What completes an argument is allowed with the entry that it belongs to.
fn allowed(settings: &Settings, entry: &Registered) -> bool {
    match &entry.role {
        Role::Completion { of, .. } => settings.allow.admits_name(of),
        _ => settings.allow.admits(entry.name()),
    }
}

/// Returns the public names by the names in the registry. Each kind has its own; nobody asks for a completion by a name.
fn names_of_all(
    settings: &Settings,
    snapshot: &Snapshot,
    faults: &mut Vec<BuildError>,
) -> HashMap<String, String> {
    let kinds: [fn(&Role) -> bool; 3] = [
        |role| matches!(role, Role::Completion { .. }),
        |role| matches!(role, Role::Prompt(_)),
        |role| matches!(role, Role::Resource(_)),
    ];
    let mut all = HashMap::new();
    for is_it in kinds {
        let of_kind = snapshot.readables().map(Arc::as_ref).filter(|entry| is_it(&entry.role));
        let (names, clashes) = public_names::table(of_kind, settings.longest_name);
        faults.extend(clashes);
        all.extend(names.into_iter().map(|(name, public)| (name.to_string(), public)));
    }
    all
}
