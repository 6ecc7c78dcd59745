//! What holds for every schema, however it was written.

use proptest::{collection::vec, prelude::*, sample::select, test_runner::RngSeed};
use serde_json::{Map, Value, json};

use crate::schema::{
    Applies, Checker, Contract, canonical, fold::whole_numbers, fold_nulls, keyword::CANONICAL, output_form,
};

/// Any JSON, with the names of keywords more often than chance would have it.
pub(crate) fn anything() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_filter("JSON has finite numbers only", |n| n.is_finite()).prop_map(Value::from),
        select(WORDS.as_slice()).prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 64, 6, |inner| {
        let keywords = select([&CANONICAL[..], &OTHERS].concat()).prop_map(str::to_owned);
        let name = prop_oneof![4 => keywords, 1 => "[a-z$/~]{0,4}"];
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec((name, inner), 0..6).prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Schemas that are mostly well-formed, references and recursion included.
pub(super) fn schema() -> impl Strategy<Value = Value> {
    (subschema(), vec(subschema(), 0..3)).prop_map(|(mut root, definitions)| {
        let named = definitions.into_iter().zip(["A", "B", "C"]);
        let named: Map<_, _> = named.map(|(definition, name)| (name.to_owned(), definition)).collect();
        if let Value::Object(root) = &mut root {
            root.insert("$defs".to_owned(), named.into());
            root.insert("title".to_owned(), "Tree".into());
        }
        root
    })
}

fn subschema() -> impl Strategy<Value = Value> {
    let leaf = select(vec![
        json!(true),
        json!({}),
        json!({ "type": "null" }),
        json!({ "type": "string", "description": "Text that is\nwrapped.\n\n# Examples\nnone" }),
        json!({ "type": ["string", "null"], "default": null, "minLength": 1 }),
        json!({ "type": "string", "enum": ["a", "b"], "description": "which one" }),
        json!({ "const": "a", "description": "the a: first" }),
        json!({ "const": "c", "description": "the\nc" }),
        json!({ "const": 3 }),
        json!({ "type": "integer", "format": "uint64", "default": 3 }),
        json!({ "type": "integer", "format": "uint8", "minimum": 1.0 }),
        json!({ "type": "number", "format": "float", "default": 0.100_000_001_490_116_12 }),
        json!({ "type": "string", "format": "partial-time", "examples": ["a", "b", "c", "d"] }),
        json!({ "type": "string", "pattern": "^(?!x)\\d+$", "deprecated": true }),
        json!({ "type": "string", "pattern": "^\\d+$" }),
        json!({ "type": "string", "format": "ip", "description": "where" }),
        json!({ "type": "string", "format": "zoned-date-time", "description": "when" }),
        json!({ "type": "string", "contentEncoding": "base64", "description": "what" }),
        json!({ "enum": ["a", "7", "c", 3, 400, 1.5, null, true] }),
        json!({ "type": "integer", "enum": [1, 3, 400], "description": "how many" }),
        json!({ "minimum": 2 }),
        json!({ "type": "integer", "maximum": 300 }),
        json!({ "type": "number", "exclusiveMinimum": 1 }),
        json!({ "type": "string", "maxLength": 1 }),
        json!({ "enum": ["a", "12", "7"], "pattern": "^\\d+$" }),
        json!({ "oneOf": [{ "enum": ["a", "bb"] }, { "enum": ["bb", "7"], "pattern": "^[0-9]$" }] }),
        json!({ "type": ["string", "number"], "pattern": "^-?\\d+(\\.\\d+)?$" }),
        json!({ "type": "object" }),
        json!({ "type": "object", "additionalProperties": true }),
        json!({ "type": "array", "items": { "type": "string" }, "uniqueItems": true }),
        json!({ "$ref": "#/$defs/A" }),
        json!({ "$ref": "#/$defs/B", "description": "the B of this" }),
        json!({ "$ref": "#" }),
    ]);
    leaf.prop_recursive(4, 32, 4, |inner| {
        let fields = vec((select(vec!["kind", "a", "b", "c"]), inner.clone(), any::<bool>()), 0..4);
        let object = (fields, select(vec![json!(null), json!(true), json!(false), json!({ "type": "string" })]))
            .prop_map(|(fields, rest)| object_of(&fields, rest));
        let description = select(vec!["One of\nthese.", "- a\n- b", ""]);
        prop_oneof![
            4 => object,
            2 => (vec(inner.clone(), 0..4), select(vec!["anyOf", "oneOf", "allOf"]), description)
                .prop_map(|(branches, keyword, words)| json!({ keyword: branches, "description": words })),
            1 => (inner.clone(), vec(inner.clone(), 0..3))
                .prop_map(|(rest, first)| json!({ "type": "array", "items": rest, "prefixItems": first, "maxItems": 2 })),
            1 => (inner.clone(), inner.clone(), select(vec!["allOf", "anyOf", "oneOf"]))
                .prop_map(|(base, branch, keyword)| beside(base, &branch, keyword)),
            1 => (inner.clone(), inner.clone())
                .prop_map(|(base, branch)| json!({ "type": "object", "properties": { "base": base }, "oneOf": [branch, {}] })),
            1 => inner.prop_map(|each| json!({ "patternProperties": { "^\\d+$": each }, "additionalProperties": false })),
        ]
    })
}

/// Puts a branch beside what a schema says already.
fn beside(mut base: Value, branch: &Value, keyword: &str) -> Value {
    if let Value::Object(keywords) = &mut base {
        keywords.entry(keyword).or_insert_with(|| json!([branch]));
    }
    base
}

fn object_of(fields: &[(&str, Value, bool)], rest: Value) -> Value {
    let required: Vec<_> =
        fields.iter().filter(|(_, _, required)| *required).map(|(name, ..)| *name).collect();
    let mut object = json!({ "type": "object", "required": required });
    object["properties"] = fields.iter().map(|(name, node, _)| ((*name).to_owned(), node.clone())).collect();
    if !rest.is_null() {
        object["additionalProperties"] = rest;
    }
    object
}

/// The same cases in every run of the gate. `PROPTEST_RNG_SEED` and `PROPTEST_CASES` look further.
pub(super) fn config() -> ProptestConfig {
    let given = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    match given.rng_seed {
        RngSeed::Random => ProptestConfig { rng_seed: RngSeed::Fixed(1), ..given },
        RngSeed::Fixed(_) => given,
    }
}

/// As many cases as a few seconds take, unless `PROPTEST_CASES` says how many.
fn many() -> ProptestConfig {
    let given = config();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { given.cases } else { 3000 };
    ProptestConfig { cases, ..given }
}

proptest! {
    #![proptest_config(many())]

    #[test]
    fn any_json_is_taken_and_the_second_time_changes_nothing(raw in prop_oneof![anything(), schema()]) {
        for contract in [Contract::Input, Contract::Output] {
            let first = canonical(&raw, contract);
            prop_assert_eq!(first.schema.get("type"), Some(&json!("object")));
            let second = canonical(&first.schema.clone().into(), contract);
            prop_assert_eq!(&first.schema, &second.schema, "from {}", raw);
            prop_assert!(second.faults.iter().all(|fault| fault.applies == Applies::Exposed || !sound(&first.faults)));
        }
    }

}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_pattern_of_blanks_is_said_in_a_way_that_stays(blanks in "[ \t\n]{0,3}", of_keys in any::<bool>()) {
        let raw = if of_keys {
            json!({ "type": "object", "patternProperties": { blanks.clone(): { "type": "string" } } })
        } else {
            json!({ "type": "object", "properties": { "a": { "type": "string", "pattern": blanks } } })
        };
        let first = canonical(&raw, Contract::Output).schema;
        prop_assert_eq!(&canonical(&first.clone().into(), Contract::Output).schema, &first);
    }

    #[test]
    fn what_has_no_fault_compiles_and_uses_the_dialect_only(raw in schema()) {
        let found = canonical(&raw, Contract::Input);
        let used = found.schema.get("properties").into_iter().chain(found.schema.get("$defs"));
        used.for_each(assert_dialect_in);
        if sound(&found.faults) {
            prop_assert!(Checker::compile(&found.schema).is_ok());
            prop_assert!(found.exact.is_none_or(|exact| Checker::compile(&exact).is_ok()));
        }
    }

    #[cfg(feature = "test-util")]
    #[test]
    fn a_value_made_from_a_schema_fits_it(raw in schema(), seed in any::<u64>()) {
        let found = canonical(&raw, Contract::Input);
        // A recursive schema may have no finite value at all.
        if sound(&found.faults) && !found.schema.contains_key("$defs") {
            let value = crate::testing::instance(&found.schema, seed);
            let faults = Checker::compile(&found.schema).unwrap().faults(&value);
            prop_assert!(faults.iter().next().is_none(), "{} for {:?}", faults, found.schema);
        }
    }

    #[test]
    fn results_take_any_schema(raw in prop_oneof![anything(), schema()]) {
        let (form, _) = output_form(Some(&raw));
        prop_assert!(form.advertised().is_none_or(|schema| schema["type"] == "object"));
    }

    #[test]
    fn any_value_is_looked_at(raw in schema(), mut value in anything()) {
        let found = canonical(&raw, Contract::Input);
        if !sound(&found.faults) {
            return Ok(());
        }
        fold_nulls(&found.schema, &mut value);
        whole_numbers(&found.schema, &mut value);
        let checker = Checker::compile(&found.schema).unwrap();
        let faults = checker.faults(&value);
        prop_assert_eq!(checker.is_valid(&value), faults.iter().next().is_none());
        prop_assert!(faults.iter().count() <= 10);
        prop_assert_eq!(faults.to_string(), checker.faults(&value).to_string());
    }
}

