//! The thread that writes: a batch, one sync, and only then the answers. What a batch is written to is `target`.

use std::io;

use super::{
    AuditTarget,
    queue::{Batch, Queue, Work},
    seldom::Seldom,
};
use crate::panic_wall;

/// Writes until the log is dropped and everything was tried.
pub(super) fn run(queue: &Queue, mut target: impl AuditTarget) {
    let mut complaints = Complaints::default();
    loop {
        match queue.next() {
            Work::Batch(batch) => write(queue, &mut target, batch, &mut complaints),
            Work::Reopen(told) => {
                let reopened = walled(|| target.reopen());
                // Nobody listens any more when the host has gone on.
                let _ = told.send(reopened);
            }
            Work::End => return,
        }
    }
}

fn write(queue: &Queue, target: &mut impl AuditTarget, batch: Batch, complaints: &mut Complaints) {
    match walled(|| target.write(&batch.records)) {
        Ok(()) => {
            queue.written(batch);
            complaints.written(queue);
        }
        Err(error) => {
            let (records, kind) = (batch.records.len(), error.kind());
            queue.failed(batch, error);
            complaints.failed(queue, records, kind);
        }
    }
}

/// The target may be the host's, and its panic is not the end of the log.
fn walled<T>(write: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    panic_wall::walled(write).unwrap_or_else(|panicked| Err(io::Error::other(panicked)))
}

/// What the host's log hears of a target that fails. Never the text of the error: a database may put rows into it.
#[derive(Default)]
struct Complaints {
    seldom: Seldom,
    complained: bool,
}

impl Complaints {
    fn failed(&mut self, queue: &Queue, records: usize, kind: io::ErrorKind) {
        if self.seldom.is_due() {
            self.complained = true;
            tracing::error!(%kind, records, lost = queue.lost(), "the audit log cannot be written");
        }
    }

    fn written(&mut self, queue: &Queue) {
        if std::mem::take(&mut self.complained) {
            tracing::warn!(lost = queue.lost(), "the audit log can be written again");
        }
    }
}
