//! What a value may be, and the element that it becomes. Nothing becomes an element that was not parsed to its type.

mod pattern;
mod word;

use serde_json::{Map, Value, json};
use tool_core::{ConfinedPath, PathRoot};

pub(crate) use self::pattern::{Pattern, PatternFault};

/// The most characters of an id.
const LONGEST_ID: usize = 128;

/// The type of a value, with everything that bounds it.
#[derive(Clone, Debug)]
pub(crate) enum ValueType {
    Boolean,
    Date,
    Enum(Vec<String>),
    Id,
    Integer { least: i64, most: i64 },
    Number { least: f64, most: f64 },
    Path { root: PathRoot, new: bool },
    Pattern(Pattern),
    Semver,
    Text { longest: usize },
    Uuid,
}

/// Why a value is none of its type: what belongs there, or what the file system says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unfit {
    pub(crate) expected: String,
    pub(crate) found: &'static str,
}

impl Unfit {
    pub(crate) fn new(expected: impl Into<String>, found: &'static str) -> Self {
        Self { expected: expected.into(), found }
    }
}

impl ValueType {
    /// Returns whether any text at all can be a value. Such a value never becomes an element.
    pub(crate) fn is_unconstrained(&self) -> bool {
        match self {
            Self::Text { .. } => true,
            Self::Pattern(pattern) => pattern.takes_anything(),
            _ => false,
        }
    }

    /// Returns the JSON Schema of one value.
    pub(crate) fn schema(&self) -> Map<String, Value> {
        let schema = match self {
            Self::Boolean => json!({ "type": "boolean" }),
            Self::Date => json!({ "type": "string", "format": "date" }),
            Self::Enum(words) => json!({ "type": "string", "enum": words }),
            Self::Id => json!({ "type": "string", "pattern": word::ID, "maxLength": LONGEST_ID }),
            Self::Integer { least, most } => json!({ "type": "integer", "minimum": least, "maximum": most }),
            Self::Number { least, most } => json!({ "type": "number", "minimum": least, "maximum": most }),
            Self::Path { .. } => schemars::schema_for!(ConfinedPath).to_value(),
            Self::Pattern(pattern) => {
                json!({ "type": "string", "pattern": pattern.source(), "minLength": 1, "maxLength": pattern.longest() })
            }
            Self::Semver => json!({ "type": "string", "pattern": word::SEMVER, "maxLength": LONGEST_ID }),
            Self::Text { longest } => json!({ "type": "string", "minLength": 1, "maxLength": longest }),
            Self::Uuid => json!({ "type": "string", "format": "uuid" }),
        };
        match schema {
            Value::Object(mut schema) => {
                schema.retain(|key, _| key != "$schema" && key != "title");
                schema
            }
            _ => Map::new(),
        }
    }

    /// Parses a value, and returns it as text: in one form for each value, whatever the form in which it was written.
    /// A boolean is `true` or `false`.
    pub(crate) fn text(&self, value: &Value) -> Result<String, Unfit> {
        let text = match (self, value) {
            (Self::Boolean, Value::Bool(value)) => value.to_string(),
            (Self::Integer { least, most }, Value::Number(number)) => {
                let expected = || format!("an integer from {least} to {most}");
                let whole = whole(number).ok_or_else(|| Unfit::new(expected(), "another number"))?;
                if !(*least..=*most).contains(&whole) {
                    return Err(Unfit::new(expected(), "an integer out of range"));
                }
                whole.to_string()
            }
            (Self::Number { least, most }, Value::Number(number)) => {
                let within = number.as_f64().filter(|value| (*least..=*most).contains(value));
                let expected = || format!("a number from {least} to {most}");
                let within = within.ok_or_else(|| Unfit::new(expected(), "a number out of range"))?;
                // -0.0 is within from 0 on, and would be written with a `-`.
                (within + 0.0).to_string()
            }
            (_, Value::String(text)) => self.of_text(text)?,
            _ => return Err(Unfit::new(self.expected(), kind(value))),
        };
        Ok(text)
    }

    fn of_text(&self, text: &str) -> Result<String, Unfit> {
        let unfit = |found| Unfit::new(self.expected(), found);
        if text.is_empty() {
            return Err(unfit("an empty string"));
        }
        // No element of an argument list can hold it, and no program expects it in a text.
        if text.contains('\0') {
            return Err(unfit("a string with a NUL character"));
        }
        let other = || unfit("another string");
        match self {
            Self::Date => word::date(text).ok_or_else(other),
            Self::Enum(words) => words.iter().find(|word| *word == text).cloned().ok_or_else(other),
            Self::Id => word::id(text, LONGEST_ID).ok_or_else(other),
            Self::Path { root, new } => {
                let path: ConfinedPath = text.parse().map_err(|_| other())?;
                let found = if *new { path.resolve_new(root) } else { path.resolve(root) };
                let found = found.map_err(|error| match error.code() {
                    "path-taken" => Unfit::new("a path that does not exist yet", "one that does"),
                    _ => Unfit::new("a path that exists", "one where there is nothing"),
                })?;
                found.into_os_string().into_string().map_err(|_| unfit("a path that is no text"))
            }
            Self::Pattern(pattern) => pattern.is_match(text).then(|| text.to_owned()).ok_or_else(other),
            Self::Semver => word::semver(text, LONGEST_ID).ok_or_else(other),
            Self::Text { longest } if text.chars().count() <= *longest => Ok(text.to_owned()),
            Self::Text { .. } => Err(unfit("a longer one")),
            Self::Uuid => word::uuid(text).ok_or_else(other),
            Self::Boolean | Self::Integer { .. } | Self::Number { .. } => Err(unfit("a string")),
        }
    }

