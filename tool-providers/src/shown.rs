//! What a model is shown of an answer, before it is written in a format: text, JSON and pictures, and words instead of
//! whatever the format has no place for. Nothing is left out without a word.

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Map, Value};
use tool_core::{Content, Reply};

use crate::Answered;

/// What is said where a tool returned nothing: Anthropic and Bedrock refuse blank text.
const NOTHING: &str = "the call succeeded, and returned nothing";

/// One answer, as any format writes it. There is always at least one block.
pub(crate) struct Shown<'a> {
    pub(crate) is_error: bool,
    pub(crate) blocks: Vec<Block<'a>>,
}

/// One block of an answer.
pub(crate) enum Block<'a> {
    Image {
        mime_type: &'a str,
        base64: String,
    },
    /// The structured result, and the text that says the same.
    Json {
        value: &'a Map<String, Value>,
        text: &'a str,
    },
    Text(String),
}

impl<'a> Shown<'a> {
    /// Returns what is shown of an answer where pictures of these media types are taken.
    pub(crate) fn of(answered: &'a Answered, images: &[&str]) -> Self {
        let is_error = answered.is_error();
        let mut blocks = if let Some(reply) = answered.reply() {
            blocks(reply, images)
        } else {
            let (code, message) = answered.words();
            vec![Block::Text(format!("{code}: {message}"))]
        };
        if blocks.is_empty() {
            blocks.push(Block::Text(NOTHING.to_owned()));
        }
        Self { is_error, blocks }
    }

    /// Returns all text; blocks are separated by line ends.
    pub(crate) fn text(&self) -> String {
        self.blocks.iter().filter_map(Block::text).collect::<Vec<_>>().join("\n")
    }

    pub(crate) fn has_images(&self) -> bool {
        self.blocks.iter().any(|block| matches!(block, Block::Image { .. }))
    }
}

impl Block<'_> {
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Block::Image { .. } => None,
            Block::Json { text, .. } => Some(text),
            Block::Text(text) => Some(text),
        }
    }
}

fn blocks<'a>(reply: &'a Reply, images: &[&str]) -> Vec<Block<'a>> {
    let mut structured = reply.structured.as_ref();
    let blocks = reply.content.iter().map(Content::block).map(|content| match content {
        // The first text of a reply with a structured result is that result.
        Content::Text(text) => match structured.take() {
            Some(value) => Block::Json { value, text },
            None => Block::Text(text.clone()),
        },
        other => block(other, images),
    });
    blocks.filter(|block| block.text().is_none_or(|text| !text.trim().is_empty())).collect()
}

fn block<'a>(content: &'a Content, images: &[&str]) -> Block<'a> {
    let text = match content {
        Content::Image { data, mime_type } if images.contains(&mime_type.as_str()) => {
            return Block::Image { mime_type, base64: STANDARD.encode(data) };
        }
        Content::Audio { data, mime_type } => {
            format!("{mime_type}, {} bytes; not shown: {SOUND}", data.len())
        }
        Content::Blob { uri, mime_type, data } => {
            let mime_type = mime_type.as_deref().unwrap_or("application/octet-stream");
            format!("{uri} ({mime_type}), {} bytes; not shown: {DOCUMENT}", data.len())
        }
        Content::Image { data, mime_type } => {
            format!("{mime_type}, {} bytes; not shown: {PICTURE}", data.len())
        }
        Content::Resource { uri, mime_type, text } => match mime_type {
            Some(mime_type) => format!("{uri} ({mime_type})\n{text}"),
            None => format!("{uri}\n{text}"),
        },
        Content::ResourceLink { uri, name, description: Some(description), .. } => {
            format!("{name}: {uri}\n{description}")
        }
        Content::ResourceLink { uri, name, .. } => format!("{name}: {uri}"),
        Content::Text(text) => text.clone(),
        _ => "a block of a kind that this assistant cannot show".to_owned(),
    };
    Block::Text(text)
}

const DOCUMENT: &str = "a result has no place for a document that is no text here";
const PICTURE: &str = "a result has no place for such a picture here";
const SOUND: &str = "a result has no place for a sound here";
