//! What was cut off results, until its owner asks for it or it is too old. Whose it is, is compared each time; where a
//! result is cut is `cut`.

use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::{
    Effect, Exposure, HostMetadata, OperationId, Registered, Tool, ToolCall, ToolDefinition, ToolError,
    ToolOutput, name::is_called,
};

/// Name of the tool that reads the rest.
const CONTINUE: &str = "continue_result";

/// How long a rest is kept: a model reads on in the same turn, or not at all.
const AGE: Duration = Duration::from_mins(10);

/// Bytes that are kept for one caller, and for all of them.
const PER_CALLER: usize = 4 * 1024 * 1024;
const FOR_ALL: usize = 64 * 1024 * 1024;

/// Keeps what was cut off results that were too long for a surface, and is the source of `continue_result`, the tool with
/// which a caller reads it. A clone keeps the same.
///
/// The rest belongs to the caller whose result it was: to anybody else it is not there, as if it had never been. It is kept
/// in memory, for ten minutes, up to 4 MiB for a caller and 64 MiB in all; what is oldest goes first. A surface with another
/// process behind it that is asked next does not have it, and says that there is none.
///
/// `continue_result` is for outside callers, so it is named in the last argument of
/// [`parity::assert_private_tools`](crate::parity::assert_private_tools).
///
/// What is kept stays readable for its owner for 10 minutes, also when the tool that returned it is switched off meanwhile;
/// the name of a continuation is no credential.
///
/// # Examples
///
/// ```
/// use serde_json::{Value, json};
/// use tool_core::{Allow, Answer, Caller, Continuations, Invoker, Registry, Surface, tool};
///
/// /// Lists all numbers.
/// #[tool(title = "List numbers", exposure = both, effect = read_only)]
/// fn list_numbers() -> Vec<u32> {
///     (0..1000).collect()
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_core::BuildErrors> {
/// let rest = Continuations::new();
/// let registry = Registry::builder(()).tool(list_numbers_tool()).register(rest.tool()).build()?;
/// let invoker = Invoker::builder(registry).unlimited().build()?;
/// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).longest_result(2048, &rest).build()?;
/// let call = async |tool: &str, arguments: Value| {
///     let request = surface.request(Caller::new("alice"), tool, Some(arguments));
///     let Answer::Reply(reply) = surface.call(request).await else { panic!("{tool} is listed") };
///     reply.structured.expect("both return lists")
/// };
///
/// let mut page = call("list_numbers", json!({})).await;
/// let mut numbers = page["items"].as_array().unwrap().clone();
/// // ".. of 1000 items of /items are shown; call continue_result with the continuation 4f1c.. for the rest"
/// while let Some(more) = page.get("more").and_then(Value::as_str) {
///     let id = more.split(' ').find(|word| word.len() == 32).unwrap();
///     page = call("continue_result", json!({ "continuation": id })).await;
///     numbers.extend(page["items"].as_array().unwrap().clone());
/// }
/// assert_eq!(numbers.len(), 1000);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Default)]
pub struct Continuations(Arc<Mutex<Kept>>);

/// The oldest first.
#[derive(Default)]
struct Kept {
    rests: VecDeque<Rest>,
    bytes: usize,
}

struct Rest {
    id: OperationId,
    owner: String,
    items: Arc<Vec<Value>>,
    bytes: usize,
    since: Instant,
}

impl Continuations {
    /// Returns a place that keeps nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the tool `continue_result`, to be registered.
    pub fn tool(&self) -> ContinueResult {
        ContinueResult(self.clone())
    }

    /// Keeps items for their owner, and returns under which name; nothing when they are too many to be kept.
    pub(crate) fn keep(&self, owner: &str, items: Vec<Value>) -> Option<String> {
        let bytes = items.iter().map(held).fold(0, usize::saturating_add);
        if bytes > PER_CALLER {
            return None;
        }
        let rest = Rest {
            id: OperationId::next(),
            owner: owner.to_owned(),
            items: Arc::new(items),
            bytes,
            since: Instant::now(),
        };
        let id = rest.id.to_string();
        self.locked().keep(rest);
        Some(id)
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, Kept> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.forget_old();
        kept
    }

    fn of(&self, owner: &str, id: &str) -> Option<Arc<Vec<Value>>> {
        let kept = self.locked();
        let theirs = |rest: &&Rest| rest.id.as_str() == id && rest.owner == owner;
        kept.rests.iter().find(theirs).map(|rest| Arc::clone(&rest.items))
    }
}

/// Bytes of memory that a value holds: its place in a list, and its texts. Counted as JSON, a list of zeros would hold
/// many times what it counts.
fn held(value: &Value) -> usize {
    let inside = match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(held).sum(),
        Value::Object(fields) => {
            fields.iter().map(|(key, value)| size_of::<String>() + key.len() + held(value)).sum()
        }
    };
    size_of::<Value>() + inside
}

/// Returns whether this is the tool that reads the rest, in whatever namespace. An engine's never is, whatever it calls it.
pub(crate) fn continues(tool: &Registered) -> bool {
    tool.source_id.is_none() && is_called(tool.name().as_str(), CONTINUE)
}

impl Kept {
    fn keep(&mut self, rest: Rest) {
        let mut theirs: usize =
            self.rests.iter().filter(|kept| kept.owner == rest.owner).map(|kept| kept.bytes).sum();
        while theirs + rest.bytes > PER_CALLER
            && let Some(oldest) = self.rests.iter().position(|kept| kept.owner == rest.owner)
        {
            theirs -= self.forget(oldest);
        }
        while self.bytes + rest.bytes > FOR_ALL && !self.rests.is_empty() {
            self.forget(0);
        }
        self.bytes += rest.bytes;
        self.rests.push_back(rest);
    }

    fn forget_old(&mut self) {
        while self.rests.front().is_some_and(|oldest| oldest.since.elapsed() >= AGE) {
            self.forget(0);
        }
    }

    fn forget(&mut self, at: usize) -> usize {
        let bytes = self.rests.remove(at).map_or(0, |rest| rest.bytes);
        self.bytes -= bytes;
        bytes
    }
}

/// The tool `continue_result` of [`Continuations`].
#[derive(Clone)]
pub struct ContinueResult(Continuations);

#[async_trait]
impl Tool for ContinueResult {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new(
            CONTINUE,
            "Returns the items that were left out of a result because it was too long. `more` of that result names the \
             continuation; when `more` is here again, call again with the new one.",
        )
        .with_input_schema(json!({
            "type": "object",
            "properties": { "continuation": { "type": "string", "description": "The continuation that `more` names." } },
            "required": ["continuation"],
            "additionalProperties": false
        }))
        .with_output_schema(json!({
            "type": "object",
            "properties": { "items": { "type": "array", "items": {}, "description": "The items that follow." } },
            "required": ["items"]
        }))
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default()
            .with_title("Continue a result")
            .with_exposure(Exposure::External)
            .with_effect(Effect::ReadOnly)
            .with_idempotent(true)
            .with_open_world(false)
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        let id = call.arguments().get("continuation").and_then(Value::as_str).unwrap_or_default();
        match self.0.of(call.caller().id(), id) {
            // The surface cuts it again, where it is too long again.
            Some(items) => Ok(ToolOutput::json(json!({ "items": *items }))),
            None => Err(ToolError::new("not-found", "no such continuation; make the first call again")),
        }
    }
}

impl fmt::Debug for Continuations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never what is kept: `Debug` ends up in logs.
        f.debug_struct("Continuations").finish_non_exhaustive()
    }
}

impl fmt::Debug for ContinueResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ContinueResult").finish_non_exhaustive()
    }
}