    /// Returns what belongs there, with its article.
    pub(crate) fn expected(&self) -> String {
        match self {
            Self::Boolean => "true or false".to_owned(),
            Self::Date => "a date such as 2026-02-28".to_owned(),
            Self::Enum(words) => format!("one of {}", words.join(", ")),
            Self::Id => {
                format!(
                    "an id of at most {LONGEST_ID} letters, digits, `.`, `_` and `-`, a letter or digit first"
                )
            }
            Self::Integer { least, most } => format!("an integer from {least} to {most}"),
            Self::Number { least, most } => format!("a number from {least} to {most}"),
            Self::Path { .. } => "a relative path such as docs/a.txt, no name in it `.` or `..`".to_owned(),
            Self::Pattern(pattern) => format!("a string that matches {}", pattern.source()),
            Self::Semver => "a version such as 1.2.3-rc.1".to_owned(),
            Self::Text { longest } => format!("a string of 1 to {longest} characters"),
            Self::Uuid => "a UUID such as 67e55044-10b1-426f-9247-bb680e5fe0c8".to_owned(),
        }
    }
}

/// Returns the kind of a value, for whoever sent it; never the value.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// Returns a number that is whole, however it is written: JSON Schema takes 5.0 as an integer.
fn whole(number: &serde_json::Number) -> Option<i64> {
    // 2^53: beyond it not every integer is a double.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    number.as_i64().or_else(|| {
        let value = number.as_f64().filter(|value| value.fract() == 0.0 && value.abs() <= EXACT)?;
        format!("{value:.0}").parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn pattern(source: &str) -> ValueType {
        ValueType::Pattern(Pattern::new(source, 8).unwrap())
    }

    #[test]
    fn a_value_has_one_text() {
        let integer = ValueType::Integer { least: -5, most: 5 };
        for (value_type, value, text) in [
            (ValueType::Boolean, json!(true), "true"),
            (integer.clone(), json!(-5), "-5"),
            (integer.clone(), json!(5.0), "5"),
            (ValueType::Number { least: 0.0, most: 1.0 }, json!(0.5), "0.5"),
            (ValueType::Number { least: 0.0, most: 1.0 }, json!(-0.0), "0"),
            (ValueType::Date, json!("2024-02-29"), "2024-02-29"),
            (ValueType::Enum(vec!["a".into()]), json!("a"), "a"),
            (ValueType::Id, json!("a-1.b_c"), "a-1.b_c"),
            (pattern("[a-z]+"), json!("abc"), "abc"),
            (ValueType::Semver, json!("1.2.3-rc.1+b"), "1.2.3-rc.1+b"),
            (
                ValueType::Uuid,
                json!("67E55044-10B1-426F-9247-BB680E5FE0C8"),
                "67e55044-10b1-426f-9247-bb680e5fe0c8",
            ),
        ] {
            assert_eq!(value_type.text(&value), Ok(text.to_owned()), "{value_type:?}");
        }
    }

    #[test]
    fn what_is_none_of_the_type_says_what_is() {
        let integer = ValueType::Integer { least: 0, most: 9 };
        for (value_type, value, expected, found) in [
            (&integer, json!(10), "an integer from 0 to 9", "an integer out of range"),
            (&integer, json!(1.5), "an integer from 0 to 9", "another number"),
            (&integer, json!(1e300), "an integer from 0 to 9", "another number"),
            (&integer, json!("1"), "an integer from 0 to 9", "a string"),
            (&ValueType::Date, json!("2023-02-29"), "a date such as 2026-02-28", "another string"),
            (&ValueType::Date, json!("2023-2-9"), "a date such as 2026-02-28", "another string"),
            (&ValueType::Date, json!(["2023-02-09"]), "a date such as 2026-02-28", "a list"),
            (&ValueType::Semver, json!("1.2"), "a version such as 1.2.3-rc.1", "another string"),
            (&ValueType::Semver, json!(""), "a version such as 1.2.3-rc.1", "an empty string"),
            (
                &pattern("[a-z]+"),
                json!("a\0"),
                "a string that matches ^(?:[a-z]+)$",
                "a string with a NUL character",
            ),
            (&pattern("[a-z]+"), json!("abc\n"), "a string that matches ^(?:[a-z]+)$", "another string"),
            (&pattern("[a-z]+"), json!("abcabcabc"), "a string that matches ^(?:[a-z]+)$", "another string"),
        ] {
            assert_eq!(value_type.text(&value), Err(Unfit::new(expected, found)), "{value}");
        }
        for id in ["-a", ".a", "a b", "a/b", "ä", "a\n", &"a".repeat(129)] {
            assert!(ValueType::Id.text(&json!(id)).is_err(), "{id:?}");
        }
    }

    #[test]
    fn a_pattern_that_takes_anything_constrains_nothing() {
        for source in [
            ".*",
            "(?s).*",
            r"[^\x00]*",
            r"\S[\s\S]*",
            ".+",
            "x.*",
            "[^/]+",
            r"[a-z]+(\W[a-z])*",
            r"a[\w '-]*",
            "[!-~\n]{1,9}",
            "(?:a |b')*",
        ] {
            assert!(pattern(source).is_unconstrained(), "{source}");
        }
        for source in ["[a-z0-9-]+", "[A-Za-z0-9@ ._-]+", r"\w+( \w+)*", r"\d{4}", "say '[a-z]+'"] {
            assert!(!pattern(source).is_unconstrained(), "{source}");
        }
        assert!(ValueType::Text { longest: 9 }.is_unconstrained());
        assert!(!ValueType::Id.is_unconstrained());
    }
}
