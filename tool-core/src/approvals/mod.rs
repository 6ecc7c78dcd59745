//! Approvals that prove themselves: a refused call gets a sealed request, and an approved request becomes a ticket for
//! exactly that call. Who may approve, and how people are asked, is the host's.

mod error;
mod policy;
pub(crate) mod request;
mod spent;

use std::{fmt, time::Duration};

use async_trait::async_trait;

use self::spent::InMemory;
pub use self::{
    error::TicketError,
    policy::{ApprovalPolicy, approve_destructive},
    request::ApprovalRequest,
    spent::SpentTickets,
};
use crate::{
    Approval, ApprovalDecision, BoxError, Caller, EffectiveCall, Reservation,
    seal::{Clock, KEY_BYTES, Nonce, Seal, Token, millis, time_of},
};

/// How long there is to approve a call and to make it again. RFC 6749, section 4.1.2, gives a code that stands for
/// somebody's consent ten minutes at most; this is half of that.
const LIFETIME: Duration = Duration::from_mins(5);

/// Approvals by sealed tickets: each is for one caller and one call, works once, and expires.
///
/// 1. A call that the [`ApprovalPolicy`] asks about, without a good ticket, is refused as `approval-required`. The
///    refusal carries a *request*: the call as it would run, sealed.
/// 2. The caller's program hands the request to the host, at an endpoint of the host's own. The host shows what
///    [`read`](Self::read) returns to a person, and makes a *ticket* with [`approve`](Self::approve).
/// 3. The caller makes the same call again with the ticket
///    ([`Request::with_ticket`](crate::Request::with_ticket)), and it runs.
///
/// A ticket is for one caller, tool, target and set of arguments; the order of keys does not matter. Any difference, a
/// second use, and a ticket that somebody changed all get one answer: the call needs approval, and here is a new request.
/// A call that a later check refuses gives its ticket back. A call that ran has used its ticket up, however it ended.
///
/// The tool is told by its whole definition, so that another one that took its name since is another tool. What the host
/// attached to a request ([`Request::with_extension`](crate::Request::with_extension)) is not part of a ticket: what
/// decides about a call belongs into its arguments or its target. Give each invoker approvals of its own.
///
/// A request is of no use by itself. It is sealed and not encrypted: whoever holds it can read the arguments. It reaches
/// the caller's program, which sent them, and never the model.
///
/// **Who may approve** is for the host to check before it calls `approve`. One thing is checked here: nobody approves a
/// call of their own.
///
/// **One process or several.** By itself, an instance remembers in memory which tickets are used up. So its requests and
/// tickets are good in that instance alone, and end with it: another one could not know what has been used. With
/// [`with_spent_tickets`](Self::with_spent_tickets), all instances with the same key and the same store take each
/// other's.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use serde_json::json;
/// use tool_core::{
///     Allow, Answer, Caller, Invoker, Registry, SealedApprovals, Surface, approve_destructive, tool,
/// };
///
/// /// Deletes a note.
/// #[tool(title = "Delete a note", exposure = both, effect = destructive)]
/// fn delete_note(
///     /// The note.
///     note: String,
/// ) -> String {
///     format!("{note} is gone")
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let key = [7; 32];
/// // `key` is at least 32 bytes from the host's secrets.
/// let approvals = Arc::new(SealedApprovals::new(key, approve_destructive())?);
/// let registry = Registry::builder(()).tool(delete_note_tool()).build()?;
/// let invoker = Invoker::builder(registry).unlimited().approval(Arc::clone(&approvals)).build()?;
/// let surface = Surface::outside("notes", &invoker, Allow::exposed()).build()?;
/// let call = || surface.request(Caller::new("alice"), "delete_note", Some(json!({ "note": "n-3" })));
///
/// // The call is refused, with a request.
/// let Answer::Reply(refused) = surface.call(call()).await else { panic!("the tool is listed") };
/// assert_eq!(
///     refused.text(),
///     "approval-required: a person must approve this call first: this tool may overwrite or delete something"
/// );
/// let request = refused.approval_request.unwrap();
///
/// // The host's endpoint: the host knows from a credential that this is bob, and that bob may approve.
/// let shown = approvals.read(&request)?;
/// assert_eq!((shown.caller(), shown.tool()), ("alice", "delete_note"));
/// assert_eq!(shown.arguments()["note"], "n-3");
/// let ticket = approvals.approve(&request, &Caller::new("bob"))?;
///
/// // The same call runs, once.
/// let Answer::Reply(reply) = surface.call(call().with_ticket(&ticket)).await else { panic!("the tool is listed") };
/// assert_eq!(reply.text(), "n-3 is gone");
/// let Answer::Reply(again) = surface.call(call().with_ticket(&ticket)).await else { panic!("the tool is listed") };
/// assert_eq!(again.code.as_deref(), Some("approval-required"));
/// # Ok(())
/// # }
/// ```
pub struct SealedApprovals {
    seal: Seal,
    policy: Box<dyn ApprovalPolicy>,
    spent: Box<dyn SpentTickets>,
    lifetime: Duration,
    self_approval: bool,
    clock: Clock,
}

