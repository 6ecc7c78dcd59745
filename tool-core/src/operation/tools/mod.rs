//! The tools with which a caller watches its operations. They are control: never limited, and never kept waiting.

mod asked;
mod cancel;
mod shown;
mod status;
mod undo;
mod wait;

use std::{error::Error, fmt, sync::Arc, time::Duration};

use async_trait::async_trait;
use serde_json::Value;

pub(crate) use self::asked::{Asked, OperationQuestion};
use self::wait::Window;
use super::{Findings, Operation, OperationId, OperationQueue};
use crate::{
    BoxError, Control, Effect, Exposure, HostMetadata, Tool, ToolCall, ToolDefinition, ToolError, ToolOutput,
};

/// Name of the tool that waits for operations.
pub(super) const WAIT: &str = "wait_for_operation";

/// Name of the tool that lists operations.
const STATUS: &str = "operation_status";

/// Name of the tool that stops operations.
const CANCEL: &str = "cancel_operation";

/// The code of the answer about an operation that is not the caller's.
pub(crate) const NOT_FOUND: &str = "not-found";

/// Name of the tool that undoes operations.
const UNDO: &str = "undo_operation";

/// The tools `operation_status`, `wait_for_operation`, `cancel_operation` and `undo_operation`, for outside callers.
///
/// They exist because a protocol has no place for work that outlives its call, so the product's own surfaces are not
/// offered them, and [`parity::assert_private_tools`](crate::parity::assert_private_tools) has their names in its last
/// argument. Each call is compared with the owner of the operation; an operation of somebody else is none.
///
/// The owner is all that is compared: a caller sees and stops all of its operations, on every surface and with every
/// credential of its own, whatever scopes their tools ask for, and reads the names of those tools. A token that is to
/// know less needs a caller of its own, or no scope for these tools.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use tool_core::{InProcessQueue, OperationTools, Registry};
///
/// let queue = InProcessQueue::builder().build();
/// let tools = OperationTools::new(queue.clone()).longest_wait(Duration::from_secs(20));
/// let registry = Registry::builder(())
///     .register(tools.status())
///     .register(tools.wait())
///     .register(tools.cancel())
///     .build()?;
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[derive(Clone)]
pub struct OperationTools {
    queue: Arc<dyn OperationQueue>,
    findings: Option<Arc<dyn Findings>>,
    window: Window,
}

impl OperationTools {
    /// Returns the tools for the operations of this queue: the one that the invoker has.
    pub fn new(queue: impl OperationQueue) -> Self {
        Self { queue: Arc::new(queue), findings: None, window: Window::default() }
    }

    /// Sets the longest wait of one call; 60 s, and never more. The wait of a caller that does not say how long is 45 s,
    /// or this if it is less. Parts of a second are cut off, and the shortest is 1 s.
    #[must_use]
    pub fn longest_wait(mut self, longest: Duration) -> Self {
        self.window = Window::up_to(longest);
        self
    }

    /// Shows what is open for a caller in `operation_status`, beside its operations.
    #[must_use]
    pub fn findings(mut self, findings: impl Findings) -> Self {
        self.findings = Some(Arc::new(findings));
        self
    }

    /// Returns the tool that lists what runs, what finished since the caller asked last, and the [findings](Self::findings).
    pub fn status(&self) -> OperationTool {
        self.tool(What::Status)
    }

    /// Returns the tool that waits for one operation.
    pub fn wait(&self) -> OperationTool {
        self.tool(What::Wait(self.window))
    }

    /// Returns the tool that stops one operation.
    pub fn cancel(&self) -> OperationTool {
        self.tool(What::Cancel)
    }

    /// Returns the tool that undoes one operation, where its tool [says how](HostMetadata::with_undo).
    pub fn undo(&self) -> OperationTool {
        self.tool(What::Undo)
    }

    fn tool(&self, what: What) -> OperationTool {
        OperationTool { queue: Arc::clone(&self.queue), findings: self.findings.clone(), what }
    }
}

/// One of [`OperationTools`].
#[derive(Clone)]
pub struct OperationTool {
    queue: Arc<dyn OperationQueue>,
    findings: Option<Arc<dyn Findings>>,
    what: What,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Cancel,
    Status,
    Undo,
    Wait(Window),
}

#[async_trait]
impl Tool for OperationTool {
    fn definition(&self) -> ToolDefinition {
        match self.what {
            What::Cancel => cancel::definition(),
            What::Status => status::definition(self.findings.is_some()),
            What::Undo => undo::definition(),
            What::Wait(window) => wait::definition(window),
        }
    }

    fn host(&self) -> HostMetadata {
        let (title, control, effect) = match self.what {
            What::Cancel => ("Cancel an operation", Control::Acts, Effect::Additive),
            What::Status => ("List operations", Control::Acts, Effect::ReadOnly),
            What::Undo => ("Undo an operation", Control::Acts, Effect::Destructive),
            What::Wait(_) => ("Wait for an operation", Control::Waits, Effect::ReadOnly),
        };
        HostMetadata::default()
            .with_title(title)
            .with_exposure(Exposure::External)
            .with_effect(effect)
            .with_idempotent(!matches!(self.what, What::Undo))
            .with_open_world(false)
            .with_control(control)
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        if let Ok(asked) = call.extension::<Asked>() {
            return asked::run(self, &call, asked).await;
        }
        match self.what {
            What::Cancel => cancel::run(&*self.queue, &call).await,
            What::Status => status::run(&*self.queue, self.findings.as_deref(), &call).await,
            What::Undo => undo::run(&*self.queue, &call).await,
            What::Wait(window) => wait::run(&*self.queue, &call, window).await,
        }
    }
}

/// Returns the id that the call is about. Text that cannot be an id is the id of nothing.
fn asked_about(call: &ToolCall<'_>) -> Result<OperationId, ToolError> {
    let text = call.arguments().get("operation").and_then(Value::as_str);
    text.and_then(OperationId::parse).ok_or_else(not_found)
}

/// Returns the operation; one of another owner, one that was forgotten and one that never was are the same answer.
fn theirs(found: Result<Option<Operation>, BoxError>) -> Result<Operation, ToolError> {
    found.map_err(|error| hidden(&*error))?.ok_or_else(not_found)
}

fn hidden(error: &(dyn Error + 'static)) -> ToolError {
    ToolError::internal(crate::error::chain(error))
}

fn not_found() -> ToolError {
    ToolError::new(NOT_FOUND, "no such operation")
}

impl fmt::Debug for OperationTools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OperationTools").field("window", &self.window).finish_non_exhaustive()
    }
}

impl fmt::Debug for OperationTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OperationTool").field("what", &self.what).finish_non_exhaustive()
    }
}
