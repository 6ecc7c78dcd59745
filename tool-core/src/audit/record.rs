//! What is kept about a call, as data.

use std::{
    fmt,
    time::{Duration, SystemTime},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

use crate::{OutcomeClass, Step, random};

/// Names one call, in records, spans and nested calls. A name and not a credential.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallId(u64);

impl CallId {
    pub(crate) fn next() -> Self {
        Self(random::distinct())
    }

    /// Reads an id as it is written.
    pub(super) fn from_hex(text: &str) -> Option<Self> {
        let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        digits.then(|| u64::from_str_radix(text, 16).ok().map(Self))?
    }
}

impl fmt::Display for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for CallId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for CallId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::from_hex(&text).ok_or_else(|| de::Error::custom("a call id is 16 hexadecimal digits"))
    }
}

/// Any record, tagged as it is written. Records are written, and read by other programs: in JSON the names of some members
/// say the unit, or more than the field's: `time_ms`, `duration_us`, and `arguments` for the digest.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "record", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum AuditRecord {
    /// What admission decided.
    Decision(DecisionRecord),
    /// How the call ended.
    End(EndRecord),
    /// A report of how a call ended was refused.
    Report(ReportRecord),
    /// A tool was switched off or on.
    Switch(SwitchRecord),
}

/// What admission decided about one call.
///
/// ```json
/// {"record": "decision", "call": "9f3a5c0012ab44de", "time_ms": 1790000000000, "caller": "alice", "surface": "outside",
///  "tool": "delete_project", "step": "run", "durable": true, "arguments": "hmac-sha256:5e1f.."}
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct DecisionRecord {
    /// The call.
    pub call: CallId,
    /// The call whose tool made this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<CallId>,
    /// When, in milliseconds since 1970.
    #[serde(rename = "time_ms", serialize_with = "unix_ms")]
    pub time: SystemTime,
    /// Id of the caller.
    pub caller: String,
    /// Name of the surface.
    pub surface: String,
    /// Name in the registry, also of a tool that the caller was not told about; `None` when there is no such tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The step that decided; [`Step::Run`] when none said no.
    pub step: Step,
    /// The code of the refusal; `None` when the call was admitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// Whether the record must be safe before the tool runs: it may change something.
    pub durable: bool,
    /// A keyed digest of the arguments with which the tool runs, and of its target; equal calls have equal digests under one
    /// key.
    #[serde(rename = "arguments", skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// How many arguments the surface repaired.
    #[serde(skip_serializing_if = "is_zero")]
    pub repairs: usize,
    /// What the host's redactor made of the arguments and the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Value>,
}

/// How one call ended.
///
/// ```json
/// {"record": "end", "call": "9f3a5c0012ab44de", "time_ms": 1790000000012, "outcome": "completed", "duration_us": 11873}
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct EndRecord {
    /// The call.
    pub call: CallId,
    /// When, in milliseconds since 1970.
    #[serde(rename = "time_ms", serialize_with = "unix_ms")]
    pub time: SystemTime,
    /// How.
    pub outcome: OutcomeClass,
    /// The code of the failure or refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// From the request to the end of the run, in microseconds, waiting included; `None` when the process ended first.
    #[serde(rename = "duration_us", serialize_with = "micros", skip_serializing_if = "Option::is_none")]
    pub duration: Option<Duration>,
    /// Whether the caller was told `indeterminate` before this, or had gone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
}

/// A report of how a call ended was refused, because nobody waited for it; see [`Completions`](crate::Completions).
///
/// ```json
/// {"record": "report", "time_ms": 1790000000000, "owner": "bob", "correlation": "4f1c..", "call": "9f3a5c0012ab44de",
///  "tool": "pay_invoice", "why": "foreign"}
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ReportRecord {
    /// When, in milliseconds since 1970.
    #[serde(rename = "time_ms", serialize_with = "unix_ms")]
    pub time: SystemTime,
    /// Id of the caller whose call it was said to be.
    pub owner: String,
    /// The correlation, when what was reported has the form of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub correlation: Option<String>,
    /// The call, if it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<CallId>,
    /// Its tool, by the name in the registry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// `foreign`: the call is another caller's, and still waits. `not-awaited`: too late, a second time, or under a
    /// correlation that never was.
    pub why: &'static str,
}

/// A tool was switched off or on.
///
/// ```json
/// {"record": "switch", "time_ms": 1790000000000, "tool": "export_project", "enabled": false, "reason": "incident 42"}
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SwitchRecord {
    /// When, in milliseconds since 1970.
    #[serde(rename = "time_ms", serialize_with = "unix_ms")]
    pub time: SystemTime,
    /// Name in the registry.
    pub tool: String,
    /// Whether it can be used from now on.
    pub enabled: bool,
    /// Why it was switched off, in the operator's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

fn unix_ms<S: Serializer>(time: &SystemTime, serializer: S) -> Result<S::Ok, S::Error> {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    serializer.serialize_u64(since.as_millis().try_into().unwrap_or(u64::MAX))
}

#[expect(clippy::ref_option, reason = "serde passes a reference")]
fn micros<S: Serializer>(duration: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    let micros = duration.map(|duration| u64::try_from(duration.as_micros()).unwrap_or(u64::MAX));
    micros.serialize(serializer)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}
