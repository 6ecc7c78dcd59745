//! What does not fit is left out and reported, and harms nothing else.

use serde_json::json;
use tool_core::SourceEntry;

use super::{Engine, exposed, listed_again, product, tool};
use crate::support::Fixture;

#[tokio::test]
async fn a_bad_entry_harms_no_other() {
    let product = product();
    let engine = Engine::of([
        tool("good"),
        tool("bad").with_input_schema(json!({ "type": "strange" })),
        exposed(SourceEntry::tool("mute", "")),
        exposed(SourceEntry::resource("nowhere", "no address", "A document.")),
        tool("twice"),
        tool("twice"),
        // Not in the dialect of the registry, and JSON Schema all the same.
        tool("verbatim").with_input_schema(json!({
            "type": "object",
            "properties": { "a": { "type": "integer" } },
            "if": { "properties": { "a": { "const": 1 } }, "required": ["a"] },
            "then": { "required": ["b"] }
        })),
    ]);
    let attached = product.registry.attach(engine).start().await;
    assert_eq!(product.names(), ["good", "own", "twice", "verbatim"]);
    let report = attached.report();
    let omitted: Vec<_> = report.omitted.iter().map(|omitted| omitted.id.as_str()).collect();
    assert_eq!(omitted, ["bad", "mute", "nowhere", "twice"]);
    assert!(report.omitted[1].reason.contains("exposed without a description"), "{report}");
    assert!(report.omitted[3].reason.contains("listed twice"), "{report}");
    assert!(product.text("verbatim", json!({ "a": 1 })).await.starts_with("invalid-arguments"));
    assert_eq!(product.text("verbatim", json!({ "a": 2 })).await, r#"{"got":{"a":2},"id":"verbatim"}"#);
}

#[tokio::test]
async fn what_is_taken_stays_whose_it_is() {
    let product = product();
    let (first, second) = (Engine::of([tool("own"), tool("find")]), Engine::of([tool("Find"), tool("list")]));
    let one = product.registry.attach(first.clone()).start().await;
    let two = product.registry.attach(second.clone()).start().await;
    assert_eq!(product.names(), ["find", "list", "own"]);
    assert_eq!(product.text("own", json!({})).await, "ran", "not the engine's");
    assert_eq!((one.report().omitted.len(), two.report().omitted.len()), (1, 1));
    assert!(two.report().to_string().contains("differ only in case"), "{}", two.report());

    // Another change of the one that has it does not lose it to the other.
    listed_again(&one, &first, [tool("find"), tool("more")]).await;
    assert_eq!(product.text("find", json!({})).await, r#"{"got":{},"id":"find"}"#);

    // And in a namespace of its own each has all.
    let three = product.registry.attach(second).namespace("second").start().await;
    assert_eq!(three.report().omitted, []);
    assert_eq!(product.names(), ["find", "list", "more", "own", "second__Find", "second__list"]);
}

#[tokio::test]
async fn an_address_has_one_answer() {
    let product = product();
    let template = |id: &str, uri: &str| exposed(SourceEntry::resource_template(id, uri, "A document."));
    let engine = Engine::of([template("a", "iii://{x}/y"), template("b", "iii://{x}/{z}")]);
    let attached = product.registry.attach(engine).start().await;
    assert_eq!(attached.report().entries, 1);
    assert!(
        attached.report().omitted[0].reason.contains("both answer for an address of both"),
        "{}",
        attached.report()
    );
}

#[tokio::test]
async fn the_products_own_changes_go_on() {
    let product = product();
    let _attached = product.registry.attach(Engine::of([tool("find")])).start().await;
    product.registry.update(|update| update.register(Fixture::new("later"))).unwrap();
    assert_eq!(product.names(), ["find", "later", "own"]);
    product.registry.disable("find", "incident 42").unwrap();
    assert_eq!(product.names(), ["later", "own"]);
    assert!(product.text("find", json!({})).await.starts_with("unavailable"));
}
