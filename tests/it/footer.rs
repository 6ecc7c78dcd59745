//! The line that is on every result: a model that reads only the structured payload and one that reads only the text both
//! see it, whatever the tool returns, and no call fails because of it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use tool_core::{
    Allow, BoxError, Caller, Content, Footer, InProcessQueue, Invoker, OperationTools, OperationsFooter,
    Reply, Surface, ToolError, ToolOutput, testing::TestSurface,
};
use tool_mcp::{Handler, ServerIdentity};

use crate::{
    door::Held,
    mcp_fixture::{alice, call, legacy, modern},
    observed::Log,
    support::{Fixture, Projects, invoker, project_id, registering, reply},
};

const LINE: &str = "1 import is running; call look to see it";

/// Says the line to alice, nothing to anybody else, and counts.
#[derive(Clone, Default)]
struct Says(Arc<AtomicUsize>);

#[tool_core::async_trait]
impl Footer for Says {
    async fn line(&self, caller: &Caller, _: &Surface) -> Result<Option<String>, BoxError> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Ok((caller.id() == "alice").then(|| LINE.to_owned()))
    }
}

/// Where the line is to be found.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// In the payload, and so in the text of it.
    Inside,
    /// In a block of its own, and for programs.
    Beside,
    /// At the end of the text, and for programs.
    Under,
}

fn object() -> Value {
    json!({ "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"], "additionalProperties": false })
}

/// One tool of each kind of result, and where it has the line.
fn kinds() -> Vec<(Fixture, Place)> {
    let tool = |name: &str, value: Value| Fixture::new(name).returns(value);
    let image = Content::Image { data: vec![1], mime_type: "image/png".into() };
    let picture = Fixture::new("picture").output(json!({ "type": "string" })).body(move |_| {
        std::future::ready(Ok(ToolOutput::json(json!("a picture")).with_content(image.clone())))
    });
    let fails =
        Fixture::new("fails").body(|_| std::future::ready(Err(ToolError::new("full", "the store is full"))));
    let map = json!({ "type": "object", "additionalProperties": { "type": "integer" } });
    let list = json!({ "type": "array", "items": { "type": "integer" } });
    vec![
        (tool("object", json!({ "n": 1 })).output(object()), Place::Inside),
        (tool("list", json!([1, 2])).output(list), Place::Inside),
        (tool("number", json!(7)).output(json!({ "type": "integer" })), Place::Inside),
        (tool("absent", Value::Null).output(json!({ "type": ["integer", "null"] })), Place::Inside),
        (tool("unstated", json!({ "n": 1 })), Place::Inside),
        (tool("own_footer", json!({ "footer": "mine" })), Place::Beside),
        (tool("unstated_list", json!([1, 2])), Place::Beside),
        (tool("map", json!({ "a": 1 })).output(map), Place::Beside),
        (tool("text", json!("plain")).output(json!({ "type": "string" })), Place::Beside),
        (tool("nothing", Value::Null).output(json!({ "type": "null" })), Place::Beside),
        (tool("verbatim", json!({ "n": 1 })).verbatim_output(object()), Place::Beside),
        (picture, Place::Beside),
        (Fixture::new("blocks"), Place::Beside),
        (fails, Place::Under),
        (tool("unsendable", json!({ "n": u64::MAX })).output(object()), Place::Under),
    ]
}

fn surface(invoker: &Invoker, footer: impl Footer) -> Surface {
    let builder = Surface::outside("outside", invoker, Allow::exposed()).target_argument(project_id());
    builder.footer(footer).build().unwrap()
}

/// Calls as callers do, who read an internal error where a test would fail.
async fn called(surface: &Surface, caller: &str, tool: &str, arguments: Value) -> Reply {
    reply(surface.call(surface.request(Caller::new(caller), tool, Some(arguments))).await)
}

/// Returns the public name of a fixture.
fn name_of(tool: Fixture) -> String {
    crate::support::outside(&invoker([tool])).catalogue(&alice()).tools[0].name.clone()
}

fn payload(reply: &Reply) -> Option<&Value> {
    reply.structured.as_ref()?.get("footer")
}

