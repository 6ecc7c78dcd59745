//! Text that is taken for what it holds, and text that is not.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::sound;
use crate::schema::Checker;

fn checker() -> Checker {
    let schema = json!({
        "type": "object",
        "properties": {
            "any": true,
            "count": { "type": "integer" },
            "dec": { "type": ["string", "number"], "pattern": r"^-?\d+(\.\d+)?$" },
            "either": { "type": ["integer", "string"] },
            "flag": { "type": "boolean" },
            "form": { "anyOf": [
                { "type": "object", "properties": { "t": { "const": "a" }, "n": { "type": "integer" } }, "required": ["t"] },
                { "type": "object", "properties": { "t": { "const": "b" }, "n": { "type": "string" } }, "required": ["t"] },
            ] },
            "free": { "type": "object", "additionalProperties": { "type": "integer" } },
            "list": { "type": "array", "items": { "type": "integer" } },
            "narrow": { "anyOf": [{ "type": "integer" }, { "type": "string", "enum": ["auto"] }] },
            "open": { "anyOf": [
                { "type": "object", "properties": { "x": { "type": "integer" }, "y": { "type": "integer" } } },
                { "type": "object", "properties": { "x": { "type": "string" } }, "additionalProperties": true },
            ] },
            "ratio": { "type": "number" },
            "scope": { "type": "object", "properties": { "root": { "type": "string" } }, "required": ["root"] },
            "some": { "type": ["integer", "boolean", "null"] },
            "word": { "type": "string", "enum": ["a", "b"] },
        },
    });
    Checker::compile(&sound(&schema).schema).unwrap()
}

#[test]
fn text_is_taken_for_what_it_holds_where_only_that_may_stand() {
    let checker = checker();
    for (given, expected, repairs) in [
        (json!({ "count": "3" }), json!({ "count": 3 }), 1),
        (json!({ "count": "-9223372036854775808" }), json!({ "count": i64::MIN }), 1),
        (json!({ "count": "0", "flag": "true" }), json!({ "count": 0, "flag": true }), 2),
        (json!({ "flag": "false" }), json!({ "flag": false }), 1),
        (json!({ "ratio": "3" }), json!({ "ratio": 3 }), 1),
        (json!({ "ratio": "-0.5" }), json!({ "ratio": -0.5 }), 1),
        (json!({ "ratio": "1e3" }), json!({ "ratio": 1000.0 }), 1),
        (json!({ "ratio": "0.00" }), json!({ "ratio": 0.0 }), 1),
        (json!({ "list": "[1, 2]" }), json!({ "list": [1, 2] }), 1),
        (json!({ "list": ["1", 2, "3"] }), json!({ "list": [1, 2, 3] }), 2),
        (json!({ "free": { "a/b~c": "3" } }), json!({ "free": { "a/b~c": 3 } }), 1),
        (json!({ "scope": "\n{\"root\": \"3\"}" }), json!({ "scope": { "root": "3" } }), 1),
        (json!({ "some": "true" }), json!({ "some": true }), 1),
        (json!({ "some": "3" }), json!({ "some": 3 }), 1),
        (json!({ "form": { "t": "a", "n": "3" } }), json!({ "form": { "t": "a", "n": 3 } }), 1),
        (json!({ "dec": 1.1 }), json!({ "dec": "1.1" }), 1),
        (json!({ "dec": -3 }), json!({ "dec": "-3" }), 1),
        // Text within the text is not looked into, so this one will not fit.
        (json!({ "list": "[\"1\"]" }), json!({ "list": ["1"] }), 1),
        // What is wrong beside a repair stays as it is.
        (json!({ "count": "3", "word": 1 }), json!({ "count": 3, "word": 1 }), 1),
        // The text fits the second form of `open`, although its names are those of the first.
        (
            json!({ "open": { "x": "3", "y": 4 }, "count": "3" }),
            json!({ "open": { "x": "3", "y": 4 }, "count": 3 }),
            1,
        ),
    ] {
        assert_eq!(checker.repaired(&given), Some((expected, repairs)), "{given}");
    }
}

