//! A readable with the state that it works on: to everything that surrounds a tool, one more tool that only reads.

use std::{future, pin::Pin, sync::Arc};

use super::{ReadCall, Returned};
use crate::{
    Effect, HostMetadata, Kind, SourceLocation, Tool, ToolCall, ToolDefinition, ToolError, ToolOutput,
    call::Identity, registry::Binding,
};

/// A run in progress.
pub(crate) type Reading = Pin<Box<dyn Future<Output = Result<Returned, ToolError>> + Send>>;

/// What runs for a readable: the host's function, with its state.
pub(crate) type Function = Arc<dyn Fn(ReadCall) -> Reading + Send + Sync>;

/// A readable, ready to run for the call that was admitted for it.
pub(crate) struct BoundReadable {
    definition: ToolDefinition,
    host: HostMetadata,
    identity: Identity,
    function: Function,
}

impl BoundReadable {
    /// Returns it as an entry of the registry.
    pub(crate) fn binding(
        definition: ToolDefinition,
        host: HostMetadata,
        location: SourceLocation,
        function: Function,
    ) -> Binding {
        let identity = Identity::new();
        // Reading changes nothing, whatever was written: that is what makes it one.
        let host = HostMetadata {
            effect: Effect::ReadOnly,
            idempotent: Some(true),
            kind: Kind::Immediate,
            undo: None,
            ..host
        };
        Binding { tool: Arc::new(Self { definition, host, identity, function }), identity, location }
    }
}

impl Tool for BoundReadable {
    fn definition(&self) -> ToolDefinition {
        self.definition.clone()
    }

    fn host(&self) -> HostMetadata {
        self.host.clone()
    }

    // Written out as `async_trait` would, because the function already returns a boxed future.
    fn call<'tool, 'call, 'run>(
        &'tool self,
        call: ToolCall<'call>,
    ) -> Pin<Box<dyn Future<Output = Result<ToolOutput, ToolError>> + Send + 'run>>
    where
        'tool: 'run,
        'call: 'run,
        Self: 'run,
    {
        if !call.is_for(self.identity) {
            let admitted = call.tool().to_owned();
            let refused = format!("a call that was admitted for `{admitted}` was handed to a readable");
            return Box::pin(future::ready(Err(ToolError::internal(refused))));
        }
        let reading = (self.function)(ReadCall::new(call));
        Box::pin(async move { reading.await.map(ToolOutput::returned) })
    }
}
