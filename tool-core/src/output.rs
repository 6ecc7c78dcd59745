//! What a tool returns, as a whole. What its blocks are is `content`; how a surface shows it is `reply`.

use std::fmt;

use serde_json::Value;

use crate::{Content, Kind, Operation, readable::Returned};

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
    /// The operation that the call became, or one that a call of its tool became.
    Started {
        operation: Box<Operation>,
        /// Whether it is the answer of whoever hands on this result, too.
        handed_on: bool,
    },
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

    /// Makes the operation that a [call of another tool](crate::ToolCall::invoke) became the answer of this call, too: for a
    /// tool that finds out what is needed, asks for it perhaps, and leaves the work to an operation. Without this a protocol
    /// that has a form of its own for operations shows the reference as any other result.
    ///
    /// A result that names no operation stays as it is.
    ///
    /// # Examples
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::{Field, InputRequest, ToolCall, ToolError, ToolOutput, tool};
    ///
    /// /// Imports notes. Asks for the file first.
    /// #[tool(title = "Import", exposure = both, effect = additive)]
    /// async fn import(#[context] call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    ///     let file = InputRequest::form("file", "Which file?").with_field(Field::text("name"));
    ///     let content = call.ask(&file)?.into_content()?;
    ///     let started = call.invoke("import_file", json!({ "name": content["name"] })).await.into_result()?;
    ///     Ok(started.with_operation())
    /// }
    /// ```
    #[must_use]
    pub fn with_operation(mut self) -> Self {
        if let Some(Later::Started { handed_on, .. }) = self.later.as_deref_mut() {
            *handed_on = true;
        }
        self
    }

    /// Says that the call became this operation, which the result names.
    pub(crate) fn that_started(mut self, operation: Operation) -> Self {
        self.later = Some(Box::new(Later::Started { operation: Box::new(operation), handed_on: false }));
        self
    }

    /// Takes the operation that the call became, by its tool's kind, or that its tool hands on.
    pub(crate) fn take_started(&mut self, kind: Kind) -> Option<Box<Operation>> {
        match *self.later.take()? {
            Later::Started { operation, handed_on } => {
                (handed_on || kind == Kind::Operation).then_some(operation)
            }
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
            Later::Started { .. } => None,
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
