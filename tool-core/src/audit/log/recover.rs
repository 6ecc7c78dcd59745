//! Reads a file of records from before: which calls have no end, and whether the last line is whole. It changes nothing.

use std::{
    borrow::Cow,
    collections::HashMap,
    io::{self, BufRead, Read},
};

use serde::{Deserialize, Deserializer};

use crate::CallId;

/// How long a line may be. Arguments are 1 MiB at most, and JSON in JSON text can be longer; what is longer than this is
/// skipped, so that a file that is not one of records cannot take the memory.
const LONGEST: u64 = 8 * 1024 * 1024;

/// How every line of ours begins.
const BEGINNING: &[u8] = b"{\"record\":\"";

/// What a file of records holds.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The calls without an end, with the number of the decision.
    open: HashMap<CallId, u64>,
    /// How many lines are no records.
    pub(super) skipped: u64,
    /// Whether the last line has no end: the process was killed while it wrote.
    pub(super) torn: bool,
}

/// What a line says as far as it matters here.
#[derive(Deserialize)]
struct Line {
    record: Kind,
    #[serde(default, deserialize_with = "call")]
    call: Option<CallId>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Decision,
    End,
    /// A report, a switch, or what a later version may write.
    #[serde(other)]
    Other,
}

impl Found {
    /// Returns the calls without an end, in the order of their decisions.
    pub(super) fn open(&self) -> Vec<CallId> {
        let mut calls: Vec<_> = self.open.iter().collect();
        calls.sort_by_key(|(_, number)| **number);
        calls.into_iter().map(|(call, _)| *call).collect()
    }

    /// Takes one line, and returns whether it is a record.
    fn take(&mut self, line: &[u8], number: u64) -> bool {
        let Ok(line) = serde_json::from_slice::<Line>(line) else { return false };
        match (line.record, line.call) {
            (Kind::Decision, Some(call)) => drop(self.open.insert(call, number)),
            (Kind::End, Some(call)) => drop(self.open.remove(&call)),
            (Kind::Decision | Kind::End, None) => return false,
            (Kind::Other, _) => {}
        }
        true
    }
}

/// Reads to the end; at any time it holds one line and the ids of the calls without an end.
///
/// # Errors
///
/// When it cannot be read, and `InvalidData` when it does not begin like a file of records: it is something else, and
/// nothing must be written to it.
pub(super) fn read(mut file: impl BufRead) -> io::Result<Found> {
    let mut found = Found::default();
    let mut line = Vec::new();
    for number in 0.. {
        line.clear();
        if file.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if number == 0 && !is_ours(&line) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "its first line is not an audit record"));
        }
        found.torn = line.last() != Some(&b'\n');
        if found.torn && line.len() as u64 == LONGEST {
            found.torn = !skip_line(&mut file)?;
            found.skipped += 1;
        } else if !line.trim_ascii().is_empty() && !found.take(&line, number) {
            found.skipped += 1;
        }
    }
    Ok(found)
}

/// The first line too may be torn, and other programs write the keys in another order.
fn is_ours(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    line.starts_with(BEGINNING) || BEGINNING.starts_with(line) || serde_json::from_slice::<Line>(line).is_ok()
}

/// Goes behind the next line break, and returns whether there is one.
fn skip_line(file: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let buffer = file.fill_buf()?;
        if buffer.is_empty() {
            return Ok(false);
        }
        let found = buffer.iter().position(|byte| *byte == b'\n');
        let read = found.map_or(buffer.len(), |at| at + 1);
        file.consume(read);
        if found.is_some() {
            return Ok(true);
        }
    }
}

fn call<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<CallId>, D::Error> {
    let text = Cow::<str>::deserialize(deserializer)?;
    Ok(CallId::from_hex(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Found {
        read(text.as_bytes()).unwrap()
    }

    fn ids(found: &Found) -> Vec<String> {
        found.open().iter().map(ToString::to_string).collect()
    }

    fn decision(call: u64) -> String {
        format!("{{\"record\":\"decision\",\"call\":\"{call:016x}\",\"time_ms\":1,\"durable\":true}}\n")
    }

    fn end(call: u64) -> String {
        format!("{{\"record\":\"end\",\"call\":\"{call:016x}\",\"outcome\":\"completed\"}}\n")
    }

    #[test]
    fn the_calls_without_an_end_are_told_in_the_order_of_their_decisions() {
        let text = [decision(9), decision(2), decision(5), end(2), decision(1)].concat();
        let found = found(&text);
        assert_eq!(ids(&found), ["0000000000000009", "0000000000000005", "0000000000000001"]);
        assert_eq!((found.skipped, found.torn), (0, false));
    }

    #[test]
    fn a_torn_last_line_is_no_record_and_one_without_its_line_break_is() {
        let whole = decision(1) + &decision(2);
        let torn = found(&whole[..whole.len() - 9]);
        assert_eq!((ids(&torn).len(), torn.skipped, torn.torn), (1, 1, true));
        let unbroken = found(whole.trim_end());
        assert_eq!((ids(&unbroken).len(), unbroken.skipped, unbroken.torn), (2, 0, true));
    }

    #[test]
    fn lines_that_are_no_records_are_counted_and_empty_ones_are_nothing() {
        let text = [
            &decision(1),
            "not JSON\n",
            "\n",
            "{\"record\":\"end\"}\n",
            "{\"record\":\"later-kind\",\"tool\":\"x\"}\n",
            "\0\0\0\n",
            &end(7),
            &decision(3),
        ]
        .concat();
        let found = found(&text);
        assert_eq!((ids(&found).len(), found.skipped), (2, 3));
    }

    #[test]
    fn a_file_of_something_else_is_told_from_one_that_begins_torn() {
        for other in ["hello\n", "{\"level\":\"info\"}\n", "{}\n", "\0\0", "[]"] {
            assert_eq!(read(other.as_bytes()).unwrap_err().kind(), io::ErrorKind::InvalidData, "{other}");
        }
        let sorted = r#"{"call":"00000000000000aa","record":"end"}"#;
        for ours in
            [sorted, "", "{\"rec", "{\"record\":\"deci", "{\"rec\n{\"record\":\"switch\",\"tool\":\"x\"}\n"]
        {
            assert!(read(ours.as_bytes()).is_ok(), "{ours}");
        }
    }

    #[test]
    fn a_line_without_end_does_not_take_the_memory() {
        let long = format!("{{\"record\":\"{}", "x".repeat(usize::try_from(LONGEST).unwrap() + 10));
        let followed = found(&format!("{long}\n{}", decision(4)));
        assert_eq!((ids(&followed).len(), followed.skipped, followed.torn), (1, 1, false));
        assert_eq!((found(&long).skipped, found(&long).torn), (1, true));
    }
}
