//! What a surface lists beside its tools, for one caller.

use std::sync::Arc;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{Icon, ListedPrompt, ListedResource, Omission, canonical_json, random};

/// What one caller may read on a surface: resources, templates of resources, and prompts.
///
/// Like a [`Catalogue`](crate::Catalogue) it is a query: what is in it can be read, because both ask the same gate.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Readable {
    /// Resources of one address, ordered by it.
    pub resources: Vec<Arc<ListedResource>>,
    /// Resources of many addresses, ordered by their template.
    pub templates: Vec<Arc<ListedResource>>,
    /// Prompts, ordered by name.
    pub prompts: Vec<Arc<ListedPrompt>>,
    /// What the caller must not learn about; for the host only.
    pub omissions: Vec<Omission>,
    /// The state of the registry that this shows.
    pub generation: u64,
}

impl Readable {
    /// Returns the identity of the resources and templates that the caller is shown, as
    /// [`Catalogue::identity`](crate::Catalogue::identity) does of tools.
    pub fn resources_identity(&self) -> String {
        identity(self.resources.iter().chain(&self.templates).map(|listed| resource(listed)))
    }

    /// Returns the identity of the prompts that the caller is shown.
    pub fn prompts_identity(&self) -> String {
        identity(self.prompts.iter().map(|listed| prompt(listed)))
    }
}

fn identity(shown: impl Iterator<Item = Value>) -> String {
    let mut bytes = Vec::new();
    // Neither a vector nor JSON of values can fail to be written.
    let _ = canonical_json::write(&shown.collect(), &mut bytes);
    random::hex(&Sha256::digest(&bytes))
}

/// Returns a resource as JSON, with all that callers can see of it.
fn resource(listed: &ListedResource) -> Value {
    // Named one by one, so that what is added to a listing is added here.
    let ListedResource {
        uri,
        name,
        title,
        description,
        mime_type,
        size,
        annotations,
        icons,
        meta,
        tags,
        completed,
    } = listed;
    json!({
        "uri": uri,
        "name": name,
        "title": title,
        "description": description,
        "mime_type": mime_type,
        "size": size,
        "annotations": annotations,
        "icons": icons.iter().map(icon).collect::<Vec<_>>(),
        "meta": meta,
        "tags": tags,
        "completed": completed,
    })
}

fn prompt(listed: &ListedPrompt) -> Value {
    let ListedPrompt { name, title, description, arguments, icons, meta, tags, completed } = listed;
    let arguments =
        arguments.iter().map(|argument| json!([argument.name, argument.description, argument.required]));
    json!({
        "name": name,
        "title": title,
        "description": description,
        "arguments": arguments.collect::<Vec<_>>(),
        "icons": icons.iter().map(icon).collect::<Vec<_>>(),
        "meta": meta,
        "tags": tags,
        "completed": completed,
    })
}

fn icon(icon: &Icon) -> Value {
    json!([icon.src, icon.mime_type, icon.sizes])
}
