//! What a tool returns, as a whole. What its blocks are is `content`; how a surface shows it is `reply`.

use std::fmt;

use serde_json::Value;

use crate::{Content, Operation, readable::Returned};

/// The result of a run that succeeded: one structured value, content blocks, or both.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::{Content, ToolOutput};
///
/// let report = ToolOutput::json(json!({ "notes": 2 }));
/// assert_eq!(report.structured(), Some(&json!({ "notes": 2 })));
///
/// let chart = ToolOutput::empty().with_content(Content::Image { data: vec![0x89, 0x50], mime_type: "image/png".into() });
/// assert_eq!(chart.content().len(), 1);
/// ```
#[derive(Clone, Default, PartialEq)]
pub struct ToolOutput {
    structured: Option<Value>,
    content: Vec<Content>,
    later: Option<Box<Later>>,
    /// What is no result of a tool. Boxed, because few results have it.
    returned: Option<Box<Returned>>,
}

/// What is to come after the call was answered, or its tool has returned. Boxed, because few results have it.
#[derive(Clone, PartialEq)]
enum Later {
    /// The operation that the call became.
    Started(Box<Operation>),
    /// The correlation under which the result is reported.
    Awaits(String),
}

impl ToolOutput {
    /// Returns a result that says nothing.
    pub fn empty() -> Self {
        Self::default()
    }

    /// Returns a result of one structured value.
    #[doc(alias = "structured")]
    pub fn json(value: Value) -> Self {
        Self { structured: Some(value), ..Self::default() }
    }

    /// Returns a result of one text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::empty().with_content(Content::Text(text.into()))
    }

    /// Adds a content block.
    #[must_use]
    pub fn with_content(mut self, block: Content) -> Self {
        self.content.push(block);
        self
    }

    /// Returns the structured value.
    pub fn structured(&self) -> Option<&Value> {
        self.structured.as_ref()
    }

    /// Returns the content blocks, in order.
    pub fn content(&self) -> &[Content] {
        &self.content
    }

    /// Returns what a resource, a prompt or a completion returned.
    pub(crate) fn returned(returned: Returned) -> Self {
        Self { returned: Some(Box::new(returned)), ..Self::default() }
    }

    /// Takes what is no result of a tool.
    pub(crate) fn take_returned(&mut self) -> Option<Returned> {
        self.returned.take().map(|returned| *returned)
    }

    /// Says that the call became this operation, which the result names.
    pub(crate) fn that_started(mut self, operation: Operation) -> Self {
        self.later = Some(Box::new(Later::Started(Box::new(operation))));
        self
    }

    /// Takes the operation that the call became.
    pub(crate) fn take_started(&mut self) -> Option<Box<Operation>> {
        match *self.later.take()? {
            Later::Started(operation) => Some(operation),
            Later::Awaits(_) => None,
        }
    }

    /// Returns that the result is reported later, under this correlation.
    pub(crate) fn awaiting(correlation: String) -> Self {
        Self { later: Some(Box::new(Later::Awaits(correlation))), ..Self::default() }
    }

    /// Returns the correlation under which the result is reported later.
    pub(crate) fn awaits(&self) -> Option<&str> {
        match self.later.as_deref()? {
            Later::Awaits(correlation) => Some(correlation),
            Later::Started(_) => None,
        }
    }

    pub(crate) fn into_parts(self) -> (Option<Value>, Vec<Content>) {
        (self.structured, self.content)
    }
}

impl fmt::Debug for ToolOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the result: `Debug` ends up in logs.
        f.debug_struct("ToolOutput")
            .field("structured", &self.structured.is_some())
            .field("blocks", &self.content.len())
            .finish_non_exhaustive()
    }
}
