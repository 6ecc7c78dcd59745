//! A whole turn of the product's own assistant with each model provider, against a stand-in of it on the loop-back
//! interface. No key, no network, no model: what the stand-ins answer was written down before, in `providers.json`.
//!
//! `cargo run -p tool-examples --example providers` prints a line for each format. A stand-in refuses a request that
//! does not declare the tools, or does not bring the results, exactly as its provider's format has them.

use std::error::Error;

use axum::{Json, Router, extract::State, http::StatusCode, routing::post};
use serde_json::{Value, json};
use tool_core::{Allow, BuildErrors, Caller, Invoker, Registry, Surface, ToolError, tool};
use tool_providers::{Assistant, Format};

/// Tells what seats on a flight cost, in euros.
#[tool(effect = read_only, open_world = false)]
fn price(
    /// The flight, such as XY 12.
    flight: &str,
    /// How many seats; one if left out.
    seats: Option<u8>,
) -> Result<u16, ToolError> {
    match flight {
        "XY 12" => Ok(80 * u16::from(seats.unwrap_or(1))),
        _ => Err(ToolError::new("no-such-flight", "there is no such flight; look at the timetable first")),
    }
}

/// The assistant has the same invoker as every other surface of the product, so a caller has one budget in all of them.
fn surface() -> Result<Surface, BuildErrors> {
    let registry = Registry::builder(()).tool(price_tool()).build()?;
    let invoker = Invoker::builder(registry).unlimited().build()?;
    Surface::first_party("assistant", &invoker, Allow::exposed()).build()
}

/// What a host's client knows of its provider beside the tools.
struct Api {
    format: Format,
    /// The member of the request that the conversation is in.
    conversation: &'static str,
    /// Where the model's message is in a response, and its text in there.
    message: &'static str,
    text: &'static str,
}

const APIS: [Api; 5] = [
    Api { format: Format::AnthropicMessages, conversation: "messages", message: "", text: "/content/0/text" },
    Api {
        format: Format::BedrockAnthropic,
        conversation: "messages",
        message: "/output/message",
        text: "/content/0/text",
    },
    Api {
        format: Format::Gemini,
        conversation: "contents",
        message: "/candidates/0/content",
        text: "/parts/0/text",
    },
    Api {
        format: Format::OpenAiChat,
        conversation: "messages",
        message: "/choices/0/message",
        text: "/content",
    },
    Api {
        format: Format::OpenAiResponses,
        conversation: "input",
        message: "/output",
        text: "/0/content/0/text",
    },
];

impl Api {
    /// What the user says, as a message.
    fn question(&self) -> Value {
        let text = "What does a seat on XY 12 cost, and what do two on XY 99?";
        match self.format {
            Format::BedrockAnthropic => json!({ "role": "user", "content": [{ "text": text }] }),
            Format::Gemini => json!({ "role": "user", "parts": [{ "text": text }] }),
            _ => json!({ "role": "user", "content": text }),
        }
    }

    /// What the model said, as it goes into the conversation: whole and unchanged.
    fn said(&self, response: &Value) -> Vec<Value> {
        let message = response.pointer(self.message).cloned().unwrap_or_default();
        match (self.format, message) {
            (Format::AnthropicMessages, message) => {
                vec![json!({ "role": message["role"], "content": message["content"] })]
            }
            (_, Value::Array(items)) => items,
            (_, message) => vec![message],
        }
    }

    fn text(&self, response: &Value) -> String {
        let text = response.pointer(&format!("{}{}", self.message, self.text));
        text.and_then(Value::as_str).unwrap_or_default().to_owned()
    }
}

/// One turn: from the user's question to the model's last word.
async fn converse(api: &Api, url: &str) -> Result<String, Box<dyn Error + Send + Sync>> {
    let client = reqwest::Client::builder().no_proxy().build()?;
    let assistant = Assistant::builder(&surface()?, api.format).build()?;
    let turn = assistant.turn(Caller::new("alice"));
    let mut conversation = vec![api.question()];
    // How often a model may call before somebody looks is the host's decision.
    for _ in 0..5 {
        let mut request = turn.offer().fields().clone();
        request.insert(api.conversation.to_owned(), conversation.clone().into());
        let response = client.post(url).json(&request).send().await?;
        if !response.status().is_success() {
            return Err(response.text().await?.into());
        }
        let response: Value = response.json().await?;
        conversation.extend(api.said(&response));
        match turn.answer(&response).await? {
            Some(answers) => conversation.extend(answers.messages),
            None => return Ok(api.text(&response)),
        }
    }
    Err("the model calls and calls".into())
}

/// What was written down of one provider: the members of a request with the tools, a response with two calls, the
/// messages with their results, and the last response.
fn recording(format: Format) -> Value {
    let all: Value =
        serde_json::from_str(include_str!("providers.json")).expect("`providers.json` holds JSON");
    all[format.name()].clone()
}

/// Answers as the provider did, if it is asked as its format has it.
async fn stand_in(
    State(api): State<&'static Api>,
    Json(request): Json<Value>,
) -> Result<Json<Value>, (StatusCode, String)> {
    let recorded = recording(api.format);
    let refused = |what: &str| Err((StatusCode::BAD_REQUEST, format!("{}: {what}", api.format)));
    for (member, expected) in recorded["fields"].as_object().into_iter().flatten() {
        if request[member] != *expected {
            return refused(&format!("`{member}` of the request does not declare the tools"));
        }
    }
    let mut expected = vec![api.question()];
    if request[api.conversation] == json!(expected) {
        return Ok(Json(recorded["calls"].clone()));
    }
    expected.extend(api.said(&recorded["calls"]));
    expected.extend(recorded["results"].as_array().into_iter().flatten().cloned());
    if request[api.conversation] == json!(expected) {
        return Ok(Json(recorded["last"].clone()));
    }
    refused("the conversation is not the one that was expected")
}

/// Starts the stand-in of a provider, and returns where it is.
async fn start(api: &'static Api) -> Result<String, std::io::Error> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}/model", listener.local_addr()?);
    let app = Router::new().route("/model", post(stand_in)).with_state(api);
    tokio::spawn(async move { axum::serve(listener, app).await });
    Ok(url)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    for api in &APIS {
        eprintln!("{}: {}", api.format, converse(api, &start(api).await?).await?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn each_provider_gets_a_whole_turn_and_has_the_last_word() {
        for api in &APIS {
            let text = converse(api, &start(api).await.unwrap()).await.unwrap();
            assert_eq!(text, "A seat on XY 12 costs 80 euros. There is no flight XY 99.", "{}", api.format);
        }
    }

    #[tokio::test]
    async fn a_stand_in_refuses_what_its_provider_would() {
        for api in &APIS {
            let url = start(api).await.unwrap();
            let post = async |request: &Value| {
                let client = reqwest::Client::builder().no_proxy().build().unwrap();
                let response = client.post(&url).json(request).send().await.unwrap();
                (response.status(), response.text().await.unwrap())
            };
            let conversation = json!([api.question()]);
            let (status, text) = post(&json!({ api.conversation: conversation })).await;
            assert_eq!(status, 400, "{text}");
            assert!(text.ends_with("does not declare the tools"), "{text}");

            // The calls, and no results.
            let recorded = recording(api.format);
            let mut conversation = vec![api.question()];
            conversation.extend(api.said(&recorded["calls"]));
            let mut request = recorded["fields"].clone();
            request[api.conversation] = conversation.into();
            let (status, text) = post(&request).await;
            assert_eq!(status, 400, "{text}");
            assert!(text.ends_with("is not the one that was expected"), "{text}");
        }
    }
}
