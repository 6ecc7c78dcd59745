//! The blocks of a result, and hints of whom they are for. What a result is as a whole is `output`; how a surface shows it
//! is `reply`.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};

/// One block of a result that is not structured data.
///
/// What a queue keeps of an operation has blocks as JSON: `type`, and the fields of the block, with bytes as base64.
///
/// ```json
/// {"type": "image", "data": "iVBORw0KGgo=", "mime_type": "image/png"}
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Content {
    /// A block with hints of whom it is for; made by [`with_annotations`](Content::with_annotations).
    Annotated {
        /// The block.
        block: Box<Content>,
        /// The hints.
        annotations: Annotations,
    },
    /// A sound.
    Audio {
        /// The bytes of the file.
        #[serde(with = "as_base64")]
        data: Vec<u8>,
        /// Media type, such as `audio/wav`.
        mime_type: String,
    },
    /// A document that is no text, embedded.
    Blob {
        /// Address of the document.
        uri: String,
        /// Media type, such as `application/pdf`.
        mime_type: Option<String>,
        /// The whole document.
        #[serde(with = "as_base64")]
        data: Vec<u8>,
    },
    /// A picture.
    Image {
        /// The bytes of the file.
        #[serde(with = "as_base64")]
        data: Vec<u8>,
        /// Media type, such as `image/png`.
        mime_type: String,
    },
    /// A text document, embedded.
    Resource {
        /// Address of the document.
        uri: String,
        /// Media type, such as `text/markdown`.
        mime_type: Option<String>,
        /// The whole text.
        text: String,
    },
    /// A document to be fetched by whoever wants it.
    ResourceLink {
        /// Address of the document.
        uri: String,
        /// Its name, for people.
        name: String,
        /// Media type, such as `text/markdown`.
        mime_type: Option<String>,
        /// What it holds.
        description: Option<String>,
    },
    /// Plain text.
    #[serde(with = "as_text")]
    Text(String),
}

impl Content {
    /// Returns the block with hints of whom it is for, in place of those that it has.
    ///
    /// # Examples
    ///
    /// ```
    /// use tool_core::{Annotations, Content};
    ///
    /// let chart = Content::Image { data: vec![0x89, 0x50], mime_type: "image/png".into() };
    /// let shown = chart.clone().with_annotations(Annotations::new().for_user().with_priority(0.9));
    /// assert_eq!(shown.block(), &chart);
    /// assert!(shown.annotations().is_some_and(|hints| hints.is_for_user()));
    /// ```
    #[must_use]
    pub fn with_annotations(self, annotations: Annotations) -> Self {
        let block = match self {
            Self::Annotated { block, .. } => block,
            block => Box::new(block),
        };
        Self::Annotated { block, annotations }
    }

    /// Returns the block without hints.
    pub fn block(&self) -> &Content {
        match self {
            Self::Annotated { block, .. } => block.block(),
            block => block,
        }
    }

    /// Returns whom the block is for, where it says so.
    pub fn annotations(&self) -> Option<&Annotations> {
        match self {
            Self::Annotated { annotations, .. } => Some(annotations),
            _ => None,
        }
    }

    /// Returns the block and the hints by themselves.
    pub fn into_block(self) -> (Content, Option<Annotations>) {
        match self {
            // A block that was written down elsewhere may have several layers; the outermost counts.
            Self::Annotated { block, annotations } => (block.into_block().0, Some(annotations)),
            block => (block, None),
        }
    }

    /// Returns how many bytes the block is as it is sent.
    pub(crate) fn length(&self) -> usize {
        // Base64 has four characters for three bytes.
        let base64 = |data: &[u8]| data.len().div_ceil(3).saturating_mul(4);
        match self.block() {
            Self::Annotated { .. } => 0,
            Self::Audio { data, .. } | Self::Image { data, .. } => base64(data),
            Self::Blob { uri, data, .. } => uri.len().saturating_add(base64(data)),
            Self::Resource { uri, text, .. } => uri.len() + text.len(),
            Self::ResourceLink { uri, name, description, .. } => {
                uri.len() + name.len() + description.as_ref().map_or(0, String::len)
            }
            Self::Text(text) => text.len(),
        }
    }
}

