//! The spans of calls and of requests: their names, who is whose parent, and how a refusal and a failure show.

mod calls;
mod requests;

use std::sync::{Arc, Mutex};

use serde_json::json;
use tool_core::{Effect, Invoker, ToolError, TraceContext};

use crate::{
    observed::Seen,
    support::{Fixture, Projects, one_word, registry},
};

const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

fn tools() -> Vec<Fixture> {
    vec![
        Fixture::new("works").host(|host| host.with_effect(Effect::ReadOnly)),
        Fixture::new("fails").body(|_| async { Err(ToolError::new("store-is-full", "the store is full")) }),
        Fixture::new("panics").body(|_| async { panic!("the tool panics") }),
        Fixture::new("takes_word").input(one_word()),
        Fixture::new("in_project").host(|host| host.with_target("project")),
    ]
}

/// The fields of a span, without the id, which is another one each time.
fn fields(span: &Seen) -> Vec<(&'static str, String)> {
    let known = span.fields.iter().filter(|(name, _)| **name != "gen_ai.tool.call.id");
    known.map(|(name, value)| (*name, value.clone())).collect()
}

fn owned(fields: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    fields.iter().map(|(name, value)| (*name, (*value).to_owned())).collect()
}

/// Which spans were made part of which trace.
type Adopted = Arc<Mutex<Vec<(&'static str, TraceContext)>>>;

fn traced() -> (Invoker, Adopted) {
    let adopted = Adopted::default();
    let (into, mut tools) = (Arc::clone(&adopted), tools());
    tools.push(Fixture::new("outer").calls([("works", json!({})), ("fails", json!({}))]));
    let invoker = Invoker::builder(registry(tools))
        .unlimited()
        .ownership(Projects)
        .trace_parent(move |span, context| {
            assert_ne!(tracing::Span::current().id(), span.id(), "it is not entered yet");
            let name = span.metadata().expect("somebody collects it").name();
            into.lock().unwrap().push((name, context.clone()));
        })
        .build()
        .unwrap();
    (invoker, adopted)
}