impl SealedApprovals {
    /// Returns approvals under this key, of what the policy asks about.
    ///
    /// The key is at least 32 bytes that nobody can guess, from wherever the host keeps its secrets. Whoever has it can
    /// approve everything.
    ///
    /// # Errors
    ///
    /// [`TicketError::KeyTooShort`] when the key has fewer bytes:
    ///
    /// ```
    /// use tool_core::{SealedApprovals, approve_destructive};
    ///
    /// let error = SealedApprovals::new("secret", approve_destructive()).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the key for approvals has 6 bytes; use at least 32 that nobody can guess"
    /// );
    /// ```
    pub fn new(key: impl AsRef<[u8]>, policy: impl ApprovalPolicy) -> Result<Self, TicketError> {
        let key = key.as_ref();
        if key.len() < KEY_BYTES {
            return Err(TicketError::KeyTooShort { bytes: key.len() });
        }
        let clock = Clock::system();
        Ok(Self {
            seal: Seal::of_this_process(key),
            policy: Box::new(policy),
            spent: Box::new(InMemory::new(clock.clone())),
            lifetime: LIFETIME,
            self_approval: false,
            clock,
        })
    }

    /// Remembers in this store which tickets are used up, and takes the requests and tickets of every instance with the
    /// same key. All of these must use the same store.
    #[must_use]
    pub fn with_spent_tickets(mut self, spent: impl SpentTickets) -> Self {
        self.spent = Box::new(spent);
        self.seal = self.seal.of_all_processes();
        self
    }

    /// Sets how long after it was refused a call can be approved and made again; 5 minutes by default.
    ///
    /// It is counted from the refusal, for the request and its ticket alike. A ticket is good until then, and not at that
    /// moment any more.
    #[must_use]
    pub fn with_lifetime(mut self, lifetime: Duration) -> Self {
        self.lifetime = lifetime;
        self
    }

    /// Lets callers approve their own calls, where the same person sits behind both: a program asks the person whom it
    /// acts for. Without it, [`TicketError::Own`].
    ///
    /// Whatever can call the host's endpoint with the caller's credential can then approve, so the model must not be able to.
    /// With [`ask_for_approval`](crate::SurfaceBuilder::ask_for_approval) of a surface, clients that can ask their person do
    /// so, without an endpoint. Without that word it is about the host's endpoint alone, and nobody else is asked.
    #[must_use]
    pub fn allow_self_approval(mut self) -> Self {
        self.self_approval = true;
        self
    }

    /// Returns what a request asks for: what a person must see before deciding. For those who may approve.
    ///
    /// # Errors
    ///
    /// [`TicketError::Invalid`] when it was not made here, or changed; [`TicketError::Expired`] when its time is over.
    pub fn read(&self, request: &str) -> Result<ApprovalRequest, TicketError> {
        self.open(request).map(|(_, shown)| shown)
    }

    /// Approves a request and returns the ticket, for the caller's program to make the same call with.
    ///
    /// The host has checked that `by`, whom a credential proved, may approve this. Approving a request again returns the
    /// same ticket, which works once all the same.
    ///
    /// The ticket is 75 letters, digits, `-` and `_`.
    ///
    /// # Errors
    ///
    /// [`TicketError::Own`] when `by` is who makes the call, and otherwise as [`read`](Self::read).
    pub fn approve(&self, request: &str, by: &Caller) -> Result<String, TicketError> {
        let (token, shown) = self.open(request)?;
        if by.id() == shown.caller() && !self.self_approval {
            return Err(TicketError::Own);
        }
        let call = request::call_of(&token.body).ok_or(TicketError::Invalid)?;
        Ok(self.seal.ticket(token.nonce, token.expires_ms, call).to_text())
    }

    fn open(&self, request: &str) -> Result<(Token, ApprovalRequest), TicketError> {
        let token = self.seal.open_request(request).ok_or(TicketError::Invalid)?;
        let shown = ApprovalRequest::read(&token.body, token.expires_ms).ok_or(TicketError::Invalid)?;
        if self.has_expired(&token) { Err(TicketError::Expired) } else { Ok((token, shown)) }
    }

    /// Takes the single use of the ticket, if it is a good one for this call.
    async fn redeem(&self, ticket: &str, call: &[u8]) -> Result<Option<Reservation>, BoxError> {
        match self.seal.open_ticket(ticket, call).filter(|token| !self.has_expired(token)) {
            Some(token) => self.spent.spend(&token.nonce.to_hex(), time_of(token.expires_ms)).await,
            None => Ok(None),
        }
    }

    fn has_expired(&self, token: &Token) -> bool {
        token.expires_ms <= self.clock.now_ms()
    }
}

#[async_trait]
impl Approval for SealedApprovals {
    async fn decide(&self, call: &EffectiveCall<'_>) -> Result<ApprovalDecision, BoxError> {
        let Some(reason) = self.policy.reason(call)? else { return Ok(ApprovalDecision::NotNeeded) };
        let bytes = request::call_bytes(call)?;
        if let Some(ticket) = call.ticket()
            && let Some(used) = self.redeem(ticket, &bytes).await?
        {
            return Ok(ApprovalDecision::Approved(used));
        }
        let expires_ms = self.clock.now_ms().saturating_add(millis(self.lifetime));
        let request = self.seal.request(Nonce::next(), expires_ms, request::body(bytes, &reason)?);
        Ok(ApprovalDecision::Needed { reason, request: Some(request.to_text()) })
    }

    fn own_ticket(&self, request: &str, caller: &Caller) -> Option<String> {
        // Only where callers may approve their own calls.
        self.approve(request, caller).ok()
    }

    fn lets_callers_approve(&self) -> bool {
        self.self_approval
    }
}

impl fmt::Debug for SealedApprovals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SealedApprovals")
            .field("lifetime", &self.lifetime)
            .field("self_approval", &self.self_approval)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
