//! What holds for every odd type: what serde writes is taken, what is taken serde reads, and results are what was
//! promised.

use serde_json::{Value, json};
use tool_core::{
    Allow, Invoker, Registry, Surface, Tool, ToolDefinition, ToolOutput,
    testing::{TestSurface, instance},
};

use super::every_odd_type;
use crate::{
    schema_cases::echo::{Echo, got},
    support::Fixture,
};

/// Types that are no object, and so no arguments by themselves.
const NO_OBJECT: [&str; 12] = [
    "EveryVariant",
    "Loose",
    "OpenWords",
    "SomeSkipped",
    "OddWords",
    "Numbered",
    "OverNewtype",
    "OnlyOne",
    "BoolOrNumberOrWord",
    "Expression",
    "Json",
    "Sparse",
];

/// Types that hold one without a value, or are nothing but themselves: (type, words of the refusal).
const NO_VALUE: [(&str, &str); 2] = [
    ("HoldsNever", "`false` allows no value; leave the property out"),
    ("Chain", "the definition is nothing but itself; put a property or an item in between"),
];

/// Values whose form only the parser of their type knows, so that it has the last word: an address of either kind, and
/// names of a map, of which the generator writes nothing.
const LAST_WORD: [&str; 2] = ["Keyed", "Places"];

/// A content that may be null: as arguments by itself it is folded like any other null, and its type then misses it.
const FOLDED: (&str, &str) = ("AdjacentVariants", r#"{"type":"nested-untagged","value":null}"#);

fn surface(tool: impl Tool + 'static) -> Result<TestSurface, String> {
    let registry = Registry::builder(()).register(tool).build().map_err(|faults| faults.to_string())?;
    let invoker = Invoker::builder(registry).unlimited().build().unwrap();
    let surface = Surface::first_party("test", &invoker, Allow::only(["echo"])).build().unwrap();
    Ok(TestSurface::new(&surface))
}

/// Returns a tool that takes what a schema says, with the schema that is advertised.
fn taking(schema: &Value) -> Result<(TestSurface, Value), String> {
    let definition = ToolDefinition::new("echo", "Says what reached it.").with_input_schema(schema.clone());
    let surface = surface(Echo::<Value>::over(definition.clone()))?;
    Ok((surface, Echo::<Value>::over(definition).schema()))
}

/// Whether a name is of one of these types, as it stands or held.
fn is_of(name: &str, of: &str) -> bool {
    name == of || name == format!("Held<{of}>")
}

#[tokio::test]
async fn what_is_refused_is_refused_for_a_reason() {
    for odd in every_odd_type() {
        let Err(refusal) = taking(&odd.described.input) else {
            assert!(!NO_OBJECT.contains(&odd.name.as_str()), "{} is no object", odd.name);
            assert!(!NO_VALUE.iter().any(|(of, _)| is_of(&odd.name, of)), "{} has no value", odd.name);
            continue;
        };
        let reason = NO_VALUE.iter().find(|(of, _)| is_of(&odd.name, of)).map(|(_, words)| *words);
        let reason = reason.unwrap_or("the root has to be an object");
        assert!(refusal.contains(reason), "{}: {refusal}", odd.name);
        let known =
            reason.starts_with('`') || NO_OBJECT.contains(&odd.name.as_str()) || is_of(&odd.name, "Chain");
        assert!(known, "{}: {refusal}", odd.name);
    }
}

#[tokio::test]
async fn what_serde_writes_is_taken_and_means_the_same() {
    let mut mistakes = Vec::new();
    for odd in every_odd_type() {
        let Ok((surface, _)) = taking(&odd.described.input) else { continue };
        for sample in &odd.samples {
            let answer = surface.call("echo", sample.clone()).await;
            if (odd.name.as_str(), sample.to_string().as_str()) == FOLDED {
                assert_eq!(answer.code(), None, "{}", answer.text());
                assert!((odd.described.again)(got(&answer)).is_err());
            } else if answer.code().is_some() {
                mistakes.push(format!("{}: {sample} gave {}", odd.name, answer.text()));
            } else {
                match (odd.described.again)(got(&answer)) {
                    Ok(again) if again == *sample => {}
                    other => mistakes.push(format!("{}: {sample} became {other:?}", odd.name)),
                }
            }
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

#[tokio::test]
async fn what_is_taken_is_read_by_the_exact_type() {
    let (mut taken, mut mistakes) = (0, Vec::new());
    for odd in every_odd_type() {
        let Ok((surface, Value::Object(advertised))) = taking(&odd.described.input) else { continue };
        for seed in 0..10 {
            let value = instance(&advertised, seed);
            let answer = surface.call("echo", value.clone()).await;
            if answer.code().is_some() {
                // What words had to carry is checked all the same, and named.
                assert_eq!(answer.code().as_deref(), Some("invalid-arguments"), "{}", odd.name);
                continue;
            }
            taken += 1;
            let read = (odd.described.again)(got(&answer));
            if let Err(error) = read
                && !LAST_WORD.iter().any(|of| is_of(&odd.name, of))
                && odd.name != FOLDED.0
            {
                mistakes.push(format!("{}: {value}: {error}", odd.name));
            }
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
    assert!(taken > 500, "{taken} taken");
}

#[test]
fn what_is_advertised_is_advertised_the_same_when_it_is_declared_again() {
    for odd in every_odd_type() {
        let Ok((_, advertised)) = taking(&odd.described.input) else { continue };
        let (_, again) = taking(&advertised).unwrap();
        assert_eq!(again, advertised, "{}", odd.name);
    }
}

#[tokio::test]
async fn every_result_is_what_was_promised() {
    let mut mistakes = Vec::new();
    for odd in every_odd_type() {
        if NO_VALUE.iter().any(|(of, _)| is_of(&odd.name, of)) {
            continue;
        }
        let tool =
            || Fixture::new("echo").input(json!({ "type": "object" })).output(odd.described.output.clone());
        let registry = Registry::builder(()).register(tool()).build().unwrap();
        let promised = registry.snapshot().get("echo").unwrap().definition().output_schema.clone();
        for sample in &odd.samples {
            let result = sample.clone();
            let tool = tool().body(move |_| std::future::ready(Ok(ToolOutput::json(result.clone()))));
            let answer = surface(tool).unwrap().call("echo", json!({})).await;
            assert_eq!(answer.code(), None, "{}: {sample}: {}", odd.name, answer.text());
            let sent = answer.reply().structured.clone().map(Value::Object);
            assert_eq!(sent.is_some(), promised.is_some(), "{}: {sample}", odd.name);
            let Some((promised, sent)) = promised.as_ref().zip(sent) else { continue };
            // What is kept as written is checked as it stands, and a value that fits is left alone.
            let reading = ToolDefinition::new("echo", "Says what reached it.")
                .with_verbatim_input_schema(promised.clone());
            let answer = surface(Echo::<Value>::over(reading)).unwrap().call("echo", sent.clone()).await;
            if answer.code().is_some() || got(&answer) != sent {
                mistakes.push(format!("{}: {sent}: {}", odd.name, answer.text()));
            }
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}
