//! A run that may outlive whoever waits for it.

use std::{future::Future, pin::Pin};

use tokio::runtime::Handle;

use crate::{ToolError, ToolOutput};

type Run = Pin<Box<dyn Future<Output = Result<ToolOutput, ToolError>> + Send>>;

/// A run that has not ended. When it is dropped and may have changed something, the rest of it moves to a task: a
/// caller that goes away must not leave half a change behind.
pub(super) struct Unfinished {
    run: Option<Run>,
    survives: bool,
}

impl Unfinished {
    pub(super) fn new(run: Run, survives: bool) -> Self {
        Self { run: Some(run), survives }
    }

    /// Waits for the end. Being dropped while waiting loses nothing.
    pub(super) async fn finish(&mut self) -> Result<ToolOutput, ToolError> {
        let result = match &mut self.run {
            Some(run) => run.await,
            None => Err(ToolError::internal("a run was waited for after its end")),
        };
        self.run = None;
        result
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let Some(run) = self.run.take_if(|_| self.survives) else { return };
        // Without a runtime nothing could go on, and the process is ending anyway.
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(run);
        }
    }
}