#[test]
fn other_text_stays_what_it_is() {
    let checker = checker();
    for (name, texts) in [
        ("count", &["", " 3", "3 ", "+3", "03", "-0", "-", "3.0", "3e0", "0x10", "1_000", "1,000"][..]),
        ("count", &["three", "NaN", "\u{663}", "99999999999999999999", "true", "null", "[3]", "\"3\""]),
        ("ratio", &["", " 0.5", "0.5\n", ".5", "5.", "00.5", "+0.5", "0.5f", "-0", "9007199254740993"]),
        ("ratio", &["1e400", "-1e400", "1e-400", "NaN", "inf", "Infinity", "123456789012345678901234567890"]),
        ("flag", &["True", "TRUE", " true", "true ", "yes", "on", "1", "0", "t"]),
        ("list", &["1", "1,2", "{\"a\": 1}", "[1", "[1] [2]", "[01]"]),
        ("scope", &["root", "[]", "{root: 1}", "{\"root\": \"a\", \"root\": \"b\"}", "{\"root\": \"a\"} x"]),
        ("some", &["null", "1.5", "on"]),
        // What takes text is never touched, even where this text does not fit.
        ("word", &["3", "true", "[]"]),
        ("either", &["3", "[]"]),
        ("narrow", &["3"]),
        ("dec", &["one", "1,5"]),
        ("any", &["3", "{}"]),
    ] {
        for text in texts {
            let given = json!({ name: text });
            assert_eq!(checker.repaired(&given), None, "{given}");
        }
    }
    // Digits may be lost already, so text is asked for.
    for number in [json!(0.123_456_789_012_345_6), json!(1e30)] {
        assert_eq!(checker.repaired(&json!({ "dec": number })), None);
    }
    let deep = format!("{}{}", "[".repeat(33), "]".repeat(33));
    assert_eq!(checker.repaired(&json!({ "list": deep })), None);
}

/// Writes as text what is no text, where the chances say so.
fn as_text(value: &mut Value, chances: &mut impl Iterator<Item = bool>) {
    match value {
        Value::String(_) => {}
        _ if chances.next().unwrap_or_default() => *value = value.to_string().into(),
        Value::Array(items) => items.iter_mut().for_each(|item| as_text(item, chances)),
        Value::Object(fields) => fields.values_mut().for_each(|field| as_text(field, chances)),
        _ => {}
    }
}

/// Counts the texts that were replaced by what they hold, and fails at any other difference.
fn replaced(before: &Value, after: &Value) -> usize {
    match (before, after) {
        (before, after) if before == after => 0,
        (Value::String(text), after) => {
            assert!(!after.is_string() && !after.is_null());
            assert_eq!(&serde_json::from_str::<Value>(text).unwrap(), after);
            1
        }
        (Value::Number(number), Value::String(text)) => {
            assert_eq!(&number.to_string(), text);
            1
        }
        (Value::Array(before), Value::Array(after)) => {
            assert_eq!(before.len(), after.len());
            before.iter().zip(after).map(|(before, after)| replaced(before, after)).sum()
        }
        (Value::Object(before), Value::Object(after)) => {
            assert!(before.keys().eq(after.keys()));
            before.values().zip(after.values()).map(|(before, after)| replaced(before, after)).sum()
        }
        (before, after) => panic!("{before} became {after}"),
    }
}

proptest! {
    #![proptest_config(super::properties::config())]

    #[cfg(feature = "test-util")]
    #[test]
    fn a_repair_replaces_text_by_what_it_holds_and_touches_nothing_that_fits(
        raw in super::properties::schema(),
        seed in any::<u64>(),
        chances in proptest::collection::vec(any::<bool>(), 1..32),
    ) {
        let found = crate::schema::canonical(&raw, crate::schema::Contract::Input);
        if !super::properties::sound(&found.faults) || found.schema.contains_key("$defs") {
            return Ok(());
        }
        let checker = Checker::compile(&found.schema).unwrap();
        let mut value = crate::testing::instance(&found.schema, seed);
        prop_assert_eq!(checker.repaired(&value), None);
        // The arguments themselves stay an object.
        let mut chances = std::iter::once(false).chain(chances);
        as_text(&mut value, &mut chances);
        if let Some((repaired, repairs)) = checker.repaired(&value) {
            prop_assert!(!checker.is_valid(&value));
            prop_assert_eq!(replaced(&value, &repaired), repairs);
        }
    }
}
