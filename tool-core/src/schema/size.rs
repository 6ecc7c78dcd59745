//! How large and how deep arguments may be, and how deep any JSON is, found out with no recursion but as deep as they may
//! be, and before anything else that recurses sees them.

use serde_json::Value;

use crate::Fault;

/// Objects and lists inside each other, the arguments themselves being the first.
const DEEPEST: usize = 32;

/// Bytes of text in the arguments, with [`EACH`] more for each value.
const LARGEST: usize = 1024 * 1024;

/// What a value counts by itself: looking at a million of them takes longer than at one long text.
const EACH: usize = 16;

/// Returns a fault when arguments are too large to look at.
pub(crate) fn within_bounds(value: &Value) -> Result<(), Fault> {
    add(value, 1, &mut 0)
}

/// Adds up what a value counts. It goes no deeper than values may be, and stops as soon as they are too large.
fn add(value: &Value, depth: usize, size: &mut usize) -> Result<(), Fault> {
    *size += EACH;
    match value {
        Value::String(text) => *size += text.len(),
        Value::Array(_) | Value::Object(_) if depth > DEEPEST => return Err(too_deep()),
        Value::Array(items) => items.iter().try_for_each(|item| add(item, depth + 1, size))?,
        Value::Object(fields) => {
            *size += fields.keys().map(String::len).sum::<usize>();
            fields.values().try_for_each(|field| add(field, depth + 1, size))?;
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
    if *size > LARGEST { Err(too_large()) } else { Ok(()) }
}

/// What is seen of a text that is JSON, without reading it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Glimpse {
    /// How many names its objects have.
    pub(crate) names: usize,
    /// Whether a string has a quote in it, and so perhaps names. Where `raw_value` of `serde_json` is on, a string can be read
    /// as a value.
    pub(crate) may_hide_names: bool,
}

/// Returns a fault when the text of arguments is longer than they may be, or nested more deeply, without reading it.
pub(crate) fn text_within_bounds(text: &str) -> Result<Glimpse, Fault> {
    if text.len() > LARGEST {
        return Err(too_large());
    }
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    let mut glimpse = Glimpse::default();
    for byte in text.bytes() {
        match byte {
            _ if escaped => {
                // A quote is written as `\"` or by its code.
                glimpse.may_hide_names |= matches!(byte, b'"' | b'u');
                escaped = false;
            }
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b':' if !quoted => glimpse.names += 1,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return Err(too_deep());
        }
    }
    Ok(glimpse)
}

/// Returns how many members all objects of a value have that was read from a text within the bounds.
pub(crate) fn members(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(members).sum(),
        Value::Object(fields) => fields.len() + fields.values().map(members).sum::<usize>(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

/// Whether JSON is nested more deeply than this, the value itself being the first.
pub(crate) fn is_nested_over(value: &Value, most: usize) -> bool {
    let mut open = vec![(value, 1)];
    while let Some((value, depth)) = open.pop() {
        if depth > most {
            return true;
        }
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(fields) => open.extend(fields.values().map(|field| (field, depth + 1))),
            _ => {}
        }
    }
    false
}

/// Drops a value of any depth, which by itself would recurse.
pub(crate) fn dismantle(value: Value) {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(fields) => open.extend(fields.into_iter().map(|(_, field)| field)),
            _ => {}
        }
    }
}

fn too_deep() -> Fault {
    let expected = format!("at most {DEEPEST} objects and lists inside each other");
    Fault::new("", expected, "arguments nested too deeply")
}

fn too_large() -> Fault {
    Fault::new("", format!("at most {LARGEST} bytes"), "arguments that are too large")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Glimpse, dismantle, members, text_within_bounds, within_bounds};

    fn nested(levels: usize) -> Value {
        (1..levels).fold(json!({}), |inner, _| json!({ "a": inner }))
    }

    #[test]
    fn depth_is_bounded() {
        assert_eq!(within_bounds(&nested(32)), Ok(()));
        let fault = within_bounds(&nested(33)).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "arguments: expected at most 32 objects and lists inside each other, found arguments nested too deeply"
        );
    }

    #[test]
    fn size_is_bounded() {
        let text = |length: usize| json!({ "q": "x".repeat(length) });
        // The object and the string count for 16 each, and the name `q` for one.
        assert_eq!(within_bounds(&text(1024 * 1024 - 33)), Ok(()));
        let fault = within_bounds(&text(1024 * 1024 - 32)).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "arguments: expected at most 1048576 bytes, found arguments that are too large"
        );
        assert!(within_bounds(&json!(vec![1; 64 * 1024])).is_err());
    }

    #[test]
    fn text_has_the_same_bounds_without_being_read() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        let nothing = Ok(Glimpse::default());
        assert_eq!(text_within_bounds(&nested(32)), nothing);
        assert_eq!(text_within_bounds(&nested(33)).map(drop), within_bounds(&self::nested(33)));
        // Brackets in strings open nothing, and a quote behind a backslash ends no string.
        let quoted = format!(r#"["\\","{}","\"{}"]"#, "[".repeat(99), "{".repeat(99));
        assert!(text_within_bounds(&quoted).is_ok());
        assert_eq!(text_within_bounds(&"[]".repeat(99)), nothing);
        assert_eq!(text_within_bounds(&" ".repeat(1024 * 1024)), nothing);
        let fault = text_within_bounds(&" ".repeat(1024 * 1024 + 1)).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "arguments: expected at most 1048576 bytes, found arguments that are too large"
        );
    }

    #[test]
    fn a_text_has_as_many_names_as_its_value_has_members_unless_one_is_given_twice() {
        let seen = |text: &str| text_within_bounds(text).unwrap();
        let members_of = |text: &str| members(&serde_json::from_str::<Value>(text).unwrap());
        for text in
            [r#"{"a":[{"b":{}},{"c":":"}],"d:":null}"#, "[1,[2]]", r#""a:""#, r#"{"a\\":1,"b\n":{"a":2}}"#]
        {
            assert_eq!((seen(text).names, seen(text).may_hide_names), (members_of(text), false), "{text}");
        }
        for text in [r#"{"a":1,"a":1}"#, r#"{"a":{"b":1,"c":2},"a":3}"#, r#"[{"a":[{"b":1,"b":[]}]}]"#] {
            assert!(seen(text).names > members_of(text), "{text}");
        }
        assert!(seen(r#"{"a":"\"b\":1"}"#).may_hide_names);
        assert!(seen(r#"{"a":"\u0022b\u0022:1"}"#).may_hide_names);
    }

    #[test]
    fn any_depth_is_looked_at_without_recursion() {
        let value = (0..200_000).fold(json!([]), |inner, _| Value::Array(vec![inner]));
        assert!(within_bounds(&value).is_err());
        dismantle(value);
    }
}
