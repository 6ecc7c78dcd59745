//! Integers that hosts round. Arguments are bounded when a tool is registered; results can only be looked at.

use serde_json::Value;

use super::{node::escape, number};

/// Returns the place of an integer beyond 2^53 - 1, which JavaScript hosts round without a word, if there is one.
///
/// A rounded identifier is another identifier, and whatever is done with it happens to something else.
pub(crate) fn rounded(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => (!number.is_f64() && !number::is_safe(number)).then(String::new),
        Value::Array(items) => items.iter().enumerate().find_map(|(index, item)| {
            let below = rounded(item)?;
            Some(format!("/{index}{below}"))
        }),
        // The place is written only when there is one: this looks at every result.
        Value::Object(fields) => fields.iter().find_map(|(name, field)| {
            let below = rounded(field)?;
            Some(format!("/{}{below}", escape(name)))
        }),
        Value::Null | Value::Bool(_) | Value::String(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::rounded;

    #[test]
    fn integers_that_hosts_round_are_found_where_they_are() {
        let safe = 9_007_199_254_740_991_i64;
        assert_eq!(rounded(&json!({ "a": [safe, -safe, 1e300, "9007199254740993"] })), None);
        assert_eq!(rounded(&json!({ "a": [1, { "b/c": safe + 2 }] })).as_deref(), Some("/a/1/b~1c"));
        assert_eq!(rounded(&json!(u64::MAX)).as_deref(), Some(""));
        assert_eq!(rounded(&json!(i64::MIN)).as_deref(), Some(""));
    }
}
