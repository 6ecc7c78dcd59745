//! JSON as one sequence of bytes: keys sorted, no blanks. What is signed or digested goes through here.

use std::io::{self, Write};

use serde_json::{Map, Value};

/// Writes an object. Keys are sorted here, because a crate elsewhere in the build can make `serde_json` keep another
/// order (`preserve_order`).
pub(crate) fn write_object(object: &Map<String, Value>, to: &mut impl Write) -> io::Result<()> {
    let mut entries: Vec<_> = object.iter().collect();
    entries.sort_unstable_by_key(|(key, _)| *key);
    to.write_all(b"{")?;
    for (index, (key, value)) in entries.into_iter().enumerate() {
        if index > 0 {
            to.write_all(b",")?;
        }
        serde_json::to_writer(&mut *to, key)?;
        to.write_all(b":")?;
        write(value, to)?;
    }
    to.write_all(b"}")
}

/// Writes any value. Recursion ends: arguments are bounded in depth before anything looks at them.
pub(crate) fn write(value: &Value, to: &mut impl Write) -> io::Result<()> {
    match value {
        Value::Array(items) => {
            to.write_all(b"[")?;
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    to.write_all(b",")?;
                }
                write(item, to)?;
            }
            to.write_all(b"]")
        }
        Value::Object(object) => write_object(object, to),
        scalar => Ok(serde_json::to_writer(to, scalar)?),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keys_are_sorted_at_every_level_and_nothing_else_moves() {
        let mut inner = Map::new();
        inner.insert("z".into(), json!([3, 1]));
        inner.insert("a".into(), json!(null));
        let mut outer = Map::new();
        outer.insert("b".into(), Value::Object(inner));
        outer.insert("a\"".into(), json!("x"));
        let mut bytes = Vec::new();
        write_object(&outer, &mut bytes).unwrap();
        assert_eq!(String::from_utf8(bytes).unwrap(), r#"{"a\"":"x","b":{"a":null,"z":[3,1]}}"#);
    }
}
