//! What a surface shows beside its tools, as text that a reviewer reads line by line.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::written::{block, icon_words, line, pretty, shown};
use crate::{Icon, ListedPrompt, ListedResource, Readable};

/// Returns the resources and prompts that a surface lists as text: the same ones are the same bytes, and none are none.
pub(super) fn written_readable(readable: &Readable) -> String {
    let mut text = String::new();
    for resource in &readable.resources {
        write_resource(&mut text, "resource", resource);
    }
    for template in &readable.templates {
        write_resource(&mut text, "template", template);
    }
    for prompt in &readable.prompts {
        write_prompt(&mut text, prompt);
    }
    text.chars().fold(String::with_capacity(text.len()), shown)
}

fn write_resource(text: &mut String, kind: &str, resource: &ListedResource) {
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
    } = resource;
    text.extend(["\n== ", kind, " ", uri, " ==\n"]);
    line(text, "name", name);
    line(text, "title", title);
    if let Some(mime_type) = mime_type {
        line(text, "media type", mime_type);
    }
    if let Some(size) = size {
        line(text, "bytes", &size.to_string());
    }
    if !annotations.is_empty() {
        line(text, "annotations", &serde_json::json!(annotations).to_string());
    }
    write_rest(text, description, icons, meta, tags, completed);
}

fn write_prompt(text: &mut String, prompt: &ListedPrompt) {
    let ListedPrompt { name, title, description, arguments, icons, meta, tags, completed } = prompt;
    text.extend(["\n== prompt ", name, " ==\n"]);
    line(text, "title", title);
    for argument in arguments {
        let need = if argument.required { "required" } else { "optional" };
        line(text, "argument", &format!("{}, {need}: {}", argument.name, argument.description));
    }
    write_rest(text, description, icons, meta, tags, completed);
}

fn write_rest(
    text: &mut String,
    description: &str,
    icons: &[Icon],
    meta: &Map<String, Value>,
    tags: &BTreeSet<String>,
    completed: &[String],
) {
    if !completed.is_empty() {
        line(text, "completed", &completed.join(", "));
    }
    if !tags.is_empty() {
        line(text, "tags", &tags.iter().map(String::as_str).collect::<Vec<_>>().join(", "));
    }
    for icon in icons {
        line(text, "icon", &icon_words(icon));
    }
    block(text, "description", description);
    if !meta.is_empty() {
        block(text, "meta", &pretty(meta));
    }
}
