//! The only way for content to get into a record: the host says what is left of it.

use serde_json::{Map, Value};

use crate::{Caller, Registered, Target};

/// Decides what of a call may be kept in its decision record: of its arguments, and of its target, whose id is not among the
/// arguments. A closure is one too.
///
/// Who approved a call is known where approvals are given, and is for that code to keep.
///
/// # Examples
///
/// ```
/// use serde_json::{Map, Value, json};
/// use tool_core::{Caller, Invoker, Registered, Registry, Target};
///
/// /// Keeps ids and nothing else.
/// fn ids(_: &Caller, _: &Registered, target: Option<&Target>, arguments: &Map<String, Value>) -> Option<Value> {
///     Some(json!({ "project": target.map(Target::id), "note": arguments.get("note_id") }))
/// }
///
/// # let registry = Registry::builder(()).build()?;
/// let invoker = Invoker::builder(registry).unlimited().audit_redactor(ids).build()?;
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a `Redactor`",
    label = "implement `tool_core::Redactor` for it, or give a closure that names its types, `|caller: &Caller, tool: &Registered, target: Option<&Target>, arguments: &Map<String, Value>| -> Option<Value>`"
)]
pub trait Redactor: Send + Sync + 'static {
    /// Returns what to keep.
    fn redact(
        &self,
        caller: &Caller,
        tool: &Registered,
        target: Option<&Target>,
        arguments: &Map<String, Value>,
    ) -> Option<Value>;
}

#[diagnostic::do_not_recommend]
impl<F> Redactor for F
where
    F: Fn(&Caller, &Registered, Option<&Target>, &Map<String, Value>) -> Option<Value>
        + Send
        + Sync
        + 'static,
{
    fn redact(
        &self,
        caller: &Caller,
        tool: &Registered,
        target: Option<&Target>,
        arguments: &Map<String, Value>,
    ) -> Option<Value> {
        self(caller, tool, target, arguments)
    }
}
