//! One resource, one template and what is read in MCP's form, for the revision of a peer.

use base64::{Engine, engine::general_purpose::STANDARD};
use rmcp::model::{Resource, ResourceContents, ResourceTemplate};
use tool_core::{ListedResource, ResourceBody};

use crate::{
    project::{icons, meta},
    result::hints,
    revision::{Feature, Revision},
};

pub(super) fn resource(listed: &ListedResource, revision: &Revision) -> Resource {
    let mut resource = Resource::new(listed.uri.clone(), listed.name.clone());
    resource.title = revision.knows(Feature::Title).then(|| listed.title.clone());
    resource.description = Some(listed.description.clone()).filter(|text| !text.is_empty());
    resource.mime_type.clone_from(&listed.mime_type);
    resource.size = listed.size;
    resource.icons = icons(&listed.icons, revision);
    resource.meta = meta(&listed.meta, revision);
    resource.annotations = hints(&listed.annotations, revision);
    resource
}

pub(super) fn template(listed: &ListedResource, revision: &Revision) -> ResourceTemplate {
    let mut template = ResourceTemplate::new(listed.uri.clone(), listed.name.clone());
    template.title = revision.knows(Feature::Title).then(|| listed.title.clone());
    template.description = Some(listed.description.clone()).filter(|text| !text.is_empty());
    template.mime_type.clone_from(&listed.mime_type);
    template.icons = icons(&listed.icons, revision);
    template.meta = meta(&listed.meta, revision);
    template.annotations = hints(&listed.annotations, revision);
    template
}

/// Returns what was read, each document under its own address or the one that was asked for.
pub(super) fn contents(found: tool_core::ResourceContents, uri: &str) -> Vec<ResourceContents> {
    let part = |part: tool_core::ResourcePart| {
        let uri = part.uri.unwrap_or_else(|| uri.to_owned());
        let mime_type = part.mime_type;
        match part.body {
            ResourceBody::Bytes(bytes) => ResourceContents::BlobResourceContents {
                uri,
                mime_type,
                blob: STANDARD.encode(bytes),
                meta: None,
            },
            ResourceBody::Text(text) => {
                ResourceContents::TextResourceContents { uri, mime_type, text, meta: None }
            }
        }
    };
    found.into_parts().into_iter().map(part).collect()
}
