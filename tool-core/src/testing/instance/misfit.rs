//! Values that do not fit a schema: one that fits, with one thing wrong at one place. The places are counted while a
//! value is made, so the same seed makes the same value and breaks it at the same place.

use serde_json::{Map, Number, Value};

use super::{Maker, chance::Chance, count};
use crate::{
    argument_faults::segment,
    schema::keyword::{is_typed, property, required},
};

/// Characters and items up to which a value is made longer than its schema allows. Longer ones cost more than they tell.
const LONGEST: u64 = 10_000;

/// A value with one thing wrong.
#[derive(Clone, Debug)]
pub(crate) struct Misfit {
    pub(crate) value: Value,
    /// Where, as a JSON pointer.
    pub(crate) pointer: String,
    /// What is wrong there.
    pub(crate) wrong: &'static str,
}

/// Where a value can be broken, counted as it is made, and where it shall be.
#[derive(Default)]
pub(super) struct Places {
    path: Vec<String>,
    seen: u64,
    wanted: Option<Wanted>,
    broken: Option<(String, &'static str)>,
}

/// The place to be broken, and what chooses how: not the value's own chance, so that the rest of the value stays the same.
struct Wanted {
    place: u64,
    chance: Chance,
}

/// Returns the [`instance`](super::instance) of this seed with one thing wrong; nothing when nothing is wrong at the place that this seed chooses.
///
/// Null where a value may be absent is not wrong, as it is read as absence. What is broken inside a union may fit another
/// form of it, and a text that is made to miss a pattern may match it: whoever needs to be sure asks a validator.
pub(crate) fn misfit(schema: &Map<String, Value>, seed: u64) -> Option<Misfit> {
    let mut counting = Maker::of(schema, seed);
    counting.value(schema, 0, false);
    let last = counting.places.seen.checked_sub(1)?;
    let mut maker = Maker::of(schema, seed);
    let mut chance = Chance::new(!seed);
    maker.places.wanted = Some(Wanted { place: chance.between(0, last), chance });
    let value = maker.value(schema, 0, false);
    let (pointer, wrong) = maker.places.broken?;
    Some(Misfit { value, pointer, wrong })
}

impl<'s> Maker<'s> {
    /// Makes what stands under a name or an index.
    pub(super) fn at(&mut self, step: &str, make: impl FnOnce(&mut Self) -> Value) -> Value {
        self.places.path.push(format!("/{}", segment(step)));
        let value = make(self);
        self.places.path.pop();
        value
    }

