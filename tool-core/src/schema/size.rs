//! How large and how deep arguments may be, found out without recursion and before anything recursive sees them.

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
    let mut size = 0;
    let mut open = vec![(value, 1)];
    while let Some((value, depth)) = open.pop() {
        size += EACH;
        match value {
            Value::String(text) => size += text.len(),
            Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(fields) => {
                size += fields.keys().map(String::len).sum::<usize>();
                open.extend(fields.values().map(|field| (field, depth + 1)));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
        if depth > DEEPEST && (value.is_array() || value.is_object()) {
            let expected = format!("at most {DEEPEST} objects and lists inside each other");
            return Err(Fault::new("", expected, "arguments nested too deeply"));
        }
        if size > LARGEST {
            return Err(Fault::new("", format!("at most {LARGEST} bytes"), "arguments that are too large"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::within_bounds;

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
    fn any_depth_is_looked_at_without_recursion() {
        // Dropping such a value recurses, so it is taken apart by hand afterwards.
        let mut value = (0..200_000).fold(json!([]), |inner, _| Value::Array(vec![inner]));
        assert!(within_bounds(&value).is_err());
        while let Value::Array(items) = &mut value {
            let Some(inner) = items.pop() else { break };
            value = inner;
        }
    }
}
