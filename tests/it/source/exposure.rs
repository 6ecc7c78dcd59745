//! What an engine does not expose, and what a surface hides, is as unknown as what does not exist.

use serde_json::{Value, json};
use tool_core::{Caller, Exposure, HostMetadata, Read, SourceEntry};

use super::{Engine, exposed, product, product_with, tool};

fn saying(id: &str, metadata: Value) -> SourceEntry {
    SourceEntry::tool(id, "Does something.").with_metadata(metadata)
}

fn all() -> Engine {
    Engine::of([
        saying("silent", json!({})),
        saying("null", json!({ "mcp": { "expose": null } })),
        saying("yes", json!({ "mcp": { "expose": true } })),
        saying("no", json!({ "mcp": { "expose": false } })),
        saying("odd", json!({ "mcp": { "expose": "true" } })),
        saying("elsewhere", json!({ "expose": true })),
        // An adapter's own facts expose nothing.
        saying("host", json!({})).with_host(HostMetadata::default().with_exposure(Exposure::Both)),
    ])
}

#[tokio::test]
async fn silence_exposes_nothing() {
    let (product, engine) = (product(), all());
    let _attached = product.registry.attach(engine.clone()).start().await;
    assert_eq!(product.names(), ["own", "yes"]);
    for name in ["silent", "no", "odd", "host"] {
        assert_eq!(product.text(name, json!({})).await, "UnknownTool");
    }
    assert_eq!(engine.runs(), 0);
}

#[tokio::test]
async fn the_word_that_exposes_silence_lifts_no_refusal() {
    let product = product_with(|surface| surface.hide_namespace("engine").hide_source_ids("iii."));
    let engine = all();
    let mut entries = engine.0.entries.lock().unwrap().clone();
    entries.extend([saying("engine::reload", json!({})), saying("iii.status", json!({}))]);
    engine.set(entries);
    let _attached = product.registry.attach(engine).expose_unless_denied().start().await;
    assert_eq!(product.names(), ["elsewhere", "host", "null", "own", "silent", "yes"]);
}

#[tokio::test]
async fn hidden_ids_are_matched_before_they_become_names() {
    let product = product_with(|surface| surface.hide_namespace("engine").hide_source_ids("iii."));
    let engine = Engine::of([
        tool("engine::reload"),
        // Not in the grammar, so its name does not begin with the namespace any more.
        tool("engine::re load"),
        tool("iii.status"),
        tool("engines::list"),
        exposed(SourceEntry::resource("engine::log", "iii://log", "The log.")),
        exposed(SourceEntry::prompt("iii.prompt", "A prompt.", [])),
    ]);
    // Nor does a namespace of ours in front of it help.
    let attached = product.registry.attach(engine.clone()).namespace("ours").start().await;
    assert_eq!(attached.report().entries, 6);
    assert_eq!(product.names(), ["ours__engines__list", "own"]);
    let readable = product.surface.readable(&Caller::new("alice"));
    assert!(readable.resources.is_empty() && readable.prompts.is_empty());
    assert_eq!(product.text("ours__engine__reload", json!({})).await, "UnknownTool");
    let log = product.surface.resource_request(Caller::new("alice"), "iii://log");
    assert!(matches!(product.surface.read_resource(log).await, Read::Unknown));
    assert_eq!(engine.runs(), 0);
}

#[tokio::test]
async fn an_id_outside_of_the_grammar_keeps_working_under_a_marked_name() {
    let product = product();
    let long = format!("a::{}", "x".repeat(90));
    let ids = ["a b", "a.b", "ünïcode", long.as_str(), "a__b"];
    let _attached = product.registry.attach(Engine::of(ids.map(tool))).start().await;
    let names = product.names();
    assert_eq!(names.len(), 1 + ids.len(), "{names:?}");
    for name in names.iter().filter(|name| *name != "own") {
        let letters = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        assert!(name.len() <= 64 && name.chars().all(letters), "{name}");
        let text = product.text(name, json!({})).await;
        let said: Value = serde_json::from_str(&text).unwrap();
        assert!(ids.iter().any(|id| said == json!({ "got": {}, "id": id })), "{name}: {text}");
    }
    let snapshot = product.registry.snapshot();
    let mut kept: Vec<_> = snapshot.iter().filter_map(|tool| tool.source_id()).collect();
    kept.sort_unstable();
    let mut all = ids;
    all.sort_unstable();
    assert_eq!(kept, all, "the engine's own id stays with each of them");
}