    /// Makes a value that does not fit, if this is the place that was chosen.
    pub(super) fn unfit(
        &mut self,
        schema: &'s Map<String, Value>,
        depth: u64,
        optional: bool,
    ) -> Option<Value> {
        let here = self.places.seen;
        self.places.seen += 1;
        let mut wanted = self.places.wanted.take_if(|wanted| wanted.place == here)?;
        let fitting = self.fitting(schema, depth);
        let mut ways = within_its_type(schema, &fitting);
        let others = other_types(schema, depth == 0);
        ways.extend(others.into_iter().filter(|(_, other)| !(optional && other.is_null())));
        if ways.is_empty() {
            return Some(fitting);
        }
        let (wrong, value) = wanted.chance.one_of(&ways).clone();
        self.places.broken = Some((self.places.path.concat(), wrong));
        Some(value)
    }
}

/// What is wrong, and the value that has it.
type Way = (&'static str, Value);

/// Returns values of the right type that break one rule each.
fn within_its_type(schema: &Map<String, Value>, fitting: &Value) -> Vec<Way> {
    let only = schema.get("const").map(std::slice::from_ref);
    if let Some(values) = schema.get("enum").and_then(Value::as_array).map(Vec::as_slice).or(only) {
        let mut text = "~".to_owned();
        while values.iter().any(|value| value == text.as_str()) {
            text.push('~');
        }
        return vec![("another value", text.into())];
    }
    match fitting {
        Value::Array(items) => lists(schema, items),
        Value::Number(number) => numbers(schema, number),
        Value::Object(fields) => objects(schema, fields),
        Value::String(_) => texts(schema),
        Value::Null | Value::Bool(_) => Vec::new(),
    }
}

fn lists(schema: &Map<String, Value>, items: &[Value]) -> Vec<Way> {
    let sized = |length: u64| -> Value {
        let length = usize::try_from(length).unwrap_or_default();
        let filler = items.first().cloned().unwrap_or_default();
        items.iter().cloned().chain(std::iter::repeat(filler)).take(length).collect()
    };
    let shorter = count(schema, "minItems").and_then(|least| least.checked_sub(1));
    let longer = count(schema, "maxItems").filter(|most| *most < LONGEST).map(|most| most + 1);
    let ways = [("too few items", shorter), ("too many items", longer)];
    ways.into_iter().filter_map(|(wrong, length)| Some((wrong, sized(length?)))).collect()
}

fn texts(schema: &Map<String, Value>) -> Vec<Way> {
    let sized = |length: u64| Value::from("a".repeat(usize::try_from(length).unwrap_or_default()));
    let shorter = count(schema, "minLength").and_then(|least| least.checked_sub(1));
    let longer = count(schema, "maxLength").filter(|most| *most < LONGEST).map(|most| most + 1);
    let of = |keyword: &str| schema.contains_key(keyword).then(|| Value::from("~"));
    let ways = [
        ("too short", shorter.map(sized)),
        ("too long", longer.map(sized)),
        ("another format", of("format")),
        ("another pattern", of("pattern")),
    ];
    ways.into_iter().filter_map(|(wrong, text)| Some((wrong, text?))).collect()
}

fn objects(schema: &Map<String, Value>, fields: &Map<String, Value>) -> Vec<Way> {
    let without = |name: &str| {
        let mut fields = fields.clone();
        fields.remove(name)?;
        Some(("a required argument is missing", fields.into()))
    };
    let mut ways: Vec<Way> = required(schema).filter_map(without).collect();
    if schema.get("additionalProperties") == Some(&Value::Bool(false)) {
        let mut name = "unknown".to_owned();
        while property(schema, &name).is_some() {
            name.push('_');
        }
        let mut fields = fields.clone();
        fields.insert(name, true.into());
        ways.push(("an unknown argument", fields.into()));
    }
    ways
}

fn numbers(schema: &Map<String, Value>, fitting: &Number) -> Vec<Way> {
    let limit = |keyword: &str| schema.get(keyword).and_then(Value::as_number);
    let mut ways = Vec::new();
    let mut add = |wrong, number: Option<Number>| ways.extend(number.map(|number| (wrong, number.into())));
    add("too small", limit("minimum").and_then(|low| beyond(low, -1)));
    add("too small", limit("exclusiveMinimum").cloned());
    add("too large", limit("maximum").and_then(|high| beyond(high, 1)));
    add("too large", limit("exclusiveMaximum").cloned());
    if limit("multipleOf").and_then(Number::as_u64).is_some_and(|step| step > 1) {
        add("no multiple", beyond(fitting, 1).filter(|_| fitting.is_i64()));
    }
    if let Some(whole) = fitting.as_i64().and_then(|whole| i32::try_from(whole).ok())
        && is_typed(schema, "integer")
    {
        add("a fraction", Number::from_f64(f64::from(whole) + 0.5));
    }
    ways
}

/// Returns the number beside a limit, on the side of this sign; nothing when it cannot be told from the limit.
fn beyond(limit: &Number, sign: i8) -> Option<Number> {
    if let Some(limit) = limit.as_i64() {
        return limit.checked_add(sign.into()).map(Number::from);
    }
    if let Some(limit) = limit.as_u64() {
        return limit.checked_add_signed(sign.into()).map(Number::from);
    }
    let limit = limit.as_f64()?;
    let next = limit + f64::from(sign);
    Number::from_f64(next).filter(|_| (next > limit) == (sign > 0) && (next < limit) == (sign < 0))
}

/// Returns one value of each type that a schema does not take. Of a root only a list: null and text are read as
/// arguments that are absent, and as JSON.
fn other_types(schema: &Map<String, Value>, is_root: bool) -> Vec<Way> {
    let values: [Value; 6] =
        [Value::Null, true.into(), 7.into(), "~".into(), Value::Array(Vec::new()), Map::new().into()];
    let unfit = |value: &Value| !takes(schema, value) && (!is_root || value.is_array());
    let wrong = |value: &Value| if value.is_null() { "null" } else { "another type" };
    values.into_iter().filter(unfit).map(|value| (wrong(&value), value)).collect()
}

/// Whether a schema takes the type of a value; where it names no type, the value.
fn takes(schema: &Map<String, Value>, value: &Value) -> bool {
    let words: &[&str] = match value {
        Value::Null => &["null"],
        Value::Bool(_) => &["boolean"],
        Value::Number(_) => &["integer", "number"],
        Value::String(_) => &["string"],
        Value::Array(_) => &["array"],
        Value::Object(_) => &["object"],
    };
    match schema.get("type") {
        Some(Value::String(kind)) => words.contains(&kind.as_str()),
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).any(|kind| words.contains(&kind)),
        _ => match (schema.get("enum").and_then(Value::as_array), schema.get("const")) {
            (Some(values), _) => values.contains(value),
            (None, Some(only)) => only == value,
            (None, None) => true,
        },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use serde_json::{Map, Value, json};

    use super::misfit;
    use crate::schema::Checker;

    fn root(schema: Value) -> Map<String, Value> {
        let Value::Object(schema) = schema else { panic!("a schema is an object") };
        schema
    }

    #[test]
    fn each_rule_of_a_schema_is_broken_and_the_validator_agrees() {
        let schema = root(json!({
            "type": "object",
            "properties": {
                "level": { "type": "integer", "minimum": -1, "maximum": 8, "multipleOf": 3 },
                "ratio": { "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1.5 },
                "name": { "type": "string", "minLength": 2, "maxLength": 3 },
                "when": { "type": "string", "format": "date" },
                "word": { "type": "string", "enum": ["~", "a"] },
                "list": { "type": "array", "items": { "type": "boolean" }, "minItems": 1, "maxItems": 2 },
                "map": { "type": "object", "additionalProperties": { "type": "string" } },
                "maybe": { "type": "string" },
            },
            "required": ["level", "ratio", "name", "when", "word", "list", "map"],
            "additionalProperties": false,
        }));
        let checker = Checker::compile(&schema).unwrap();
        let mut seen = BTreeMap::<_, BTreeSet<_>>::new();
        for seed in 0..4000 {
            let Some(misfit) = misfit(&schema, seed) else { continue };
            assert!(!checker.is_valid(&misfit.value), "{misfit:?}");
            let pointers: BTreeSet<_> =
                checker.faults(&misfit.value).iter().map(|fault| fault.pointer().to_owned()).collect();
            let within = |found: &String| found.starts_with(&misfit.pointer);
            assert!(pointers.len() == 1 && pointers.iter().all(within), "{misfit:?} {pointers:?}");
            seen.entry(misfit.pointer).or_default().insert(misfit.wrong);
        }
        let expected = [
            ("", &["a required argument is missing", "an unknown argument", "another type"][..]),
            ("/level", &["a fraction", "another type", "no multiple", "null", "too large", "too small"]),
            ("/list", &["another type", "null", "too few items", "too many items"]),
            ("/list/0", &["another type", "null"]),
            ("/list/1", &["another type", "null"]),
            ("/map", &["another type", "null"]),
            ("/map/key_0", &["another type", "null"]),
            ("/map/key_1", &["another type", "null"]),
            ("/map/key_2", &["another type", "null"]),
            // Null stands for absence here.
            ("/maybe", &["another type"]),
            ("/name", &["another type", "null", "too long", "too short"]),
            ("/ratio", &["another type", "null", "too large", "too small"]),
            ("/when", &["another format", "another type", "null"]),
            ("/word", &["another type", "another value", "null"]),
        ];
        let expected = expected.map(|(pointer, wrong)| (pointer.to_owned(), wrong.iter().copied().collect()));
        assert_eq!(seen, expected.into());
    }

    #[test]
    fn a_wrong_tag_is_among_what_is_wrong_with_a_union() {
        let form = |tag: &str, field: &str| {
            json!({
                "type": "object",
                "properties": { "kind": { "type": "string", "enum": [tag] }, field: { "type": "integer" } },
                "required": ["kind", field],
                "additionalProperties": false
            })
        };
        let schema = root(json!({
            "type": "object",
            "properties": { "shape": { "anyOf": [form("circle", "radius"), form("square", "side")] } },
            "required": ["shape"],
            "additionalProperties": false
        }));
        let checker = Checker::compile(&schema).unwrap();
        let found: Vec<_> = (0..200).filter_map(|seed| misfit(&schema, seed)).collect();
        assert!(found.iter().all(|misfit| !checker.is_valid(&misfit.value)));
        assert!(
            found.iter().any(|misfit| misfit.pointer == "/shape/kind" && misfit.wrong == "another value")
        );
    }

    #[test]
    fn what_takes_anything_is_broken_nowhere_but_at_its_root() {
        let schema = root(json!({ "type": "object", "properties": { "any": {} }, "required": ["any"] }));
        let found: BTreeSet<_> =
            (0..100).filter_map(|seed| misfit(&schema, seed)).map(|it| (it.pointer, it.wrong)).collect();
        let expected = [("", "a required argument is missing"), ("", "another type")];
        assert_eq!(found, expected.map(|(pointer, wrong)| (pointer.to_owned(), wrong)).into());
    }
}
