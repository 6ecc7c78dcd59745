//! Values that fit a schema, made from the schema alone, for tests that ask whether what is advertised is accepted.

mod chance;
mod misfit;
mod pattern;

use serde_json::{Map, Number, Value};

pub(crate) use self::misfit::misfit;
use self::{chance::Chance, misfit::Places};
use crate::schema::keyword::{named, required, text};

/// Items in a list and entries in a map, where the schema leaves it open; and the depth at which optional parts end.
const FEW: u64 = 3;

/// Depth at which a schema that has no finite value is given up.
const DEEPEST: u64 = 64;

/// Returns a value that fits a schema in the canonical dialect, such as [`Registered`](crate::Registered) holds.
///
/// The same seed gives the same value. Over some dozens of seeds the values reach the bounds of numbers and lengths,
/// all forms of a union, and optional properties present and absent. A value with no schema is any value.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::testing::instance;
///
/// let schema = json!({
///     "type": "object",
///     "properties": { "limit": { "type": "integer", "minimum": 1, "maximum": 100 } },
///     "required": ["limit"],
///     "additionalProperties": false
/// });
/// let schema = schema.as_object().unwrap();
/// assert_eq!(instance(schema, 7), instance(schema, 7));
/// for seed in 0..100 {
///     let limit = instance(schema, seed)["limit"].as_i64().unwrap();
///     assert!((1..=100).contains(&limit));
/// }
/// ```
pub fn instance(schema: &Map<String, Value>, seed: u64) -> Value {
    Maker::of(schema, seed).value(schema, 0, false)
}

struct Maker<'s> {
    definitions: Option<&'s Map<String, Value>>,
    chance: Chance,
    places: Places,
}

impl<'s> Maker<'s> {
    fn of(schema: &'s Map<String, Value>, seed: u64) -> Self {
        let definitions = schema.get("$defs").and_then(Value::as_object);
        Self { definitions, chance: Chance::new(seed), places: Places::default() }
    }

    /// Makes the value of one place; `optional` when null there stands for absence.
    fn value(&mut self, schema: &'s Map<String, Value>, depth: u64, optional: bool) -> Value {
        if depth > DEEPEST {
            return Value::Null;
        }
        if let Some(name) = text(schema, "$ref").and_then(|name| name.strip_prefix("#/$defs/")) {
            let target = self.definitions.and_then(|definitions| definitions.get(name)?.as_object());
            return target.map_or(Value::Null, |target| self.value(target, depth + 1, optional));
        }
        let forms = ["anyOf", "oneOf"].iter().find_map(|keyword| schema.get(*keyword)?.as_array());
        if let Some(forms) = forms.filter(|forms| !forms.is_empty() && !schema.contains_key("enum")) {
            // Deep inside a recursive schema, the form that ends it soonest.
            let form = if depth > FEW { forms.iter().min_by_key(|form| references(form)) } else { None };
            let form = form.unwrap_or_else(|| self.chance.one_of(forms));
            return form.as_object().map_or(Value::Null, |form| self.value(form, depth, optional));
        }
        self.unfit(schema, depth, optional).unwrap_or_else(|| self.fitting(schema, depth))
    }

    /// Makes a value of a schema that says itself what it takes.
    fn fitting(&mut self, schema: &'s Map<String, Value>, depth: u64) -> Value {
        if let Some(values) = schema.get("enum").and_then(Value::as_array).filter(|values| !values.is_empty())
        {
            return self.chance.one_of(values).clone();
        }
        if let Some(only) = schema.get("const") {
            return only.clone();
        }
        // Only schemas that are kept as written have several types.
        let kind = match schema.get("type") {
            Some(Value::Array(kinds)) if !kinds.is_empty() => self.chance.one_of(kinds).as_str(),
            kind => kind.and_then(Value::as_str),
        };
        match kind {
            Some("array") => self.array(schema, depth),
            Some("boolean") => self.chance.coin().into(),
            Some("integer") => self.integer(schema).into(),
            Some("null") => Value::Null,
            Some("number") => self.number(schema),
            Some("object") => self.object(schema, depth),
            Some(_) => self.string(schema).into(),
            None => self
                .chance
                .one_of(&[Value::Null, true.into(), 1.into(), "any".into(), Value::Array(vec![])])
                .clone(),
        }
    }

