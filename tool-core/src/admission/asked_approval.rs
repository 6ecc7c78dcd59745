//! An approval that the person who calls gives in answer to an input request, where the surface asks for it that way. What
//! it becomes is a ticket like any other; whether a call may be approved so is the [`Approval`](super::Approval)'s to say.

use std::fmt::Write;

use super::{EffectiveCall, Policies, Stop};
use crate::{
    Caller, CommitPoint, Field, InputAnswer, InputKind, InputRequest, Refusal, Surface,
    ask::{Asked, Binding, Opened, Round},
    audit::CallId,
    canonical_json, panic_wall,
};

/// The name of the request. No tool can ask under it.
const NAME: &str = "tool-core/approval";

/// The field that says yes.
const APPROVE: &str = "approve";

/// Characters of the longest call that is shown: nobody reads more before saying yes.
const LONGEST_SHOWN: usize = 4000;

/// Returns the ticket of the approval that the person behind the call has given in the round before.
pub(super) fn ticket(policies: &Policies, opened: &Opened, caller: &Caller) -> Option<String> {
    let (_, answer) = opened.answers.get(NAME)?;
    let request = opened.approval.as_deref().filter(|_| answer.confirms(APPROVE))?;
    let approval = policies.approval.as_ref()?;
    // The host's code: what panics approves nothing.
    panic_wall::walled(|| approval.own_ticket(request, caller)).ok().flatten()
}

/// Asks the person behind the call, where the surface does so, the caller can be asked, and the answer would count.
pub(super) fn ask(
    policies: &Policies,
    call: &EffectiveCall<'_>,
    (id, surface, opened): (CallId, &Surface, Option<&Opened>),
    (reason, request): (&str, &str),
) -> Option<Stop> {
    let opened = opened.filter(|opened| surface.asks_for_approval() && opened.kinds.has(InputKind::Form))?;
    match opened.answers.get(NAME) {
        Some((_, answer)) if !answer.confirms(APPROVE) => {
            let reason = match answer {
                InputAnswer::Cancelled => "the person who was asked did not choose",
                _ => "the person who was asked declined",
            };
            return Some(Refusal::ApprovalDenied { reason: reason.to_owned() }.into());
        }
        // Approved, and used up or too old: asked anew.
        _ => {}
    }
    policies.approval.as_ref()?.own_ticket(request, call.caller())?;
    let form = InputRequest::approval(NAME, shown(call, reason)?)
        .with_field(Field::boolean(APPROVE).with_title("Approve this call"));
    let binding = Binding::of(call, surface.name()).ok()?;
    let round = Round::new(id, CommitPoint::unstated(), opened.clone(), binding);
    let asked = Asked { round: round.into(), requests: vec![form], approval: Some(request.to_owned()) };
    if !opened.may_ask() {
        return None;
    }
    // What is too long to be sealed is refused as without asking.
    policies.inputs.seal(asked).ok().map(|required| Stop::Asked(Box::new(required)))
}

/// Returns what the person sees before saying yes: the whole call, or nothing when it is too long to be read.
fn shown(call: &EffectiveCall<'_>, reason: &str) -> Option<String> {
    let mut arguments = Vec::new();
    canonical_json::write_object(call.arguments(), &mut arguments).ok()?;
    let arguments = String::from_utf8(arguments).ok()?;
    let mut text = format!("Approve this call? {reason}\n{}", call.tool().name());
    if let Some(target) = call.target() {
        // Writing to a string does not fail.
        // An id with a line of its own could look like another call.
        let _ = write!(text, " about the {} {}", target.kind(), target.id().replace('\n', "\\n"));
    }
    let _ = write!(text, "\n{arguments}");
    (text.chars().count() <= LONGEST_SHOWN)
        .then(|| text.chars().map(Visible).map(|it| it.to_string()).collect())
}

/// A character that cannot hide what stands around it: controls, marks of direction and what takes no room are escaped.
struct Visible(char);

impl std::fmt::Display for Visible {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            '\n' => f.write_char('\n'),
            '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}' => write!(f, "{}", self.0.escape_unicode()),
            control if control.is_control() => write!(f, "{}", control.escape_unicode()),
            other => f.write_char(other),
        }
    }
}
