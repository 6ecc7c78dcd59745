//! The only way for content to get into a record: the host says what is left of it.

use serde_json::{Map, Value};

use crate::{Caller, Registered};

/// Decides what of the arguments of a call may be kept in its decision record. A closure is one too.
///
/// # Examples
///
/// ```
/// use serde_json::{Map, Value, json};
/// use tool_core::{Caller, Redactor, Registered};
///
/// /// Keeps ids and nothing else.
/// fn ids(_: &Caller, _: &Registered, arguments: &Map<String, Value>) -> Option<Value> {
///     arguments.get("note_id").map(|id| json!({ "note_id": id }))
/// }
///
/// fn takes(_: impl Redactor) {}
/// takes(ids);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a `Redactor`",
    label = "implement `tool_core::Redactor` for it, or give a closure that names its types, `|caller: &Caller, tool: &Registered, arguments: &Map<String, Value>| -> Option<Value>`"
)]
pub trait Redactor: Send + Sync + 'static {
    /// Returns what to keep.
    fn redact(&self, caller: &Caller, tool: &Registered, arguments: &Map<String, Value>) -> Option<Value>;
}

#[diagnostic::do_not_recommend]
impl<F> Redactor for F
where
    F: Fn(&Caller, &Registered, &Map<String, Value>) -> Option<Value> + Send + Sync + 'static,
{
    fn redact(&self, caller: &Caller, tool: &Registered, arguments: &Map<String, Value>) -> Option<Value> {
        self(caller, tool, arguments)
    }
}
