//! What a schema says to the model in words: the author's, and facts that have no keyword in the dialect.

use serde_json::Value;

use super::{forms, node::Wording};

/// Openings of the lines that this crate writes. A schema that has been through here once is read again by the same
/// rules, and these lines must neither be folded into the paragraph before them nor be taken for the author's.
const OPENINGS: [&str; 14] = [
    forms::OPENING,
    "IPv4 or IPv6 address",
    "base64",
    "date-time with a time zone",
    "decimal number",
    "deprecated",
    "e.g. ",
    "format ",
    "keys match ",
    "local ",
    "must match ",
    "no repeated items",
    "not 0",
    "relative path such as ",
];

/// Sections of a doc comment that speak to Rust programmers.
const SECTIONS: [&str; 5] = ["# Errors", "# Example", "# Examples", "# Panics", "# Safety"];

/// Returns a doc comment as a description: wrapped lines joined, paragraphs and lists kept, Rust's sections left out.
pub(super) fn description(raw: &str) -> Option<String> {
    let mut flowed = String::new();
    let mut blank = false;
    for line in raw.lines().map(str::trim) {
        if SECTIONS.contains(&line) {
            break;
        }
        if line.is_empty() {
            blank = true;
            continue;
        }
        flowed.push_str(match () {
            () if flowed.is_empty() => "",
            () if blank => "\n\n",
            () if stands_alone(line) => "\n",
            () => " ",
        });
        flowed.push_str(line);
        blank = false;
    }
    (!flowed.is_empty()).then_some(flowed)
}

/// Whether a line is an item of a list, a labelled one, or one of ours: joining it to the one before would lose that.
fn stands_alone(line: &str) -> bool {
    line.contains(": ") || line.starts_with("- ") || line.starts_with("* ") || is_fact(line)
}

fn is_fact(line: &str) -> bool {
    OPENINGS.iter().any(|opening| line.starts_with(opening))
}

/// Returns those lines of a description that this crate wrote.
pub(super) fn facts(description: &str) -> Option<String> {
    let facts: Vec<_> = description.lines().filter(|line| is_fact(line)).collect();
    (!facts.is_empty()).then(|| facts.join("\n"))
}

/// Returns everything that is said about one schema.
pub(super) fn joined(wording: &Wording, facts: &[String]) -> Option<String> {
    let said = wording.description.as_deref().unwrap_or_default();
    let mut lines: Vec<&str> = if said.is_empty() { Vec::new() } else { vec![said] };
    for fact in wording.remarks.iter().chain(facts) {
        if !said.lines().any(|line| line == fact) && !lines.contains(&fact.as_str()) {
            lines.push(fact);
        }
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Returns text without line breaks and without runs of blanks.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a pattern as it is written in a sentence. One of blanks alone is quoted, because a sentence cannot end in it.
pub(super) fn pattern(source: &str) -> String {
    let line = one_line(source);
    if line.is_empty() { Value::from(source).to_string() } else { line }
}

/// Returns one value as it is written in a sentence: names bare, anything else as JSON.
pub(crate) fn value(value: &Value) -> String {
    match value {
        Value::String(name) if is_plain(name) => name.clone(),
        other => one_line(&other.to_string()),
    }
}

/// Returns up to three examples as a remark.
pub(super) fn examples(examples: &[Value]) -> Option<String> {
    let shown: Vec<_> = examples.iter().take(3).map(|example| one_line(&example.to_string())).collect();
    (!shown.is_empty()).then(|| format!("e.g. {}", shown.join(", ")))
}

fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name.chars().all(|c| c.is_alphanumeric() || "_-. +/".contains(c))
        && name.trim() == name
}
