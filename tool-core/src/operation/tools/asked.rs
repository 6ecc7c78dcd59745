//! A question about one operation that is answered with its record: how a surface asks through the tools that answer
//! everybody else, so that nothing is asked past admission.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use super::{CANCEL, OperationTool, WAIT, What, asked_about, shown, theirs};
use crate::{InputAnswer, Operation, Registered, ToolCall, ToolError, ToolOutput, name::is_called};

/// Travels with a request for one of the tools, which then does not wait and leaves the record in here. Nobody outside of
/// this crate can make one.
#[derive(Clone, Default)]
pub(crate) struct Asked {
    answer: Arc<OnceLock<Operation>>,
    /// What the operation is answered, by whoever asks how it stands.
    inputs: BTreeMap<String, InputAnswer>,
}

/// Which tool answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OperationQuestion {
    /// How it stands.
    Wait,
    /// That it is to stop.
    Cancel,
}

impl OperationQuestion {
    /// Returns whether this is the tool that answers, in whatever namespace. An engine's never is, whatever it calls it.
    pub(crate) fn is_answered_by(self, tool: &Registered) -> bool {
        tool.source_id.is_none() && self.is_answered_under(tool.name().as_str())
    }

    fn is_answered_under(self, name: &str) -> bool {
        is_called(
            name,
            match self {
                Self::Wait => WAIT,
                Self::Cancel => CANCEL,
            },
        )
    }
}

impl Asked {
    pub(crate) fn with_inputs(inputs: BTreeMap<String, InputAnswer>) -> Self {
        Self { inputs, ..Self::default() }
    }

    /// Returns what the tool left; nothing when it was another tool of the name.
    pub(crate) fn into_answer(self) -> Option<Operation> {
        self.answer.get().cloned()
    }
}

/// Answers at once.
pub(super) async fn run(
    tool: &OperationTool,
    call: &ToolCall<'_>,
    asked: &Asked,
) -> Result<ToolOutput, ToolError> {
    let (owner, id) = (call.caller().id(), asked_about(call)?);
    let found = match tool.what {
        What::Cancel => tool.queue.cancel(owner, &id).await,
        What::Wait(_) if !asked.inputs.is_empty() => {
            tool.queue.answer(owner, &id, asked.inputs.clone()).await
        }
        What::Status | What::Undo | What::Wait(_) => tool.queue.get(owner, &id).await,
    };
    // The queue's own filter, again: it is the one that a mistake would hurt.
    let operation = theirs(found.map(|found| found.filter(|operation| operation.owner == owner)))?;
    let output = ToolOutput::json(shown::value(&operation, call));
    // Nobody else has it: each request has one of its own.
    let _ = asked.answer.set(operation);
    Ok(output)
}

#[cfg(test)]
mod tests {
    use super::OperationQuestion::Wait;

    #[test]
    fn the_tool_that_waits_is_found_in_a_namespace() {
        assert!(
            Wait.is_answered_under("wait_for_operation") && Wait.is_answered_under("ops::wait_for_operation")
        );
        assert!(!Wait.is_answered_under("do_not_wait_for_operation"));
    }
}
