//! The formats that schemas name: those that everybody knows, those that say how wide a number is, and words for the
//! rest.

use serde_json::Number;

use crate::schema::node::Bounds;

/// Formats of strings that hosts and providers know and that calls are checked against.
const STANDARD: [&str; 10] =
    ["date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uri", "uuid"];

/// Formats that need words, because nobody knows their names.
const WORDS: [(&str, &str); 5] = [
    ("base64", BASE64),
    ("ip", "IPv4 or IPv6 address"),
    ("partial-date-time", "local date-time without offset, YYYY-MM-DDTHH:MM:SS"),
    ("partial-time", "local time HH:MM:SS"),
    ("zoned-date-time", "date-time with a time zone, such as 2026-01-31T12:00:00+01:00[Europe/Berlin]"),
];

/// What is said instead of the pattern of a decimal number as text.
pub(in crate::schema) const DECIMAL: &str = "decimal number";

const BASE64: &str = "base64, standard alphabet";

/// Patterns that are better said in words: the pattern, what is said to the model, and the phrase for error texts.
const PATTERN_WORDS: [(&str, &str, &str); 6] = [
    (r"^-?\d+(\.\d+)?([eE]\d+)?$", DECIMAL, "a decimal number as text"),
    (r"^-?\d+(\.\d+)?$", DECIMAL, "a decimal number as text"),
    (crate::values::BASE64_PATTERN, BASE64, "base64 in the standard alphabet, with padding"),
    (
        crate::values::PATH_PATTERN,
        "relative path such as docs/a.txt, no name in it `.` or `..`",
        crate::values::PATH_PHRASE,
    ),
    (PARTIAL_TIME, "local time HH:MM:SS", "a local time HH:MM:SS"),
    (
        PARTIAL_DATE_TIME,
        "local date-time without offset, YYYY-MM-DDTHH:MM:SS",
        "a local date-time without offset, YYYY-MM-DDTHH:MM:SS",
    ),
];

/// What `chrono` and `jiff` write for a time and a date-time without an offset, as far as a pattern can tell.
const PARTIAL_TIME: &str = r"^[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?$";
const PARTIAL_DATE_TIME: &str = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?$";

/// Returns the pattern of a format that nobody checks by its name.
pub(super) fn pattern_of(format: &str) -> Option<&'static str> {
    match format {
        "partial-date-time" => Some(PARTIAL_DATE_TIME),
        "partial-time" => Some(PARTIAL_TIME),
        _ => None,
    }
}

/// Returns the format as it may be advertised.
pub(super) fn standard(format: &str) -> Option<&'static str> {
    STANDARD.into_iter().find(|known| *known == format)
}

/// Returns what is said instead of a format that may not be advertised.
pub(super) fn in_words(format: &str) -> String {
    match WORDS.iter().find(|(known, _)| *known == format) {
        Some((_, words)) => (*words).to_owned(),
        None => format!("format {}", crate::schema::text::one_line(format)),
    }
}

/// Returns what is said instead of a pattern, if there are better words.
pub(super) fn pattern_words(pattern: &str) -> Option<&'static str> {
    PATTERN_WORDS.iter().find(|(known, ..)| *known == pattern).map(|(_, words, _)| *words)
}

/// Returns what a pattern stands for as a phrase for error texts, if there are better words than the pattern.
pub(in crate::schema) fn pattern_phrase(pattern: &str) -> Option<&'static str> {
    PATTERN_WORDS.iter().find(|(known, ..)| *known == pattern).map(|(.., phrase)| *phrase)
}

/// Narrows the bounds of an integer to the machine type that a format names.
pub(super) fn narrow_integer(bounds: &mut Bounds, format: &str) {
    let (low, high): (Number, Number) = match format {
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "uint8" => (u8::MIN.into(), u8::MAX.into()),
        "uint16" => (u16::MIN.into(), u16::MAX.into()),
        "uint32" => (u32::MIN.into(), u32::MAX.into()),
        // 128 bits do not fit a JSON number here; 64 of them do.
        "int" | "int64" | "isize" | "int128" => {
            bounds.machine = Some((i64::MIN.into(), i64::MAX.into()));
            return;
        }
        "uint" | "uint64" | "usize" | "uint128" => {
            let narrowed = Bounds { minimum: Some(0.into()), ..Bounds::default() };
            super::meet::tighten(bounds, &narrowed);
            bounds.machine = Some((0.into(), u64::MAX.into()));
            return;
        }
        _ => return,
    };
    super::meet::tighten(bounds, &Bounds { minimum: Some(low), maximum: Some(high), ..Bounds::default() });
}

/// Narrows the bounds of a number to the machine type that a format names.
pub(super) fn narrow_number(bounds: &mut Bounds, format: &str) {
    if format == "float" {
        bounds.machine = Number::from_f64(f64::from(f32::MIN)).zip(Number::from_f64(f64::from(f32::MAX)));
    }
}