    fn array(&mut self, schema: &'s Map<String, Value>, depth: u64) -> Value {
        let items = schema.get("items").and_then(Value::as_object);
        let least = count(schema, "minItems").unwrap_or(0);
        let most = count(schema, "maxItems").unwrap_or(least + FEW);
        let length = if depth > FEW { least } else { self.chance.between(least, most.min(least + FEW)) };
        let item = |maker: &mut Self| items.map_or(Value::Null, |items| maker.value(items, depth + 1, false));
        (0..length).map(|index| self.at(&index.to_string(), item)).collect()
    }

    fn object(&mut self, schema: &'s Map<String, Value>, depth: u64) -> Value {
        let is_required = |name: &str| required(schema).any(|known| known == name);
        let mut made = Map::new();
        for (name, property) in named(schema, "properties") {
            let present = is_required(name) || (depth <= FEW && self.chance.coin());
            if let (true, Some(property)) = (present, property.as_object()) {
                let optional = !is_required(name);
                let value = self.at(name, |maker| maker.value(property, depth + 1, optional));
                made.insert(name.clone(), value);
            }
        }
        if let Some(each) = schema.get("additionalProperties").and_then(Value::as_object)
            && depth <= FEW
        {
            for entry in 0..self.chance.between(0, FEW) {
                let name = format!("key_{entry}");
                let value = self.at(&name, |maker| maker.value(each, depth + 1, false));
                made.insert(name, value);
            }
        }
        made.into()
    }

    fn integer(&mut self, schema: &Map<String, Value>) -> i64 {
        let limit = |keyword: &str| schema.get(keyword).and_then(Value::as_i64);
        let low = limit("minimum").or(limit("exclusiveMinimum").map(|low| low.saturating_add(1)));
        let high = limit("maximum").or(limit("exclusiveMaximum").map(|high| high.saturating_sub(1)));
        let (low, high) = match (low, high) {
            (None, None) => (-1000, 1000),
            (Some(low), None) => (low, low.saturating_add(1000)),
            (None, Some(high)) => (high.saturating_sub(1000), high),
            (Some(low), Some(high)) => (low, high),
        };
        let step = limit("multipleOf").filter(|step| *step > 0).unwrap_or(1);
        let (first, last) =
            (low.div_euclid(step) + i64::from(low.rem_euclid(step) > 0), high.div_euclid(step));
        let steps = u64::try_from(i128::from(last) - i128::from(first)).unwrap_or(0);
        first.saturating_add_unsigned(self.chance.between(0, steps)).saturating_mul(step)
    }

    #[expect(clippy::cast_precision_loss, reason = "a position between two bounds need not be exact")]
    fn number(&mut self, schema: &Map<String, Value>) -> Value {
        let limit = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
        if let Some(step) = limit("multipleOf") {
            let least = limit("minimum").unwrap_or(0.0);
            return Number::from_f64((least / step).ceil() * step).map_or(Value::Null, Value::Number);
        }
        let open = (limit("exclusiveMinimum"), limit("exclusiveMaximum"));
        let low = limit("minimum")
            .or(open.0)
            .unwrap_or_else(|| limit("maximum").or(open.1).unwrap_or(1000.0) - 1000.0);
        let high = limit("maximum").or(open.1).unwrap_or(low + 1000.0);
        let part = self.chance.between(0, 16) as f64 / 16.0;
        let inside = if open == (None, None) { part } else { 0.5 };
        // Halves, so that the difference of the widest bounds is still a number.
        let value = low.mul_add(1.0 - inside, high * inside).clamp(low, high);
        Number::from_f64(value).map_or(Value::Null, Value::Number)
    }

    fn string(&mut self, schema: &Map<String, Value>) -> String {
        if let Some(format) = text(schema, "format") {
            return formatted(format, self.chance.between(1, 28));
        }
        if let Some(pattern) = text(schema, "pattern") {
            return pattern::matching(pattern, &mut self.chance);
        }
        let least = count(schema, "minLength").unwrap_or(0);
        let most = count(schema, "maxLength").unwrap_or(least + 8);
        let length = self.chance.between(least, most.min(least + 8));
        // Letters of one to four bytes each: lengths are counted in characters.
        (0..length).map(|_| *self.chance.one_of(&['a', 'Z', '7', ' ', '_', 'é', '字', '🙂'])).collect()
    }
}

