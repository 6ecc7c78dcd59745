//! A tool that asks, and what becomes of the call: rounds, answers, states, and what a round that only asks costs.

mod answers;
mod approval;
mod places;
mod rounds;
mod spent;
mod states;

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use serde_json::{Value, json};
use tool_core::{
    Answer, Caller, Exposure, Field, HostMetadata, InputAnswer, InputKind, InputRequest, InputRequired,
    Invoker, InvokerBuilder, Registry, Surface, Tool, ToolCall, ToolDefinition, ToolError, ToolOutput,
};

use crate::support::{Projects, one_word, outside};

type Body = fn(&ToolCall<'_>) -> Result<ToolOutput, ToolError>;

/// A tool that asks as a test says, and counts how often it began and how often it went on.
#[derive(Clone)]
pub(crate) struct Asking {
    name: &'static str,
    host: HostMetadata,
    body: Body,
    begun: Arc<AtomicUsize>,
}

impl Asking {
    pub(crate) fn new(name: &'static str, body: Body) -> Self {
        let host = HostMetadata::default().with_title("Asking").with_exposure(Exposure::Both);
        Self { name, host, body, begun: Arc::default() }
    }

    pub(crate) fn host(mut self, change: impl FnOnce(HostMetadata) -> HostMetadata) -> Self {
        self.host = change(self.host);
        self
    }

    /// How often it was called.
    pub(crate) fn begun(&self) -> usize {
        self.begun.load(Ordering::SeqCst)
    }
}

#[tool_core::async_trait]
impl Tool for Asking {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new(self.name, "Asks.").with_input_schema(one_word())
    }

    fn host(&self) -> HostMetadata {
        self.host.clone()
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        self.begun.fetch_add(1, Ordering::SeqCst);
        (self.body)(&call)
    }
}

pub(crate) fn sure() -> InputRequest {
    InputRequest::form("sure", "Delete 3 notes?").with_field(Field::boolean("delete"))
}

pub(crate) fn yes() -> InputAnswer {
    InputAnswer::accepted([("delete", true)])
}

/// Deletes what it is told to, if the person agrees.
pub(crate) fn delete(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    let agreed = call.ask(&sure())?.confirms("delete");
    Ok(ToolOutput::text(if agreed { "deleted" } else { "kept" }))
}

pub(crate) fn invoker(
    tools: impl IntoIterator<Item = Asking>,
    decide: impl FnOnce(InvokerBuilder) -> InvokerBuilder,
) -> Invoker {
    let builder = tools.into_iter().fold(Registry::builder(()), |builder, tool| builder.register(tool));
    let invoker = Invoker::builder(builder.build().unwrap()).unlimited().ownership(Projects);
    decide(invoker).build().unwrap()
}

/// A caller who answers, at a surface.
#[derive(Clone)]
struct Person {
    surface: Surface,
    caller: Caller,
    kinds: Vec<InputKind>,
}

/// What a caller brings back.
#[derive(Clone, Default)]
struct Brought {
    state: Option<String>,
    answers: BTreeMap<&'static str, InputAnswer>,
    ticket: Option<String>,
}

fn brought<const N: usize>(
    state: impl Into<Option<String>>,
    answers: [(&'static str, InputAnswer); N],
) -> Brought {
    Brought { state: state.into(), answers: answers.into(), ticket: None }
}

impl Person {
    fn at(surface: &Surface) -> Self {
        let kinds = vec![InputKind::Form, InputKind::Roots, InputKind::Sampling, InputKind::Url];
        Self { surface: surface.clone(), caller: Caller::new("alice"), kinds }
    }

    fn of(tools: impl IntoIterator<Item = Asking>) -> Self {
        Self::at(&outside(&invoker(tools, |builder| builder)))
    }

    fn named(&self, caller: &str) -> Self {
        Self { caller: Caller::new(caller), ..self.clone() }
    }

    fn answering(&self, kinds: &[InputKind]) -> Self {
        Self { kinds: kinds.to_vec(), ..self.clone() }
    }

    async fn send(&self, tool: &str, arguments: Value, brought: Brought) -> Answer {
        let request = self.surface.request(self.caller.clone(), tool, Some(arguments));
        let mut request = request.with_input_kinds(self.kinds.iter().copied());
        if let Some(state) = brought.state {
            request = request.with_input_state(state);
        }
        if let Some(ticket) = brought.ticket {
            request = request.with_ticket(ticket);
        }
        for (name, answer) in brought.answers {
            request = request.with_input_answer(name, answer);
        }
        self.surface.call(request).await
    }

    /// Calls with the same arguments as ever.
    async fn call(&self, tool: &str, brought: Brought) -> Answer {
        self.send(tool, json!({ "word": "a" }), brought).await
    }

    /// Makes the first call, which asks.
    async fn asked(&self, tool: &str) -> InputRequired {
        required(self.call(tool, Brought::default()).await)
    }

    async fn text(&self, tool: &str, brought: Brought) -> String {
        crate::support::reply(self.call(tool, brought).await).text()
    }
}

fn required(answer: Answer) -> InputRequired {
    match answer {
        Answer::InputRequired(required) => required,
        Answer::Reply(reply) => panic!("expected input requests, found {}", reply.text()),
        other => panic!("expected input requests, found {other:?}"),
    }
}

fn names(required: &InputRequired) -> Vec<&str> {
    required.requests.iter().map(InputRequest::name).collect()
}
