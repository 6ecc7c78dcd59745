//! What does not fit is left out and reported, and harms nothing else.

use std::time::Duration;

use serde_json::{Value, json};
use tool_core::{
    Allow, Caller, Exposure, HostMetadata, InProcessQueue, Invoker, OperationTools, Read, ReadCall, Registry,
    ResourceTemplate, SourceEntry, Surface, ToolError,
};

use super::{Engine, exposed, listed_again, product, product_with, tool};
use crate::support::{Fixture, Projects};

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

#[tokio::test]
async fn no_address_of_the_products_own_is_answered_by_an_engine() {
    async fn note(_: std::sync::Arc<()>, call: ReadCall) -> Result<String, ToolError> {
        Ok(format!("note {} of alice", call.required("note")?))
    }
    let host = HostMetadata::default().with_title("Note").with_exposure(Exposure::Both);
    let template =
        ResourceTemplate::new("notes://{project}/{note}", "note").description("One note.").host(host);
    let registry =
        Registry::builder(()).resource_template(template.about("project", "project"), note).build().unwrap();
    let invoker = Invoker::builder(registry.clone()).unlimited().ownership(Projects).build().unwrap();
    let surface = Surface::outside("outside", &invoker, Allow::exposed()).build().unwrap();
    // Internal or exposed, it would stand before the template that asks whose the note is.
    let theirs = SourceEntry::resource("x", "notes://p-alice/1", "A document.");
    let attached = registry.attach(Engine::of([exposed(theirs.clone())])).start().await;
    let inside = registry.attach(Engine::of([theirs])).start().await;
    assert_eq!((attached.report().entries, inside.report().entries), (0, 0));
    let read = async |caller: &str| {
        surface.read_resource(surface.resource_request(Caller::new(caller), "notes://p-alice/1")).await
    };
    assert!(matches!(read("alice").await, Read::Found(contents) if contents == "note 1 of alice".into()));
    assert!(matches!(read("bob").await, Read::Unknown));
}

#[tokio::test]
async fn an_engine_does_not_become_the_tool_that_waits() {
    let queue = InProcessQueue::builder().build();
    let watch = OperationTools::new(queue.clone());
    let builder = Registry::builder(()).register(watch.wait()).register(watch.cancel());
    let registry = builder.build().unwrap();
    let invoker = Invoker::builder(registry.clone()).unlimited().operations(queue).build().unwrap();
    let surface = Surface::outside("outside", &invoker, Allow::exposed()).build().unwrap();
    let names = ["a::wait_for_operation", "a::cancel_operation"].map(tool);
    let attached = registry.attach(Engine::of(names)).start().await;
    assert_eq!(attached.report().entries, 2);
    assert_eq!(surface.wait_tool(&Caller::new("alice")).as_deref(), Some("wait_for_operation"));
}

#[tokio::test]
async fn a_name_that_was_cut_stays_whose_it_is() {
    let own = "reports::of_the_last_quarter_with_all_of_its_figures";
    let registry = Registry::builder(()).register(Fixture::new(own)).build().unwrap();
    let invoker = Invoker::builder(registry.clone()).unlimited().build().unwrap();
    let surface = Surface::outside("outside", &invoker, Allow::exposed()).longest_name(24).build().unwrap();
    let names = || {
        surface.catalogue(&Caller::new("alice")).tools.iter().map(|it| it.name.clone()).collect::<Vec<_>>()
    };
    let before = names();
    // The engine has the cut name for a whole one, and does not even expose it.
    let theirs = before[0].replace("__", "::");
    let attached = registry.attach(Engine::of([SourceEntry::tool(theirs, "Does something.")])).start().await;
    assert_eq!(attached.report().entries, 1);
    assert_eq!(names(), before);
}

#[tokio::test]
async fn other_letters_do_not_lead_out_of_a_hidden_namespace() {
    let product = product_with(|surface| surface.hide_namespace("engine").hide_source_ids("iii."));
    let _attached =
        product.registry.attach(Engine::of([tool("Engine::purge"), tool("III.status")])).start().await;
    assert_eq!(product.names(), ["own"]);

    let engine = Engine::of([tool("find")]);
    let attached = product.registry.attach(engine.clone()).start().await;
    product.registry.disable("find", "incident 42").unwrap();
    listed_again(&attached, &engine, [tool("Find")]).await;
    assert_eq!(product.names(), ["own"], "what was switched off stays off");
}

#[tokio::test]
async fn a_schema_that_grows_when_it_is_read_is_left_out_at_once() {
    let product = product();
    let union = |i: usize| -> Value {
        let each = |j: usize| json!({ "type": "object", "properties": { format!("p{i}_{j}"): { "type": "string" } } });
        json!({ "anyOf": (0..6).map(each).collect::<Vec<_>>() })
    };
    let grows = json!({ "type": "object", "properties": { "x": { "allOf": (0..7).map(union).collect::<Vec<_>>() } } });
    let engine = Engine::of([tool("grows").with_input_schema(grows), tool("good")]);
    let attached =
        tokio::time::timeout(Duration::from_secs(30), product.registry.attach(engine).start()).await.unwrap();
    assert_eq!(product.names().iter().filter(|name| *name == "good").count(), 1);
    drop(attached);
    assert_eq!(product.names(), ["own"]);
}
