//! Check: are the answers that the caller brings back of this very call? Nothing is known of the rounds before but what it
//! brings. Whether an answer is a good one, the tool's question says, when the tool asks it.

use serde_json::Value;

use super::{EffectiveCall, Policies, Stop};
use crate::{
    ArgumentFaults, Fault, InputAnswer, Refusal,
    argument_faults::segment,
    ask::{Opened, Returned},
    schema,
};

pub(super) fn check(
    policies: &Policies,
    mut returned: Returned,
    call: &EffectiveCall<'_>,
    surface: &str,
) -> Result<Opened, Stop> {
    for (name, answer) in &mut returned.answers {
        within_bounds(answer).map_err(|fault| {
            let place = format!("/{}{}", segment(name), fault.pointer());
            let fault = Fault::new(place, fault.expected(), fault.found().to_owned());
            Refusal::InvalidInput(ArgumentFaults::from_faults(vec![fault]))
        })?;
    }
    policies.inputs.open(returned, call, surface).map_err(|fault| Refusal::InputState(fault).into())
}

/// Refuses what is too large to look at, and takes it apart.
pub(crate) fn within_bounds(answer: &mut InputAnswer) -> Result<(), Fault> {
    let (InputAnswer::Accepted(content) | InputAnswer::Returned(content)) = answer else { return Ok(()) };
    let value = Value::Object(std::mem::take(content));
    let looked_at = schema::within_bounds(&value);
    match (looked_at, value) {
        (Ok(()), Value::Object(within)) => *content = within,
        (Ok(()), _) => {}
        (Err(fault), value) => {
            schema::dismantle(value);
            return Err(fault);
        }
    }
    Ok(())
}