pub(super) fn sound(faults: &[crate::schema::SchemaFault]) -> bool {
    faults.iter().all(|fault| fault.applies == Applies::Exposed)
}

/// Checks that named schemas use only what the dialect has, at every depth.
fn assert_dialect_in(named: &Value) {
    for schema in named.as_object().into_iter().flat_map(Map::values) {
        assert_dialect(schema);
    }
}

fn assert_dialect(schema: &Value) {
    let schema = schema.as_object().unwrap();
    for (keyword, value) in schema {
        assert!(keyword != "$defs" && CANONICAL.contains(&keyword.as_str()), "{keyword} in {schema:?}");
        match keyword.as_str() {
            "additionalProperties" if value.is_boolean() => {}
            "additionalProperties" | "items" => assert_dialect(value),
            "anyOf" => value.as_array().unwrap().iter().for_each(assert_dialect),
            "properties" => assert_dialect_in(value),
            "type" => assert!(value.is_string()),
            "$ref" => assert_eq!(schema.len(), 1, "{schema:?}"),
            _ => {}
        }
    }
    assert!(schema.get("type").is_none_or(|word| word != "array") || schema["items"].is_object());
    assert!(
        schema.get("type").is_none_or(|word| word != "object") || schema.contains_key("additionalProperties")
    );
}

/// Keywords that are read, and are none of the dialect.
const OTHERS: [&str; 8] =
    ["allOf", "const", "examples", "oneOf", "patternProperties", "prefixItems", "propertyNames", "title"];

const WORDS: [&str; 14] = [
    "",
    "#",
    "#/$defs/a",
    "#/properties/a",
    "a",
    "array",
    "boolean",
    "email",
    "integer",
    "null",
    "number",
    "object",
    "string",
    "uint64",
];
