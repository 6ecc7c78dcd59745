//! A first-party [`Surface`](tool_core::Surface) in the request formats of model providers: for the product's own
//! assistant, with the same registry, the same invoker and the same limits as everybody else.
//!
//! ```text
//! surface --> Assistant --> Turn --> offer ----------------------> request of the provider
//!                             |                                        |
//!                             +---- calls <----------------------- response
//!                             |       |
//!                             |     surface.call, all at once
//!                             |       |
//!                             +---- results ---------------------> next request
//! ```
//!
//! # Example
//!
//! ```
//! use serde_json::{Map, json};
//! use tool_core::{Allow, Caller, Invoker, Registry, Surface, tool};
//! use tool_providers::{Assistant, Format};
//!
//! /// Adds two numbers.
//! #[tool(effect = read_only)]
//! fn add(
//!     /// The first number.
//!     a: i32,
//!     /// The second number; 1 if left out.
//!     b: Option<i32>,
//! ) -> i32 {
//!     a + b.unwrap_or(1)
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let invoker = Invoker::builder(Registry::builder(()).tool(add_tool()).build()?).unlimited().build()?;
//! let surface = Surface::first_party("assistant", &invoker, Allow::exposed()).build()?;
//! let assistant = Assistant::builder(&surface, Format::OpenAiChat).build()?;
//!
//! // One turn: what the model is offered goes into every request of it.
//! let turn = assistant.turn(Caller::new("alice"));
//! let mut messages = vec![json!({ "role": "user", "content": "What comes after 41?" })];
//! let mut request = Map::from_iter([("model".to_owned(), json!("some-model"))]);
//! request.extend(turn.offer().fields().clone());
//! request.insert("messages".to_owned(), messages.clone().into());
//! assert_eq!(request["tools"][0]["function"]["strict"], true);
//!
//! // The host's own client sends the request, and this comes back.
//! let call = json!({
//!     "id": "call_1",
//!     "type": "function",
//!     "function": { "name": "add", "arguments": r#"{ "a": 41, "b": null }"# }
//! });
//! let message = json!({ "role": "assistant", "content": null, "tool_calls": [call] });
//! let response = json!({ "choices": [{ "index": 0, "finish_reason": "tool_calls", "message": message }] });
//!
//! let answers = turn.answer(&response).await?.expect("the model called something");
//! messages.push(message);
//! messages.extend(answers.messages);
//! assert_eq!(messages[2], json!({ "role": "tool", "tool_call_id": "call_1", "content": r#"{"result":42}"# }));
//!
//! // And so on, until the model calls nothing.
//! let last = json!({ "choices": [{ "finish_reason": "stop", "message": { "role": "assistant", "content": "42." } }] });
//! assert!(turn.answer(&last).await?.is_none());
//! # Ok(())
//! # }
//! ```
//!
//! # Formats
//!
//! | [`Format`] | the request has | a response is | what follows it | strict | pictures in results |
//! |---|---|---|---|---|---|
//! | `AnthropicMessages` | `tools` | `content`, `stop_reason` | one user message | if asked for | yes |
//! | `BedrockAnthropic` | `toolConfig` | `output.message`, `stopReason` | one user message | no | yes |
//! | `BedrockOther` | `toolConfig` | `output.message`, `stopReason` | one user message | no | if asked for |
//! | `Gemini`, `GeminiJson` | `tools` | `candidates` | one user content | no | if asked for |
//! | `OpenAiChat` | `tools` | `choices` | one `tool` message for each call | yes | no |
//! | `OpenAiResponses` | `tools` | `output`, `status` | one item for each call | yes | yes |
//!
//! A response is read as the provider's REST API writes it. The shapes of each format, and where they are from, stand in
//! the source: `src/wire` has a file for each provider.
//!
//! # What holds in every format
//!
//! * The model is offered what the surface lists for the caller, in the order of the names, and nothing else. A tool that
//!   the provider has no form for is left out; [`Offer::omissions`] says the tool, the place and the reason.
//! * What the model sends is brought back to the tool's own schema (a null that stands for absence is taken out) and then
//!   checked as any other arguments. Text is read as [`Surface::request_text`](tool_core::Surface::request_text) reads it:
//!   bounded, and refused where a name is given twice.
//! * Every call gets a result, with its id: a result of the tool, a refusal, an error, a defect (with a correlation id
//!   only), a cancellation. Errors are text, `code: message`, and are marked where the format has a mark.
//! * A result says the same in all formats. What a format has no place for is there in words: media type and size.
//! * A response that is not of its format is one error with a JSON pointer, and nothing of it runs. That goes for one that
//!   may be cut off, too: half a call can look like another call.
//!
//! # A person in between
//!
//! [`Turn::calls`], [`Turn::run`] and [`Turn::write`] are the parts of [`Turn::answer`]. A host that asks a person first
//! runs what was agreed to and [declines](Answered::declined) the rest. A call that an [`Approval`](tool_core::Approval)
//! stopped has an [`Answered::approval_request`]; with the ticket that the host makes of it,
//! [`Call::with_ticket`] is run again, before the results are written.
//!
//! # What it does not do
//!
//! * No HTTP client, no keys, no retries, no model names.
//! * No streaming: a host that streams puts the response together first, as each provider's SDK does. Arguments of
//!   Anthropic and Bedrock may stay the text that the stream added up to.
//! * No loop: how often a model may call before somebody looks is the host's decision.
//! * No tools of the provider's own, such as web search: they pass by in both directions.

mod answered;
mod assistant;
mod budget;
mod call;
mod format;
mod malformed;
mod offer;
mod omission;
mod shown;
mod turn;
mod wire;

pub use self::{
    answered::Answered,
    assistant::{Assistant, AssistantBuilder, AssistantError, AssistantErrors},
    call::Call,
    format::Format,
    malformed::Malformed,
    offer::{Offer, Offered},
    omission::{Omission, OmissionReason},
    turn::{Answers, Turn},
};
