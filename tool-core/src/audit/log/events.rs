//! Records as `tracing` events, for hosts that collect these. Fields only; nothing about where they are kept.

use std::io;

use super::AuditTarget;
use crate::{AuditRecord, DecisionRecord, EndRecord, ReportRecord, SwitchRecord};

/// Writes each record as a `tracing` event at level `INFO` with the target `tool_core::audit`.
///
/// The fields have the names of the record's JSON. They go to the subscriber of the whole process, because they are
/// written on the log's own thread. An event is safe when the subscriber has returned, which says nothing about a disk:
/// where records must survive the process, use [`JsonLines`](crate::JsonLines).
///
/// # Examples
///
/// ```
/// let log = tool_core::AuditLog::to(tool_core::Events).start()?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::exhaustive_structs, reason = "it has no settings: a subscriber has")]
pub struct Events;

impl AuditTarget for Events {
    fn write(&mut self, records: &[AuditRecord]) -> io::Result<()> {
        for record in records {
            match record {
                AuditRecord::Decision(record) => decision(record),
                AuditRecord::End(record) => end(record),
                AuditRecord::Report(record) => report(record),
                AuditRecord::Switch(record) => switch(record),
            }
        }
        Ok(())
    }
}

/// Texts go as texts and not as `Display`: a subscriber then quotes what a caller's id may have in it.
fn decision(record: &DecisionRecord) {
    tracing::info!(
        target: "tool_core::audit",
        record = "decision",
        call = %record.call,
        parent = record.parent.map(tracing::field::display),
        caller = record.caller.as_str(),
        surface = record.surface.as_str(),
        tool = record.tool.as_deref(),
        step = record.step.as_str(),
        code = record.code,
        durable = record.durable,
        arguments = record.digest.as_deref(),
        repairs = (record.repairs > 0).then_some(record.repairs),
        content = record.content.as_ref().map(tracing::field::display),
    );
}

fn end(record: &EndRecord) {
    let duration_us = record.duration.map(|duration| u64::try_from(duration.as_micros()).unwrap_or(u64::MAX));
    tracing::info!(
        target: "tool_core::audit",
        record = "end",
        call = %record.call,
        outcome = record.outcome.as_str(),
        code = record.code.as_deref(),
        duration_us,
        late = record.late.then_some(true),
    );
}

fn report(record: &ReportRecord) {
    tracing::info!(
        target: "tool_core::audit",
        record = "report",
        owner = record.owner.as_str(),
        correlation = record.correlation.as_deref(),
        call = record.call.map(tracing::field::display),
        tool = record.tool.as_deref(),
        why = record.why,
    );
}

fn switch(record: &SwitchRecord) {
    tracing::info!(
        target: "tool_core::audit",
        record = "switch",
        tool = record.tool.as_str(),
        enabled = record.enabled,
        reason = record.reason.as_deref(),
    );
}
