//! What is read from a resource: texts and bytes. How a protocol carries them is its crate's.

use std::fmt;

use serde_json::Value;

/// What is read from a resource: one document, or several.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::{ResourceBody, ResourceContents};
///
/// let text = ResourceContents::from("# Help").with_mime_type("text/markdown");
/// assert_eq!(text.parts()[0].body, ResourceBody::Text("# Help".into()));
///
/// let data = ResourceContents::from(json!({ "notes": 2 }));
/// assert_eq!(data.parts()[0].mime_type.as_deref(), Some("application/json"));
/// ```
#[derive(Clone, Default, PartialEq)]
pub struct ResourceContents(Vec<ResourcePart>);

/// One document of what is read.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResourcePart {
    /// Address of the document, where it is another one than the address that was asked for.
    pub uri: Option<String>,
    /// Media type, such as `text/markdown`; that of the resource where it is left out.
    pub mime_type: Option<String>,
    /// The document.
    pub body: ResourceBody,
}

/// A document as it is read.
///
/// # Examples
///
/// ```
/// use tool_core::{ResourceBody, ResourceContents};
///
/// let both = ResourceContents::from("# Help").with_part("notes://logo", ResourceBody::Bytes(vec![137, 80]));
/// let sizes = both.parts().iter().map(|part| match &part.body {
///     ResourceBody::Bytes(bytes) => bytes.len(),
///     ResourceBody::Text(text) => text.len(),
/// });
/// assert_eq!(sizes.collect::<Vec<_>>(), [6, 2]);
/// ```
#[derive(Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a document is text, or it is not")]
pub enum ResourceBody {
    /// The bytes of a file.
    Bytes(Vec<u8>),
    /// A text.
    Text(String),
}

impl ResourceContents {
    /// Returns the documents, in order.
    pub fn parts(&self) -> &[ResourcePart] {
        &self.0
    }

    /// Returns the documents themselves.
    pub fn into_parts(self) -> Vec<ResourcePart> {
        self.0
    }

    /// Sets the media type of the last document.
    #[must_use]
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        if let Some(part) = self.0.last_mut() {
            part.mime_type = Some(mime_type.into());
        }
        self
    }

    /// Adds a document that has an address of its own.
    #[must_use]
    pub fn with_part(mut self, uri: impl Into<String>, body: ResourceBody) -> Self {
        self.0.push(ResourcePart { uri: Some(uri.into()), mime_type: None, body });
        self
    }

    /// Gives the documents that do not say it the media type of their resource.
    pub(crate) fn of_type(mut self, mime_type: Option<&str>) -> Self {
        for part in &mut self.0 {
            part.mime_type = part.mime_type.take().or_else(|| mime_type.map(str::to_owned));
        }
        self
    }

    /// Returns how many bytes the documents have.
    pub(crate) fn length(&self) -> usize {
        self.0.iter().map(|part| part.body.length()).sum()
    }

    fn of(body: ResourceBody) -> Self {
        Self(vec![ResourcePart { uri: None, mime_type: None, body }])
    }
}

impl ResourceBody {
    fn length(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.len(),
            Self::Text(text) => text.len(),
        }
    }
}

impl From<&str> for ResourceContents {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

impl From<String> for ResourceContents {
    fn from(text: String) -> Self {
        Self::of(ResourceBody::Text(text))
    }
}

impl From<Vec<u8>> for ResourceContents {
    fn from(bytes: Vec<u8>) -> Self {
        Self::of(ResourceBody::Bytes(bytes))
    }
}

/// Compact JSON text.
impl From<Value> for ResourceContents {
    fn from(value: Value) -> Self {
        Self::from(value.to_string()).with_mime_type("application/json")
    }
}

impl fmt::Debug for ResourceContents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never what was read: `Debug` ends up in logs.
        f.debug_struct("ResourceContents")
            .field("parts", &self.0.len())
            .field("bytes", &self.length())
            .finish()
    }
}

impl fmt::Debug for ResourcePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResourcePart")
            .field("mime_type", &self.mime_type)
            .field("body", &self.body)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for ResourceBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self {
            Self::Bytes(_) => "Bytes",
            Self::Text(_) => "Text",
        };
        write!(f, "{kind}({} bytes)", self.length())
    }
}
