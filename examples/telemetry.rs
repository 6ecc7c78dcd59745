//! Spans of requests and calls, exported with OpenTelemetry, as part of the trace that the client is in.
//!
//! `cargo run -p tool-examples --example telemetry` makes two calls and prints the spans that an exporter gets. The
//! exporter here keeps them in memory; with one for OTLP in its place they reach a collector.

use std::{collections::HashMap, error::Error};

use opentelemetry::{propagation::TextMapPropagator, trace::TracerProvider};
use opentelemetry_sdk::{
    propagation::TraceContextPropagator,
    trace::{InMemorySpanExporter, SdkTracerProvider},
};
use serde_json::{Value, json};
use tool_core::{Allow, BuildErrors, Caller, Invoker, Registry, Surface, ToolError, TraceContext, tool};
use tool_mcp::{Handler, ServerIdentity};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::{EnvFilter, layer::SubscriberExt};

/// Greets a person who is known here.
#[tool(title = "Greet", exposure = both, effect = read_only, open_world = false)]
fn greet(
    /// Whom to greet.
    name: &str,
) -> Result<String, ToolError> {
    match name {
        "Ada" => Ok("Good day, Ada".to_owned()),
        _ => Err(ToolError::new("not-known", "nobody of that name is known here")),
    }
}

/// Makes a span part of the client's trace.
///
/// Here whoever may call decides what is sampled, which suits a service whose callers are its own. Another one samples
/// by a rule of its own, and adds a link to the client's span instead: `span.add_link(..)`.
fn join(span: &Span, context: &TraceContext) {
    let mut carrier = HashMap::from([("traceparent".to_owned(), context.traceparent().to_owned())]);
    carrier.extend(context.tracestate().map(|state| ("tracestate".to_owned(), state.to_owned())));
    // An error is that no layer of OpenTelemetry collects the span, so that there is nothing to join.
    let _ = span.set_parent(TraceContextPropagator::new().extract(&carrier));
}

fn handler() -> Result<Handler, BuildErrors> {
    let registry = Registry::builder(()).tool(greet_tool()).build()?;
    let invoker = Invoker::builder(registry).unlimited().trace_parent(join).build()?;
    let surface = Surface::outside("greeter", &invoker, Allow::exposed()).build()?;
    Ok(Handler::new(surface, ServerIdentity::new("greeter", env!("CARGO_PKG_VERSION"))))
}

/// Sends spans of level INFO to the provider. rmcp has spans and events of its own, which hold what clients send.
fn subscriber(provider: &SdkTracerProvider) -> impl tracing::Subscriber + Send + Sync + use<> {
    let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("greeter"));
    tracing_subscriber::registry().with(EnvFilter::new("info,rmcp=off")).with(layer)
}

/// What a client sends that is in a trace; the keys are those of
/// [SEP-414](https://modelcontextprotocol.io/community/seps/414-request-meta).
fn request(name: &str) -> Value {
    json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {
            "name": "greet",
            "arguments": { "name": name },
            "_meta": { "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" }
        }
    })
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let exporter = InMemorySpanExporter::default();
    let provider = SdkTracerProvider::builder().with_simple_exporter(exporter.clone()).build();
    tracing::subscriber::set_global_default(subscriber(&provider))?;

    let handler = handler()?;
    for name in ["Ada", "Mallory"] {
        handler.handle(request(name), Caller::new("alice")).await;
    }
    for span in exporter.get_finished_spans()? {
        eprintln!("{} in trace {}", span.name, span.span_context.trace_id());
        for attribute in span.attributes {
            eprintln!("    {} = {}", attribute.key, attribute.value);
        }
    }
    provider.shutdown()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use opentelemetry::trace::{SpanKind, Status};
    use opentelemetry_sdk::trace::SpanData;

    use super::*;

    async fn exported(name: &str) -> Vec<SpanData> {
        let exporter = InMemorySpanExporter::default();
        let provider = SdkTracerProvider::builder().with_simple_exporter(exporter.clone()).build();
        let guard = tracing::subscriber::set_default(subscriber(&provider));
        handler().unwrap().handle(request(name), Caller::new("alice")).await.unwrap();
        drop(guard);
        exporter.get_finished_spans().unwrap()
    }

    fn attribute<'s>(span: &'s SpanData, key: &str) -> Option<std::borrow::Cow<'s, str>> {
        span.attributes.iter().find(|attribute| attribute.key.as_str() == key).map(|it| it.value.as_str())
    }

    #[tokio::test]
    async fn a_call_is_two_spans_in_the_clients_trace() {
        let spans = exported("Ada").await;
        let [call, request] = &*spans else { panic!("{spans:?}") };

        assert_eq!((&*request.name, &request.span_kind), ("tools/call greet", &SpanKind::Server));
        assert_eq!(request.span_context.trace_id().to_string(), "4bf92f3577b34da6a3ce929d0e0e4736");
        assert_eq!(request.parent_span_id.to_string(), "00f067aa0ba902b7");
        assert_eq!(attribute(request, "mcp.method.name").as_deref(), Some("tools/call"));

        assert_eq!((&*call.name, &call.span_kind), ("execute_tool greet", &SpanKind::Internal));
        assert_eq!(call.parent_span_id, request.span_context.span_id());
        assert_eq!(attribute(call, "gen_ai.tool.name").as_deref(), Some("greet"));

        for span in &spans {
            assert_eq!((&span.status, attribute(span, "error.type")), (&Status::Unset, None));
        }
    }

    #[tokio::test]
    async fn a_failed_call_is_an_error_with_its_code() {
        let spans = exported("Mallory").await;
        let told: Vec<_> = spans.iter().map(|span| attribute(span, "error.type")).collect();
        assert_eq!(told, [Some("not-known".into()), Some("tool_error".into())]);
        assert!(spans.iter().all(|span| matches!(span.status, Status::Error { .. })), "{spans:?}");
    }

    #[tokio::test]
    async fn no_argument_and_no_answer_is_exported() {
        for (name, answer) in [("Ada", "Good day"), ("Mallory", "nobody of that name")] {
            let spans = format!("{:?}", exported(name).await);
            assert!(spans.contains("execute_tool greet"));
            assert!(!spans.contains(name) && !spans.contains(answer), "{spans}");
        }
    }
}
