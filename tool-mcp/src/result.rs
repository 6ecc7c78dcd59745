//! The answer to a call in MCP's form, for the peer's revision. What is an error of the protocol is `error`'s
//! concern.

use base64::{Engine, engine::general_purpose::STANDARD};
use rmcp::model::{Annotations, CallToolResult, ContentBlock, ErrorData, Resource, ResourceContents, Role};
use serde_json::Value;
use tool_core::{Answer, Content, Reply};

use crate::{
    error, meta,
    revision::{Feature, Revision},
    timestamp::rfc3339,
};

/// Returns the result of a call.
///
/// # Errors
///
/// The errors of the protocol that an answer can be: an unknown tool, a defect, a cancelled call.
pub(crate) fn result(answer: Answer, name: &str, revision: &Revision) -> Result<CallToolResult, ErrorData> {
    match answer {
        Answer::Cancelled => Err(error::cancelled()),
        Answer::Failure(failure) => Err(error::internal(&failure.correlation())),
        Answer::InputState(fault) => Err(error::input_state(fault)),
        Answer::Reply(reply) => match reply.lacks_input {
            Some(kind) => Err(error::lacks_input(kind, &reply)),
            None => Ok(project(reply, revision)),
        },
        Answer::UnknownTool => Err(error::unknown_tool(name)),
        _ => {
            tracing::error!(
                "tool-core answers in a way that this tool-mcp does not know; use releases that belong together"
            );
            Err(error::internal_unnamed())
        }
    }
}

/// Returns a reply as a result. `isError` is written when it is true only, in every revision.
pub(crate) fn project(reply: Reply, revision: &Revision) -> CallToolResult {
    let is_error = reply.is_error();
    let mut result = CallToolResult::default();
    result.meta = meta::of_reply(&reply);
    result.content = reply.content.into_iter().map(|content| hinted(content, revision)).collect();
    result.structured_content =
        reply.structured.filter(|_| revision.knows(Feature::StructuredContent)).map(Value::Object);
    result.is_error = is_error.then_some(true);
    result
}

/// Returns a block with the hints of whom it is for, which all revisions know.
pub(crate) fn hinted(content: Content, revision: &Revision) -> ContentBlock {
    let (content, annotations) = content.into_block();
    let mut block = block(content, revision);
    if let Some(hints) = annotations.and_then(|given| hints(&given, revision)) {
        match &mut block {
            ContentBlock::Text(block) => block.annotations = Some(hints),
            ContentBlock::Image(block) => block.annotations = Some(hints),
            ContentBlock::Audio(block) => block.annotations = Some(hints),
            ContentBlock::Resource(block) => block.annotations = Some(hints),
            ContentBlock::ResourceLink(block) => block.annotations = Some(hints),
            _ => {}
        }
    }
    block
}

/// Returns hints of whom something is for, if the revision knows any of them.
pub(crate) fn hints(given: &tool_core::Annotations, revision: &Revision) -> Option<Annotations> {
    let audience: Vec<_> = [(given.is_for_user(), Role::User), (given.is_for_assistant(), Role::Assistant)]
        .into_iter()
        .filter_map(|(is_for, role)| is_for.then_some(role))
        .collect();
    let mut hints = Annotations::default();
    hints.audience = (!audience.is_empty()).then_some(audience);
    hints.priority = given.priority();
    hints.last_modified = given.last_modified().map(rfc3339);
    Some(revision.trim_hints(hints)).filter(|hints| *hints != Annotations::default())
}

/// A block that the peer's revision does not have becomes text that says what is missing.
fn block(content: Content, revision: &Revision) -> ContentBlock {
    match content {
        Content::Audio { data, mime_type } if !revision.knows(Feature::AudioContent) => ContentBlock::text(
            format!("{mime_type}, {} bytes; this revision of MCP has no audio", data.len()),
        ),
        Content::Audio { data, mime_type } => ContentBlock::audio(STANDARD.encode(data), mime_type),
        Content::Blob { uri, mime_type, data } => {
            ContentBlock::resource(ResourceContents::BlobResourceContents {
                uri,
                mime_type,
                blob: STANDARD.encode(data),
                meta: None,
            })
        }
        Content::Image { data, mime_type } => ContentBlock::image(STANDARD.encode(data), mime_type),
        Content::Resource { uri, mime_type, text } => {
            ContentBlock::resource(ResourceContents::TextResourceContents {
                uri,
                mime_type,
                text,
                meta: None,
            })
        }
        Content::ResourceLink { uri, name, .. } if !revision.knows(Feature::ResourceLink) => {
            ContentBlock::text(format!("{name}: {uri}"))
        }
        Content::ResourceLink { uri, name, mime_type, description } => {
            let mut resource = Resource::new(uri, name);
            resource.mime_type = mime_type;
            resource.description = description;
            ContentBlock::resource_link(resource)
        }
        Content::Text(text) => ContentBlock::text(text),
        _ => ContentBlock::text("a block of a kind that this server cannot show"),
    }
}

#[cfg(test)]
mod tests {
    use rmcp::model::ProtocolVersion;
    use serde_json::json;

    use super::*;
    use crate::revision::revision;

    #[test]
    fn a_block_that_a_revision_does_not_have_becomes_text() {
        let shown = |content, version| json!(block(content, &revision(version)));
        let audio = Content::Audio { data: vec![1, 2, 3], mime_type: "audio/wav".into() };
        assert_eq!(
            shown(audio.clone(), ProtocolVersion::V_2025_03_26),
            json!({ "type": "audio", "data": "AQID", "mimeType": "audio/wav" })
        );
        assert_eq!(
            shown(audio, ProtocolVersion::V_2024_11_05),
            json!({ "type": "text", "text": "audio/wav, 3 bytes; this revision of MCP has no audio" })
        );
        let link = Content::ResourceLink {
            uri: "https://example.com/a".into(),
            name: "a".into(),
            mime_type: None,
            description: None,
        };
        assert_eq!(
            shown(link.clone(), ProtocolVersion::V_2025_06_18),
            json!({ "type": "resource_link", "uri": "https://example.com/a", "name": "a" })
        );
        assert_eq!(
            shown(link, ProtocolVersion::V_2025_03_26),
            json!({ "type": "text", "text": "a: https://example.com/a" })
        );
    }
}
