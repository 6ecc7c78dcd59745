//! The span of a call.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tool_core::{Answer, Effect, Invoker, Outcome, Registry, TraceContext};

use super::{PARENT, fields, owned, tools, traced};
use crate::{
    mcp_fixture::alice,
    observed::Observed,
    support::{Fixture, invoker, outside},
};

async fn observe(name: &str, arguments: Value) -> Observed {
    let surface = outside(&invoker(tools()));
    let (observed, _guard) = Observed::start();
    surface.call(surface.request(alice(), name, Some(arguments))).await;
    observed
}

#[tokio::test]
async fn a_call_is_a_span_in_the_words_of_the_conventions() {
    let span = observe("works", json!({})).await.span("execute_tool");
    assert_eq!(
        fields(&span),
        owned(&[
            ("gen_ai.operation.name", "execute_tool"),
            ("gen_ai.tool.name", "works"),
            ("gen_ai.tool.type", "function"),
            ("otel.kind", "internal"),
            ("otel.name", "execute_tool works"),
        ])
    );
    let id = span.field("gen_ai.tool.call.id").unwrap();
    assert!(id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit()), "{id}");
}

#[tokio::test]
async fn a_refused_call_says_where_and_with_which_code() {
    for (name, arguments, step, code) in [
        ("no_such_tool", json!({}), "exists", "unknown-tool"),
        ("takes_word", json!({}), "arguments", "invalid-arguments"),
        ("in_project", json!({ "project_id": "p-bob" }), "owned", "not-found"),
        ("in_project", json!({ "project_id": "p-broken" }), "owned", "internal"),
    ] {
        let observed = observe(name, arguments).await;
        let span = observed.span("execute_tool");
        let told = ["tool_core.step", "error.type", "otel.status_code"].map(|field| span.field(field));
        assert_eq!(told, [Some(step), Some(code), Some("ERROR")], "{name}");
        let named = (name != "no_such_tool").then(|| format!("execute_tool {name}"));
        assert_eq!(span.field("otel.name"), named.as_deref());
        let events = observed.all().into_iter().filter(|seen| !seen.is_span);
        for event in events.filter(|event| event.target.starts_with("tool_core")) {
            let around = observed.around(&event).expect("an event of a call is in its span");
            assert_eq!(around.name, "execute_tool");
        }
    }
}

#[tokio::test]
async fn a_failed_call_says_with_which_code() {
    for (name, code) in [("fails", "store-is-full"), ("panics", "internal")] {
        let span = observe(name, json!({})).await.span("execute_tool");
        let told = ["error.type", "otel.status_code", "tool_core.step"].map(|field| span.field(field));
        assert_eq!(told, [Some(code), Some("ERROR"), None]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_stopped_says_so_and_one_that_goes_on_does_not() {
    let started = Arc::new(Notify::new());
    let waits = |name: &str, effect| {
        let started = Arc::clone(&started);
        let tool =
            Fixture::new(name).host(|host| host.with_effect(effect).with_timeout(Duration::from_secs(5)));
        tool.body(move |_| {
            started.notify_one();
            std::future::pending()
        })
    };
    let invoker = invoker([waits("reads", Effect::ReadOnly), waits("writes", Effect::Additive)]);
    let surface = outside(&invoker);

    let (observed, _guard) = Observed::start();
    surface.call(surface.request(alice(), "reads", None)).await;
    assert_eq!(observed.span("execute_tool").field("error.type"), Some("timeout"));

    let (observed, _guard) = Observed::start();
    let token = CancellationToken::new();
    let request = surface.request(alice(), "reads", None).with_cancellation(token.clone());
    started.notified().await;
    let cancel = async {
        started.notified().await;
        token.cancel();
    };
    tokio::join!(surface.call(request), cancel);
    assert_eq!(observed.span("execute_tool").field("error.type"), Some("cancelled"));

    let (observed, _guard) = Observed::start();
    surface.call(surface.request(alice(), "writes", None)).await;
    let events: Vec<_> = observed.all().into_iter().filter(|seen| !seen.is_span).collect();
    assert_eq!(events.iter().map(|event| event.field("code")).collect::<Vec<_>>(), [Some("indeterminate")]);
    assert_eq!(observed.around(&events[0]).unwrap().field("otel.name"), Some("execute_tool writes"));
    assert_eq!(observed.span("execute_tool").field("error.type"), None, "nobody knows yet");
}

#[tokio::test]
async fn a_nested_call_is_a_child_and_only_the_outer_span_gets_the_callers_trace() {
    let (invoker, adopted) = traced();
    let surface = outside(&invoker);
    let (observed, _guard) = Observed::start();
    let context = TraceContext::parse(PARENT, None).unwrap();
    let request = surface.request(alice(), "outer", None).with_trace_context(context.clone());
    let Outcome::Failed(error) = invoker.invoke(request).await else { panic!("`fails` fails") };
    assert_eq!(error.code(), "store-is-full");

    let spans = observed.spans("execute_tool");
    let names: Vec<_> = spans.iter().map(|span| span.field("gen_ai.tool.name").unwrap()).collect();
    assert_eq!(names, ["outer", "works", "fails"]);
    for nested in &spans[1..] {
        assert_eq!(observed.around(nested).unwrap().field("gen_ai.tool.name"), Some("outer"));
    }
    assert_eq!(*adopted.lock().unwrap(), [("execute_tool", context)]);
}

#[tokio::test]
async fn a_trace_parent_that_panics_costs_nothing_but_the_trace() {
    let registry = Registry::builder(()).register(Fixture::new("works")).build().unwrap();
    let builder = Invoker::builder(registry).unlimited().trace_parent(|_, _| panic!("the propagator panics"));
    let surface = outside(&builder.build().unwrap());
    let (observed, _guard) = Observed::start();
    let context = TraceContext::parse(PARENT, None).unwrap();
    let answer = surface.call(surface.request(alice(), "works", None).with_trace_context(context)).await;
    let Answer::Reply(reply) = answer else { panic!("{answer:?}") };
    assert_eq!(reply.text(), "ran");
    assert!(!observed.text().contains("the propagator panics"), "{}", observed.text());
}