fn texts(reply: &Reply) -> Vec<&str> {
    let texts = reply.content.iter().filter_map(|block| match block {
        Content::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

/// How a message of one era is written.
type Era = fn(&str, Value) -> Value;

/// Asserts that the line is where it should be, and otherwise the reply is the one without.
fn assert_placed(name: &str, place: Place, with: &Reply, without: &Reply) {
    assert!(with.text().contains(LINE), "{name}: {}", with.text());
    match place {
        Place::Inside => {
            assert_eq!(payload(with), Some(&json!(LINE)), "{name}");
            let text: Value = serde_json::from_str(texts(with)[0]).unwrap();
            assert_eq!(text, Value::Object(with.structured.clone().unwrap()), "{name}");
            assert!(with.meta.is_empty(), "{name}");
            let mut rest = with.structured.clone().unwrap();
            rest.remove("footer");
            assert_eq!(Some(rest), without.structured, "{name}");
        }
        Place::Beside => {
            assert_eq!(with.structured, without.structured, "{name}");
            let (last, rest) = with.content.split_last().unwrap();
            assert_eq!((last, rest), (&Content::Text(LINE.into()), &without.content[..]), "{name}");
            assert_eq!(Value::Object(with.meta.clone()), json!({ "footer": LINE }), "{name}");
        }
        Place::Under => {
            assert_eq!(with.structured, None, "{name}");
            assert!(with.code.is_some() && with.code == without.code, "{name}");
            assert!(
                texts(with).len() == 1 && with.text().ends_with(&format!("\n{LINE}")),
                "{name}: {}",
                with.text()
            );
            assert_eq!(Value::Object(with.meta.clone()), json!({ "footer": LINE }), "{name}");
        }
    }
}

#[tokio::test]
async fn every_kind_of_result_has_it_where_it_can_be_read() {
    for (fixture, place) in kinds() {
        for target in [false, true] {
            let fixture =
                fixture.clone().host(|host| if target { host.with_target("project") } else { host });
            let invoker = invoker([fixture]);
            let (surface, plain) = (surface(&invoker, Says::default()), crate::support::outside(&invoker));
            let name = surface.catalogue(&alice()).tools[0].name.clone();
            let ask = async |surface: &Surface, caller: &str| {
                let arguments =
                    if target { json!({ "project_id": format!("p-{caller}") }) } else { json!({}) };
                called(surface, caller, &name, arguments).await
            };
            let without = ask(&plain, "alice").await;
            assert_placed(&name, place, &ask(&surface, "alice").await, &without);
            // Bob has nothing pending.
            assert_eq!(
                without_correlation(&ask(&surface, "bob").await),
                without_correlation(&without),
                "{name}"
            );
        }
    }
}

/// An internal error has an id of its own each time.
fn without_correlation(reply: &Reply) -> Reply {
    let mut reply = reply.clone();
    if reply.code.as_deref() == Some("internal") {
        reply.content.clear();
    }
    reply
}

#[tokio::test]
async fn every_output_schema_with_room_declares_it_and_no_other_is_touched() {
    for (fixture, place) in kinds() {
        let invoker = invoker([fixture]);
        let (with, without) = (surface(&invoker, Says::default()), crate::support::outside(&invoker));
        let schema = |surface: &Surface| surface.catalogue(&alice()).tools[0].output_schema.clone();
        let (name, added) = (with.catalogue(&alice()).tools[0].name.clone(), schema(&with));
        let declared = added.as_ref().and_then(|schema| schema["properties"].get("footer")).cloned();
        if matches!(name.as_str(), "unsendable") || place == Place::Inside && name != "unstated" {
            let expected = json!({
                "type": "string",
                "description": "What is pending for you at this moment; not a part of the result."
            });
            assert_eq!(declared, Some(expected), "{name}");
            let required = added.unwrap().get("required").cloned().unwrap_or_default();
            assert!(!required.as_array().is_some_and(|names| names.contains(&json!("footer"))), "{name}");
        } else {
            assert_eq!(added, schema(&without), "{name}");
        }
    }
}

#[tokio::test]
async fn refusals_have_it_and_what_must_tell_nothing_has_not() {
    let says = Says::default();
    let tool = Fixture::new("look").host(|host| host.with_target("project"));
    let invoker =
        invoker([tool, Fixture::new("purge").host(|host| host.with_exposure(tool_core::Exposure::Internal))]);
    let surface = surface(&invoker, says.clone());
    let ask = async |name: &str, arguments: Value| {
        surface.call(surface.request(alice(), name, Some(arguments))).await
    };
    let refused = crate::support::reply(ask("look", json!({ "project_id": "p-bob" })).await);
    assert_eq!(refused.text(), format!("not-found: no such project\n{LINE}"));
    let invalid = crate::support::reply(ask("look", json!({ "project_id": "p-alice", "x": 1 })).await);
    assert!(
        invalid.text().starts_with("invalid-arguments: ") && invalid.text().ends_with(LINE),
        "{}",
        invalid.text()
    );
    assert_eq!(says.0.load(Ordering::SeqCst), 2, "once for each result");
    for name in ["purge", "never_was"] {
        assert!(matches!(ask(name, json!({})).await, tool_core::Answer::UnknownTool));
    }
    let broken = ask("look", json!({ "project_id": "p-broken" })).await;
    assert!(matches!(broken, tool_core::Answer::Failure(_)));
    assert_eq!(says.0.load(Ordering::SeqCst), 2, "nothing is asked for an answer that is no result");
}

#[tokio::test]
async fn a_nested_call_is_not_a_result() {
    let says = Says::default();
    let outer = Fixture::new("outer").calls([("inner", json!({}))]);
    let inner = Fixture::new("inner").returns(json!({ "n": 1 })).output(object());
    let surface = surface(&invoker([outer, inner]), says.clone());
    let reply = TestSurface::new(&surface).as_caller("alice").call("outer", json!({})).await.reply().clone();
    assert_eq!(reply.structured.unwrap()["footer"], LINE);
    assert_eq!(says.0.load(Ordering::SeqCst), 1);
}

/// Goes wrong in one of several ways.
struct Broken(&'static str);

#[tool_core::async_trait]
impl Footer for Broken {
    async fn line(&self, _: &Caller, _: &Surface) -> Result<Option<String>, BoxError> {
        match self.0 {
            "fails" => Err("the database at db.internal is gone".into()),
            "panics" => panic!("the lock at db.internal is poisoned"),
            "hangs" => std::future::pending().await,
            text => Ok(Some(text.to_owned())),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_footer_that_goes_wrong_leaves_the_result_alone_and_is_logged() {
    for (wrong, said) in
        [("fails", "which failed"), ("panics", "which failed"), ("hangs", "which took over 250 ms")]
    {
        let (log, _guard) = Log::start("warn");
        // Another test may have told tracing in between that nobody listens.
        tracing::callsite::rebuild_interest_cache();
        let invoker = invoker([Fixture::new("look").returns(json!({ "n": 1 })).output(object())]);
        let before = tokio::time::Instant::now();
        let test = TestSurface::new(&surface(&invoker, Broken(wrong))).as_caller("alice");
        let reply = test.call("look", json!({})).await.reply().clone();
        assert_eq!(Value::Object(reply.structured.unwrap()), json!({ "n": 1 }), "{wrong}");
        assert!(before.elapsed() <= Duration::from_millis(260), "{wrong}");
        assert!(log.text().contains(said), "{wrong}: {}", log.text());
        assert!(!log.text().contains("db.internal"), "{wrong}: {}", log.text());
    }
}

#[tokio::test]
async fn it_is_one_short_line_whatever_the_source_says() {
    let tool = || Fixture::new("look").returns(json!({ "n": 1 })).output(object());
    let footer = async |text| {
        let surface = surface(&invoker([tool()]), Broken(text));
        let reply = TestSurface::new(&surface).call("look", json!({})).await.reply().clone();
        payload(&reply).cloned()
    };
    assert_eq!(footer("two\nlines\u{7}").await, Some(json!("two lines")));
    assert_eq!(footer(" \n ").await, None);
    let long: &'static str = "x".repeat(1000).leak();
    assert_eq!(footer(long).await, Some(json!(format!("{}…", "x".repeat(299)))));
}

#[tokio::test]
async fn a_tool_that_returns_the_key_itself_is_a_fault_or_an_internal_error() {
    let mut schema = object();
    schema["properties"]["footer"] = json!({ "type": "string" });
    let invoker_ = invoker([Fixture::new("look").output(schema.clone())]);
    let builder = Surface::outside("outside", &invoker_, Allow::exposed()).footer(Says::default());
    let fault = builder.build().unwrap_err().to_string();
    assert!(
        fault.contains("`look` at ")
            && fault.contains(
                " returns a `footer` of its own, which is what the surface adds to results; rename it"
            ),
        "{fault}"
    );
    // Kept as written, it is the tool's.
    let kept =
        invoker([Fixture::new("look").verbatim_output(schema).returns(json!({ "n": 1, "footer": "mine" }))]);
    let reply = TestSurface::new(&surface(&kept, Says::default()))
        .as_caller("alice")
        .call("look", json!({}))
        .await
        .reply()
        .clone();
    assert_eq!((payload(&reply), reply.meta["footer"].as_str()), (Some(&json!("mine")), Some(LINE)));
    // Not declared, so that nobody could tell it from the surface's; whether or not there is a line this time.
    let undeclared =
        invoker([Fixture::new("look").output(object()).returns(json!({ "n": 1, "footer": "mine" }))]);
    let reply = called(&surface(&undeclared, Says::default()), "bob", "look", json!({})).await;
    assert_eq!(reply.code.as_deref(), Some("internal"));
}

#[tokio::test]
async fn over_mcp_both_kinds_of_readers_see_it_in_every_era() {
    let invoker = invoker(kinds().into_iter().map(|(tool, _)| tool));
    let places = kinds().into_iter().map(|(tool, place)| (name_of(tool), place));
    let places: Vec<_> = places.collect();
    let handler = Handler::new(surface(&invoker, Says::default()), ServerIdentity::new("notes", "1.0.0"));
    // The revision that a legacy peer speaks without a handshake has no structured results.
    let eras: [(Era, bool); 2] = [(legacy, false), (modern, true)];
    for (era, has_structured) in eras {
        for (name, place) in &places {
            let answer = handler.handle(era("tools/call", call(name, json!({}))), alice()).await.unwrap();
            let result = &answer["result"];
            let blocks = result["content"].as_array().unwrap();
            assert!(
                blocks.iter().any(|block| block["text"].as_str().is_some_and(|text| text.contains(LINE))),
                "{answer}"
            );
            if *place != Place::Inside {
                assert_eq!(result["_meta"]["tool-core/footer"], LINE, "{answer}");
            }
            if has_structured && *place == Place::Inside {
                assert_eq!(result["structuredContent"]["footer"], LINE, "{answer}");
                assert!(
                    result.get("_meta").is_none_or(|meta| meta.get("tool-core/footer").is_none()),
                    "{answer}"
                );
            }
        }
    }
}

#[tokio::test]
async fn the_ready_made_one_counts_operations_and_names_the_tool_that_waits() {
    let mut held = Held::new();
    let queue = InProcessQueue::builder().build();
    let tools = OperationTools::new(queue.clone());
    let work = held.tool("work", |host| host.with_kind(tool_core::Kind::Operation));
    let registry = registering([work]).register(tools.wait()).build().unwrap();
    let builder = Invoker::builder(registry).unlimited().ownership(Projects).operations(queue.clone());
    let invoker = builder.build().unwrap();
    let all = surface(&invoker, OperationsFooter::new(queue.clone()));
    let only = Surface::outside("narrow", &invoker, Allow::only(["work"]));
    let only = only.footer(OperationsFooter::new(queue)).build().unwrap();
    let start = async |surface: &Surface, caller: &str| {
        let reply = TestSurface::new(surface)
            .as_caller(caller)
            .call("work", json!({ "key": "a" }))
            .await
            .reply()
            .clone();
        payload(&reply).cloned()
    };
    let with_tool = "1 operation has not finished; call wait_for_operation to wait for one";
    assert_eq!(start(&all, "alice").await, Some(json!(with_tool)));
    held.begun().await;
    assert_eq!(start(&only, "alice").await, Some(json!("2 operations have not finished")));
    assert_eq!(start(&all, "bob").await, Some(json!(with_tool)), "bob's own only");
    let unknown = json!({ "operation": "0".repeat(32) });
    let carol = TestSurface::new(&all).as_caller("carol").call("wait_for_operation", unknown).await;
    assert_eq!(carol.text(), "not-found: no such operation", "carol has none");
}

#[tokio::test]
async fn an_operation_tool_says_that_it_starts_one_and_who_waits_for_it() {
    let queue = InProcessQueue::builder().build();
    let work = Fixture::new("work").host(|host| host.with_kind(tool_core::Kind::Operation));
    let registry = registering([work]).register(OperationTools::new(queue.clone()).wait()).build().unwrap();
    let invoker = Invoker::builder(registry).unlimited().operations(queue).build().unwrap();
    let says = |surface: Surface| surface.listed(&alice(), "work").unwrap().description.clone();
    let outside = |allow| says(Surface::outside("outside", &invoker, allow).build().unwrap());
    let waits = "Says that it ran.\n\nStarts an operation, and answers with its id at once; `wait_for_operation` takes \
                 the id, and returns the result.";
    let bare =
        "Says that it ran.\n\nStarts an operation, and answers with its id at once, not with its result.";
    assert_eq!(outside(Allow::exposed()), waits);
    assert_eq!(outside(Allow::only(["work"])), bare);
    // The tools that watch operations are for outside callers.
    assert_eq!(says(Surface::first_party("assistant", &invoker, Allow::exposed()).build().unwrap()), bare);
}
