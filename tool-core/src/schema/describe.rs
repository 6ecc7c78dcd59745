//! What a schema allows, as a phrase for error texts: `an integer from 1 to 100`.

use serde_json::{Map, Value};

use super::{alternative::Definitions, keyword, once::once, read::pattern_phrase, text};

/// Values that a sentence lists; a longer enumeration is cut.
const LISTED: usize = 20;

/// Returns what a schema allows, with its article.
pub(super) fn describe(schema: &Map<String, Value>, definitions: Definitions<'_>) -> String {
    let schema = definitions.resolve(schema);
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return one_of(values);
    }
    // Only schemas that are kept as written have a constant, or several types.
    if let Some(only) = schema.get("const") {
        return one_of(std::slice::from_ref(only));
    }
    if let Some(words) = schema.get("type").and_then(Value::as_array) {
        let typed = |word: &Value| {
            let mut one = schema.clone();
            one.insert("type".to_owned(), word.clone());
            describe(&one, definitions)
        };
        return words.iter().map(typed).collect::<Vec<_>>().join(" or ");
    }
    let alternatives = definitions.alternatives(schema);
    if !alternatives.is_empty() {
        return once(alternatives.into_iter().map(|branch| describe(branch, definitions))).join(" or ");
    }
    match keyword::text(schema, "type") {
        Some("array") => format!("a list{}", counted(schema, "minItems", "maxItems", "item")),
        Some("boolean") => "true or false".to_owned(),
        Some("integer") => format!("an integer{}", bounded(schema)),
        Some("null") => "null".to_owned(),
        Some("number") => format!("a number{}", bounded(schema)),
        Some("object") => "an object".to_owned(),
        Some(_) => string(schema),
        None => "any value".to_owned(),
    }
}

fn one_of(values: &[Value]) -> String {
    let listed: Vec<_> = values.iter().take(LISTED).map(text::value).collect();
    match values.len() {
        1 => listed.concat(),
        all if all > LISTED => format!("one of {} and {} more", listed.join(", "), all - LISTED),
        _ => format!("one of {}", listed.join(", ")),
    }
}

fn string(schema: &Map<String, Value>) -> String {
    let words = keyword::text(schema, "format").map(|format| match format {
        "date" => "a date such as 2026-01-31",
        "date-time" => "a date and time with offset, such as 2026-01-31T12:00:00Z",
        "duration" => "a duration such as PT1H30M",
        "email" => "an email address",
        "hostname" => "a host name",
        "ipv4" => "an IPv4 address",
        "ipv6" => "an IPv6 address",
        "time" => "a time with offset, such as 12:00:00Z",
        "uri" => "a URI with a scheme such as https://",
        "uuid" => "a UUID",
        _ => "a string",
    });
    let pattern = keyword::text(schema, "pattern");
    let phrase = pattern.and_then(pattern_phrase);
    let words = words.or(phrase);
    let matching = pattern.filter(|_| phrase.is_none()).map(|pattern| format!(" that matches {pattern}"));
    let counted = counted(schema, "minLength", "maxLength", "character");
    format!("{}{counted}{}", words.unwrap_or("a string"), matching.unwrap_or_default())
}

fn counted(schema: &Map<String, Value>, least: &str, most: &str, unit: &str) -> String {
    let count = |keyword: &str| schema.get(keyword).and_then(Value::as_u64);
    let units = |count: u64| if count == 1 { format!("1 {unit}") } else { format!("{count} {unit}s") };
    match (count(least), count(most)) {
        (None | Some(0), None) => String::new(),
        (Some(least), None) => format!(" of at least {}", units(least)),
        (None | Some(0), Some(most)) => format!(" of at most {}", units(most)),
        (Some(least), Some(most)) if least == most => format!(" of {}", units(most)),
        (Some(least), Some(most)) => format!(" of {least} to {}", units(most)),
    }
}

fn bounded(schema: &Map<String, Value>) -> String {
    let limit = |keyword: &str| schema.get(keyword).filter(|limit| limit.is_number());
    let mut phrase = match (limit("minimum"), limit("maximum")) {
        (None, None) => String::new(),
        (Some(low), None) => format!(" of at least {low}"),
        (None, Some(high)) => format!(" of at most {high}"),
        (Some(low), Some(high)) => format!(" from {low} to {high}"),
    };
    let others = [
        ("exclusiveMinimum", "greater than"),
        ("exclusiveMaximum", "less than"),
        ("multipleOf", "a multiple of"),
    ];
    for (keyword, words) in others {
        if let Some(limit) = limit(keyword) {
            let separator = if phrase.is_empty() { " " } else { ", " };
            phrase = format!("{phrase}{separator}{words} {limit}");
        }
    }
    // Only the exact form and schemas that are kept as written have this.
    if schema.get("not").and_then(|not| not.get("const")).and_then(Value::as_i64) == Some(0) {
        phrase.push_str(" other than 0");
    }
    phrase
}