fn count(schema: &Map<String, Value>, keyword: &str) -> Option<u64> {
    schema.get(keyword).and_then(Value::as_u64)
}

/// Returns how many references there are in a schema: the fewer, the sooner its values end.
fn references(schema: &Value) -> usize {
    match schema {
        Value::Object(schema) => {
            usize::from(schema.get("$ref").is_some_and(Value::is_string))
                + schema.values().map(references).sum::<usize>()
        }
        Value::Array(items) => items.iter().map(references).sum(),
        _ => 0,
    }
}

/// Returns a text of one of the formats that the dialect keeps.
fn formatted(format: &str, number: u64) -> String {
    match format {
        "date" => format!("2026-02-{number:02}"),
        "date-time" => format!("2026-02-{number:02}T12:00:00Z"),
        "duration" => format!("P{number}D"),
        "email" => format!("user{number}@example.com"),
        "hostname" => format!("host{number}.example.com"),
        "ipv4" => format!("192.0.2.{number}"),
        "ipv6" => format!("2001:db8::{number}"),
        "time" => format!("12:00:{number:02}Z"),
        "uri" => format!("https://example.com/{number}"),
        "uuid" => format!("00000000-0000-4000-8000-0000000000{number:02}"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Map, Value, json};

    use super::instance;
    use crate::schema::Checker;

    fn schema(properties: &Value) -> Map<String, Value> {
        let schema = json!({
            "type": "object",
            "properties": properties,
            "required": properties.as_object().unwrap().keys().collect::<Vec<_>>(),
            "additionalProperties": false,
        });
        schema.as_object().unwrap().clone()
    }

    #[test]
    fn values_fit_and_reach_the_bounds() {
        let schema = schema(&json!({
            "level": { "type": "integer", "minimum": -1, "maximum": 1 },
            "step": { "type": "integer", "minimum": 1, "exclusiveMaximum": 15, "multipleOf": 5 },
            "ratio": { "type": "number", "minimum": 0, "maximum": 1 },
            "name": { "type": "string", "minLength": 1, "maxLength": 2 },
            "code": { "type": "string", "pattern": "^[A-Z]{2}-[0-9]+(?:x|yy)?$" },
            "form": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
        }));
        let checker = Checker::compile(&schema).unwrap();
        let mut seen: BTreeSet<String> = BTreeSet::new();
        for seed in 0..200 {
            let value = instance(&schema, seed);
            assert!(checker.is_valid(&value), "{}", checker.faults(&value));
            seen.extend(["level", "step"].map(|name| format!("{name} {}", value[name])));
            seen.insert(format!("name {}", value["name"].as_str().unwrap().chars().count()));
            seen.insert(format!("form {}", value["form"].is_null()));
        }
        let expected = [
            "form false",
            "form true",
            "level -1",
            "level 0",
            "level 1",
            "name 1",
            "name 2",
            "step 5",
            "step 10",
        ];
        assert_eq!(seen, expected.map(str::to_owned).into());
    }

    #[test]
    fn every_format_fits() {
        let formats =
            ["date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uri", "uuid"];
        let texts = formats.map(|format| (format.to_owned(), json!({ "type": "string", "format": format })));
        let schema = schema(&Value::Object(texts.into_iter().collect()));
        let checker = Checker::compile(&schema).unwrap();
        for seed in 0..50 {
            let value = instance(&schema, seed);
            assert!(checker.is_valid(&value), "{}", checker.faults(&value));
        }
    }

    #[test]
    fn recursive_schemas_have_finite_values() {
        let node = json!({ "anyOf": [
            { "type": "object", "properties": { "not": { "$ref": "#/$defs/Node" } }, "required": ["not"] },
            { "type": "object", "properties": { "word": { "type": "string" } }, "required": ["word"] },
        ] });
        let mut schema = schema(&json!({ "root": { "$ref": "#/$defs/Node" } }));
        schema.insert("$defs".to_owned(), json!({ "Node": node }));
        let checker = Checker::compile(&schema).unwrap();
        assert!((0..50).all(|seed| checker.is_valid(&instance(&schema, seed))));
    }
}
