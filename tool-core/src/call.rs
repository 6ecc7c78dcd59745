//! An admitted call. Only the invoker can make one, and making one is what admission is for.

use std::{
    fmt,
    marker::PhantomData,
    sync::atomic::{AtomicU64, Ordering},
};

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use crate::{
    ArgumentFaults, Caller, Progress, Target, ToolError, ToolName, extensions::Extensions, function,
};

/// A call that admission let through: the only thing that runs a [`Tool`](crate::Tool).
///
/// It has no public constructor, no `Clone` and no `Default`, and its lifetime keeps it from being stored. So whatever
/// holds a tool still cannot run it, and a call serves for one run of the tool that it was admitted for.
pub struct ToolCall<'a> {
    admitted: Admitted,
    // Invariant: the lifetime is a brand. The contents are owned, so that this crate alone may carry them further.
    brand: PhantomData<&'a ()>,
}

/// What admission found out about a call.
pub(crate) struct Admitted {
    pub(crate) tool: ToolName,
    pub(crate) identity: Identity,
    pub(crate) caller: Caller,
    pub(crate) target: Option<Target>,
    pub(crate) arguments: Map<String, Value>,
    pub(crate) cancellation: CancellationToken,
    pub(crate) progress: Progress,
    pub(crate) extensions: Extensions,
}

impl ToolCall<'_> {
    pub(crate) fn new(admitted: Admitted) -> Self {
        Self { admitted, brand: PhantomData }
    }

    /// Returns the registry name of the tool that the call was admitted for.
    pub fn tool(&self) -> &str {
        self.admitted.tool.as_str()
    }

    /// Returns who calls.
    pub fn caller(&self) -> &Caller {
        &self.admitted.caller
    }

    /// Returns whose data the call is about, resolved and owned, when the tool's metadata names a target.
    pub fn target(&self) -> Option<&Target> {
        self.admitted.target.as_ref()
    }

    /// Returns the host's own value that [`Ownership`](crate::Ownership) attached to the target.
    ///
    /// # Errors
    ///
    /// An internal error when there is none: the tool names no target, or the host's ownership attaches another type.
    pub fn target_as<T: 'static>(&self) -> Result<&T, ToolError> {
        self.target().and_then(Target::get).ok_or_else(|| {
            let (tool, wanted) = (self.tool(), std::any::type_name::<T>());
            ToolError::internal(format!(
                "the target of `{tool}` carries no `{wanted}`; attach it in Ownership::resolve, and name a target on the tool"
            ))
        })
    }

    /// Returns the arguments, checked against the advertised schema, without what the surface added.
    pub fn arguments(&self) -> &Map<String, Value> {
        &self.admitted.arguments
    }

    /// Decodes the arguments into a type.
    ///
    /// # Errors
    ///
    /// [`ToolError::invalid_arguments`] when the type refuses what the schema allowed.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, ToolError> {
        function::decode::object(&self.admitted.arguments, &[]).map_err(|refused| {
            ToolError::invalid_arguments(ArgumentFaults::from_faults(vec![refused.into_fault()]))
        })
    }

    /// Returns the token that is cancelled when the caller gives up or the deadline passes.
    pub fn cancellation(&self) -> &CancellationToken {
        &self.admitted.cancellation
    }

    /// Returns where to report progress.
    pub fn progress(&self) -> &Progress {
        &self.admitted.progress
    }

    /// Returns a value that the host attached to the request, such as one that its middleware set.
    ///
    /// # Errors
    ///
    /// An internal error when the request carries none of this type.
    pub fn extension<T: 'static>(&self) -> Result<&T, ToolError> {
        self.admitted.extensions.get().ok_or_else(|| {
            let (tool, wanted) = (self.tool(), std::any::type_name::<T>());
            ToolError::internal(format!(
                "the request to `{tool}` carries no `{wanted}`; attach it with Request::with_extension"
            ))
        })
    }

    /// Frees the call of its lifetime, so that this crate can carry it to another thread.
    pub(crate) fn detach(self) -> ToolCall<'static> {
        ToolCall::new(self.admitted)
    }

    pub(crate) fn is_for(&self, identity: Identity) -> bool {
        self.admitted.identity == identity
    }
}

impl fmt::Debug for ToolCall<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the arguments: `Debug` ends up in logs.
        f.debug_struct("ToolCall")
            .field("tool", &self.tool())
            .field("caller", self.caller())
            .finish_non_exhaustive()
    }
}

/// Which registered tool a call was admitted for. Names will not do: two registries may each have a `search`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity(u64);

impl Identity {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