/// Hints of whom a block is for. Nothing may depend on them: clients show them, or not.
///
/// ```json
/// {"for_user": true, "priority": 0.9, "last_modified": {"secs_since_epoch": 1790000000, "nanos_since_epoch": 0}}
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Annotations {
    #[serde(skip_serializing_if = "is_false")]
    for_assistant: bool,
    #[serde(skip_serializing_if = "is_false")]
    for_user: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    priority: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_modified: Option<SystemTime>,
}

impl Annotations {
    /// Returns no hints.
    pub fn new() -> Self {
        Self::default()
    }

    /// Says that the block is for the person.
    #[must_use]
    pub fn for_user(mut self) -> Self {
        self.for_user = true;
        self
    }

    /// Says that the block is for the model.
    #[must_use]
    pub fn for_assistant(mut self) -> Self {
        self.for_assistant = true;
        self
    }

    /// Says how much the block matters, from 0 (may be left out) to 1 (must be there). What lies outside becomes the nearer
    /// of the two, and what is no number is left out.
    #[must_use]
    pub fn with_priority(mut self, priority: f32) -> Self {
        self.priority = (!priority.is_nan()).then(|| priority.clamp(0.0, 1.0));
        self
    }

    /// Says when what the block shows was last changed.
    #[must_use]
    pub fn with_last_modified(mut self, moment: SystemTime) -> Self {
        self.last_modified = Some(moment);
        self
    }

    /// Returns whether the block is said to be for the person.
    pub fn is_for_user(&self) -> bool {
        self.for_user
    }

    /// Returns whether the block is said to be for the model.
    pub fn is_for_assistant(&self) -> bool {
        self.for_assistant
    }

    /// Returns how much the block matters, from 0 to 1.
    pub fn priority(&self) -> Option<f32> {
        self.priority
    }

    /// Returns when what the block shows was last changed.
    pub fn last_modified(&self) -> Option<SystemTime> {
        self.last_modified
    }

    /// Returns whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_false(said: &bool) -> bool {
    !said
}

/// Bytes as base64, with padding.
mod as_base64 {
    use base64::{Engine, prelude::BASE64_STANDARD};
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(data: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&BASE64_STANDARD.encode(data))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        BASE64_STANDARD.decode(text).map_err(|_| de::Error::custom("the bytes of a block are no base64"))
    }
}

/// Text as an object, because a `type` needs one to stand in.
mod as_text {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Text {
        text: String,
    }

    pub(super) fn serialize<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
        Text { text: text.to_owned() }.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
        Text::deserialize(deserializer).map(|it| it.text)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_block_is_written_down_and_read_back() {
        let blocks = [
            Content::Text("a".into()),
            Content::Image { data: vec![1, 2, 3], mime_type: "image/png".into() },
            Content::Blob { uri: "file:///a.pdf".into(), mime_type: None, data: vec![4] },
            Content::Text("b".into()).with_annotations(Annotations::new().for_user().with_priority(0.5)),
        ];
        let written = json!(blocks);
        assert_eq!(written[0], json!({ "type": "text", "text": "a" }));
        assert_eq!(written[1], json!({ "type": "image", "data": "AQID", "mime_type": "image/png" }));
        assert_eq!(
            written[3],
            json!({
                "type": "annotated",
                "block": { "type": "text", "text": "b" },
                "annotations": { "for_user": true, "priority": 0.5 }
            })
        );
        assert_eq!(serde_json::from_value::<Vec<Content>>(written).unwrap(), blocks);
    }

    #[test]
    fn the_last_hints_count_and_none_lies_outside() {
        let twice = Content::Text("a".into())
            .with_annotations(Annotations::new().for_user())
            .with_annotations(Annotations::new().with_priority(7.0));
        assert_eq!(twice.annotations().unwrap().priority(), Some(1.0));
        assert!(!twice.annotations().unwrap().is_for_user());
        assert_eq!(twice.block(), &Content::Text("a".into()));
        assert!(Annotations::new().with_priority(f32::NAN).is_empty());
    }
}
