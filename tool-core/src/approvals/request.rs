//! What a person must see before approving: the call as it would run. How that is proven is `seal`.

use std::{fmt, time::SystemTime};

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::{EffectiveCall, Target, ToolDefinition, canonical_json, random, seal::time_of};

/// A call that somebody must approve, as it would run.
///
/// It serialises for whatever shows it to a person:
///
/// ```json
/// {
///   "caller": "alice",
///   "tool": "delete_note",
///   "target": { "kind": "project", "id": "p-7" },
///   "arguments": { "note": "n-3" },
///   "reason": "this tool may overwrite or delete something",
///   "expires_ms": 1790000000000
/// }
/// ```
///
/// `target` is null when the tool is about none, and `expires_ms` is in milliseconds since 1970.
#[derive(Clone, PartialEq, Serialize)]
pub struct ApprovalRequest {
    caller: String,
    tool: String,
    #[serde(serialize_with = "kind_and_id")]
    target: Option<(String, String)>,
    arguments: Map<String, Value>,
    reason: String,
    expires_ms: u64,
}

impl ApprovalRequest {
    /// Reads what a request says, once it is known that it was made here.
    pub(super) fn read(body: &[u8], expires_ms: u64) -> Option<Self> {
        let (call, reason) = split(body)?;
        let (who, arguments) = split(call)?;
        let (caller, tool, target, _definition): (_, _, _, String) = serde_json::from_slice(who).ok()?;
        let arguments = serde_json::from_slice(arguments).ok()?;
        let reason = serde_json::from_slice(reason).ok()?;
        Some(Self { caller, tool, target, arguments, reason, expires_ms })
    }

    /// Returns the id of whoever makes the call.
    pub fn caller(&self) -> &str {
        &self.caller
    }

    /// Returns the name of the tool in the registry.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// Returns whose data the call is about, without the value that the host attached.
    pub fn target(&self) -> Option<Target> {
        self.target.as_ref().map(|(kind, id)| Target::new(kind, id))
    }

    /// Returns the arguments with which the tool would run.
    pub fn arguments(&self) -> &Map<String, Value> {
        &self.arguments
    }

    /// Returns why somebody must approve.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Returns from when on it can no longer be approved, nor the approval be used.
    pub fn expires(&self) -> SystemTime {
        time_of(self.expires_ms)
    }
}

#[expect(clippy::ref_option, reason = "serde passes a reference")]
fn kind_and_id<S: Serializer>(target: &Option<(String, String)>, serializer: S) -> Result<S::Ok, S::Error> {
    let target = target.as_ref().map(|(kind, id)| serde_json::json!({ "kind": kind, "id": id }));
    target.serialize(serializer)
}

impl fmt::Debug for ApprovalRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the arguments: `Debug` ends up in logs.
        f.debug_struct("ApprovalRequest")
            .field("caller", &self.caller)
            .field("tool", &self.tool)
            .finish_non_exhaustive()
    }
}

/// Returns what an approval is for, as bytes: two calls have the same ones when they would do the same for the same
/// caller.
///
/// One line says who, which tool, and about what; the next one has the arguments. JSON without blanks has no line end.
///
/// The tool is told by its definition, and not by its name alone: another one may have taken the name since. What the
/// host attached to a request (its extensions) is not in here, as it has no form that could be compared.
pub(crate) fn call_bytes(call: &EffectiveCall<'_>) -> serde_json::Result<Vec<u8>> {
    let target = call.target().map(|target| (target.kind(), target.id()));
    let definition = digest(call.tool().definition())?;
    let mut bytes =
        serde_json::to_vec(&(call.caller().id(), call.tool().name().as_str(), target, definition))?;
    bytes.push(b'\n');
    canonical_json::write_object(call.arguments(), &mut bytes).map_err(serde_json::Error::io)?;
    Ok(bytes)
}

fn digest(definition: &ToolDefinition) -> serde_json::Result<String> {
    let mut bytes = serde_json::to_vec(&(&definition.name, &definition.description))?;
    let schemas = [Some(&definition.input_schema), definition.output_schema.as_ref()];
    for schema in schemas.into_iter().flatten() {
        canonical_json::write(schema, &mut bytes).map_err(serde_json::Error::io)?;
    }
    Ok(random::hex(&Sha256::digest(&bytes)))
}

/// Returns the body of a request: what it is for, and behind it the reason.
pub(super) fn body(mut call: Vec<u8>, reason: &str) -> serde_json::Result<Vec<u8>> {
    call.push(b'\n');
    serde_json::to_writer(&mut call, reason)?;
    Ok(call)
}

/// Returns what the body of a request is for.
pub(super) fn call_of(body: &[u8]) -> Option<&[u8]> {
    split(body).map(|(call, _)| call)
}

/// Splits off the last line.
fn split(lines: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = lines.iter().rposition(|byte| *byte == b'\n')?;
    Some((&lines[..end], &lines[end + 1..]))
}
