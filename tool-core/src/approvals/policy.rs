//! Which calls somebody must approve: the host's decision. How an approval is proven is `seal`.

use crate::{BoxError, Control, Effect, EffectiveCall};

/// Says which calls somebody must approve. It is asked about each call that every check before this one let through,
/// so it never hears of tools that the caller may not know of, nor of somebody else's targets.
///
/// A closure is one too:
///
/// ```
/// use tool_core::{BoxError, EffectiveCall, SealedApprovals};
///
/// let large_orders = |call: &EffectiveCall<'_>| -> Result<Option<String>, BoxError> {
///     let count = call.arguments().get("count").and_then(serde_json::Value::as_u64);
///     Ok((call.tool().name().as_str() == "order" && count.is_none_or(|count| count > 100))
///         .then(|| "it orders more than 100 pieces".to_owned()))
/// };
/// let approvals = SealedApprovals::new([7; 32], large_orders)?;
/// # Ok::<(), tool_core::TicketError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an `ApprovalPolicy`",
    label = "implement `tool_core::ApprovalPolicy` for it, or give a closure that names its types, `|call: &EffectiveCall<'_>| -> Result<Option<String>, BoxError>`"
)]
pub trait ApprovalPolicy: Send + Sync + 'static {
    /// Returns why somebody must approve this call, for people and for the model; nothing when it may run without.
    ///
    /// It is asked again when the call comes with its ticket. The reason may be another one by then; it is not part of
    /// what is approved.
    ///
    /// # Errors
    ///
    /// When it cannot be found out: nothing runs then, and the caller learns a correlation id.
    fn reason(&self, call: &EffectiveCall<'_>) -> Result<Option<String>, BoxError>;
}

#[diagnostic::do_not_recommend]
impl<F> ApprovalPolicy for F
where
    F: Fn(&EffectiveCall<'_>) -> Result<Option<String>, BoxError> + Send + Sync + 'static,
{
    fn reason(&self, call: &EffectiveCall<'_>) -> Result<Option<String>, BoxError> {
        self(call)
    }
}

/// Returns the policy that somebody must approve every call of a tool whose effect is
/// [`Destructive`](Effect::Destructive), as is that of a tool which states none.
///
/// Tools of [`Control`] are passed over, whatever their effect: whoever wants to stop something must not have to wait
/// for a person.
pub fn approve_destructive() -> impl ApprovalPolicy {
    |call: &EffectiveCall<'_>| -> Result<Option<String>, BoxError> {
        let host = call.tool().host();
        let asks = host.effect == Effect::Destructive && host.control == Control::No;
        Ok(asks.then(|| "this tool may overwrite or delete something".to_owned()))
    }
}
