//! A run that may outlive whoever waits for it.

use std::{future::Future, pin::Pin};

use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use crate::{ToolError, ToolOutput, panic_wall};

type Run = Pin<Box<dyn Future<Output = Result<ToolOutput, ToolError>> + Send>>;

/// A run that has not ended. When it is dropped and may have changed something, its token is cancelled and the rest of
/// it moves to a task: a caller that goes away must not leave half a change behind.
pub(super) struct Unfinished {
    run: Option<Run>,
    token: CancellationToken,
    /// Where the rest of the run goes. Kept from the start, because it may be dropped outside of any runtime.
    survives_on: Option<Handle>,
}

impl Unfinished {
    pub(super) fn new(run: Run, token: CancellationToken, survives: bool) -> Self {
        let survives_on = if survives { Handle::try_current().ok() } else { None };
        Self { run: Some(run), token, survives_on }
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
        let Some(run) = self.run.take() else { return };
        self.token.cancel();
        match &self.survives_on {
            Some(runtime) => drop(runtime.spawn(run)),
            // What is dropped is the tool's, and may panic.
            None => drop(panic_wall::walled(|| drop(run))),
        }
    }
}
