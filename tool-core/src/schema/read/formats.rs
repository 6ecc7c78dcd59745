//! The formats that schemas name: those that everybody knows, those that say how wide a number is, and words for the
//! rest.

use serde_json::Number;

use crate::schema::node::Bounds;

/// Formats of strings that hosts and providers know and that calls are checked against.
const STANDARD: [&str; 10] =
    ["date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uri", "uuid"];

/// Formats that need words, because nobody knows their names.
const WORDS: [(&str, &str); 4] = [
    ("base64", "base64, standard alphabet"),
    ("ip", "IPv4 or IPv6 address"),
    ("partial-date-time", "local date-time without offset, YYYY-MM-DDTHH:MM:SS"),
    ("partial-time", "local time HH:MM:SS"),
];

/// Patterns that are better said in words.
const PATTERN_WORDS: [(&str, &str); 2] =
    [(r"^-?\d+(\.\d+)?([eE]\d+)?$", "decimal number"), (r"^-?\d+(\.\d+)?$", "decimal number")];

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
    PATTERN_WORDS.iter().find(|(known, _)| *known == pattern).map(|(_, words)| *words)
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
