//! Records as lines of JSON, in a file or through any writer. Which records, and when, is the log's.

use std::{
    fmt,
    fs::File,
    io::{self, BufReader, Write},
    path::Path,
    time::SystemTime,
};

use super::{
    AuditTarget,
    file::{OwnFile, named},
    recover,
};
use crate::{AuditRecord, EndRecord, OutcomeClass};

/// What the buffer keeps between two batches; one with large content gives its memory back.
const KEPT: usize = 64 * 1024;

/// Writes each record as one line of JSON.
///
/// # Examples
///
/// ```no_run
/// use tool_core::{AuditLog, JsonLines};
///
/// let log = AuditLog::to(JsonLines::append("/var/log/notes/audit.jsonl")?).start()?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct JsonLines {
    output: Output,
    /// The lines of one batch: written at once, so that a crash tears one line at most.
    buffer: Vec<u8>,
}

enum Output {
    File(OwnFile),
    Writer { writer: Box<dyn Write + Send>, torn: bool },
}

impl JsonLines {
    /// Appends to this file. Each batch is synced to the disk, so what the log calls safe survives a loss of power.
    ///
    /// A link is followed, so the directory must be one that only the operator writes.
    ///
    /// A new file can be read and written by its owner only (mode 0600, on Unix). What is in the file already is read
    /// first: a call without an end, because the process ended before it, gets one now with the outcome `unknown`, and a
    /// last line that was torn is closed. Lines that are no records are skipped; how many of each is in the log. Reading
    /// takes one line and the ids of unended calls of memory, and under a second for 100 MB (measured). It blocks for
    /// that long, so it belongs into the start of a program.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened, read or written; when its first line is no record, so that it is a file of
    /// something else; when it is no regular file; and when another process, or another log, writes it.
    pub fn append(path: impl AsRef<Path>) -> io::Result<Self> {
        let mut file = OwnFile::open(path.as_ref())?;
        let found = read(path.as_ref(), file.file())?;
        let open = found.open();
        let mut lines = if found.torn { vec![b'\n'] } else { Vec::new() };
        let time = SystemTime::now();
        for call in &open {
            let outcome = OutcomeClass::Unknown;
            let end = EndRecord { call: *call, time, outcome, code: None, duration: None, late: false };
            line(&AuditRecord::End(end), &mut lines)?;
        }
        if !lines.is_empty() {
            file.append(&lines)?;
        }
        let (unknown, skipped, torn) = (open.len(), found.skipped, found.torn);
        if unknown > 0 || skipped > 0 || torn {
            let file = file.path().display();
            tracing::warn!(%file, unknown, skipped, torn, "the audit file was not ended in order");
        }
        Ok(Self::of(Output::File(file)))
    }

    /// Writes to this writer, and flushes it after each batch. Whether that makes a record safe is the writer's affair.
    ///
    /// After an error, the next line begins on a line of its own, because a part of one may have been written.
    pub fn to_writer(writer: impl Write + Send + 'static) -> Self {
        Self::of(Output::Writer { writer: Box::new(writer), torn: false })
    }

    fn of(output: Output) -> Self {
        Self { output, buffer: Vec::new() }
    }
}

impl AuditTarget for JsonLines {
    fn write(&mut self, records: &[AuditRecord]) -> io::Result<()> {
        self.buffer.clear();
        self.buffer.shrink_to(KEPT);
        if matches!(self.output, Output::Writer { torn: true, .. }) {
            self.buffer.push(b'\n');
        }
        for record in records {
            line(record, &mut self.buffer)?;
        }
        match &mut self.output {
            Output::File(file) => file.append(&self.buffer),
            Output::Writer { writer, torn } => {
                let written = writer.write_all(&self.buffer).and_then(|()| writer.flush());
                *torn = written.is_err();
                written
            }
        }
    }

    fn reopen(&mut self) -> io::Result<()> {
        match &mut self.output {
            Output::File(file) => {
                let path = file.path().to_owned();
                // Calls without an end are running, or have theirs in the file that was moved away.
                file.reopen(|opened| read(&path, opened).map(|found| found.torn))
            }
            Output::Writer { .. } => Ok(()),
        }
    }
}

/// Reads what is in a file already; a file of something else is an error.
fn read(path: &Path, file: &File) -> io::Result<recover::Found> {
    recover::read(BufReader::with_capacity(KEPT, file)).map_err(|error| {
        let kind = error.kind();
        match kind {
            io::ErrorKind::InvalidData => {
                named(path, kind, &format!("{error}; use another file, or move this one away"))
            }
            _ => named(path, kind, &error.to_string()),
        }
    })
}

fn line(record: &AuditRecord, lines: &mut Vec<u8>) -> io::Result<()> {
    serde_json::to_writer(&mut *lines, record)?;
    lines.push(b'\n');
    Ok(())
}

impl fmt::Debug for JsonLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the buffer: it holds records.
        let path = match &self.output {
            Output::File(file) => Some(file.path()),
            Output::Writer { .. } => None,
        };
        f.debug_struct("JsonLines").field("path", &path).finish_non_exhaustive()
    }
}
