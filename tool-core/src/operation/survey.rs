//! What one caller is told of its operations at a moment, and from where it is told further. What an operation is, is
//! `record`.

use crate::Operation;

/// What a queue says of the operations of one owner, as they are at one moment.
///
/// The cursor is a place in the order in which they finished. Whoever asks again with it is told what finished after it:
/// nothing is left out between two places, and nothing told twice. When something after the place may have been
/// forgotten, or the place cannot be read, there is a gap, and all that is left is told.
///
/// # Examples
///
/// A caller that counts what finished, over any queue:
///
/// ```
/// use tool_core::{BoxError, OperationQueue};
///
/// struct Seen {
///     cursor: Option<String>,
///     finished: usize,
/// }
///
/// async fn look(queue: &dyn OperationQueue, seen: &mut Seen) -> Result<(), BoxError> {
///     let survey = queue.survey("alice", seen.cursor.as_deref()).await?;
///     if survey.gap {
///         seen.finished = 0; // What is told now is all that is kept.
///     }
///     seen.finished += survey.finished.len();
///     seen.cursor = Some(survey.cursor);
///     Ok(())
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct OperationSurvey {
    /// All that have not finished; the order does not matter.
    pub unfinished: Vec<Operation>,
    /// Those that finished after the place that was asked about, the first that finished first; as many as one answer
    /// can hold.
    pub finished: Vec<Operation>,
    /// The place after the last of `finished`, to ask about next. A name for the queue alone to read.
    pub cursor: String,
    /// Whether something may have been forgotten after the place that was asked about.
    pub gap: bool,
}

impl OperationSurvey {
    /// Returns what a queue says.
    pub fn new(
        unfinished: Vec<Operation>,
        finished: Vec<Operation>,
        cursor: impl Into<String>,
        gap: bool,
    ) -> Self {
        Self { unfinished, finished, cursor: cursor.into(), gap }
    }
}
