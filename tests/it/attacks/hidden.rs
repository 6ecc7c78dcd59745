//! JSON that hides in strings from the bounds of what is read: `serde_json` reads the text of one key as JSON where its feature
//! `raw_value` is on, which it is in this program.

use bytes::Bytes;
use http::StatusCode;
use http_body_util::Full;
use serde_json::{Value, json};
use tool_core::{Allow, Answer, Caller, Invoker, Registry, Surface, tool};

use crate::{
    mcp_fixture::{call, legacy, modern},
    mcp_http::{json_of, mount, post},
    mcp_stdio::Pipe,
};

const KEY: &str = "$serde_json::private::RawValue";

/// Lists inside each other, in texts inside each other: some 30,000 deep, in a text of at most so many bytes.
fn hidden(most: usize) -> String {
    let mut text = "1".to_owned();
    loop {
        let escaped = text.replace('\\', r"\u005c").replace('"', r"\u0022");
        let outer = format!(r#"{}{{"{KEY}":"{escaped}"}}{}"#, "[".repeat(90), "]".repeat(90));
        if outer.len() > most {
            return text;
        }
        text = outer;
    }
}

#[test]
fn the_feature_is_on_here() {
    let read: Value = serde_json::from_str(&format!(r#"{{"{KEY}":"[1]"}}"#)).unwrap();
    assert_eq!(read, json!([1]), "else the tests below look at nothing");
}

/// The arguments of a message, as text, in the place of the word `HERE`.
fn with_arguments(message: &Value, arguments: &str) -> String {
    message.to_string().replace("\"HERE\"", arguments)
}

#[tokio::test]
async fn a_message_that_hides_json_is_refused_and_ends_no_process() {
    let arguments = hidden(900_000);
    let parameters = call("add", json!({ "left": "HERE", "right": 1 }));
    for message in [legacy("tools/call", parameters.clone()), modern("tools/call", parameters)] {
        let body = with_arguments(&message, &arguments);
        for mount in [mount(), mount().disclose_scopes()] {
            let response = mount.respond(post(&message).map(|_| Full::new(Bytes::from(body.clone())))).await;
            assert_eq!(response.status(), StatusCode::BAD_REQUEST);
            let answer = json_of(response).await;
            assert_eq!(answer["error"]["code"], -32600);
            let said = answer["error"]["message"].as_str().unwrap();
            assert!(said.contains(&format!("the key `{KEY}` is not taken")), "{said}");
        }
        let mut pipe = Pipe::of_alice();
        pipe.send(&body).await;
        assert_eq!(pipe.receive().await.unwrap()["error"]["code"], -32600);
        assert_eq!(pipe.ask(&legacy("ping", json!({}))).await["result"], json!({}), "it lives on");
    }
}

/// Says what it was given.
#[tool(title = "Say", exposure = both, effect = read_only)]
fn say(
    /// What to say.
    what: Value,
) -> String {
    match what {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

#[tokio::test]
async fn arguments_as_text_hide_nothing() {
    let registry = Registry::builder(()).tool(say_tool()).build().unwrap();
    let invoker = Invoker::builder(registry).unlimited().build().unwrap();
    let surface = Surface::outside("outside", &invoker, Allow::exposed()).build().unwrap();
    let few = format!(r#"{{"{KEY}":"[[1]]"}}"#);
    let by_code = few.replace('$', r"\u0024");
    for hiding in [few, by_code, hidden(900_000)] {
        let arguments = format!(r#"{{"what":{hiding}}}"#);
        let request = surface.request_text(Caller::new("alice"), "say", arguments);
        let Answer::Reply(reply) = surface.call(request).await else { panic!("it is listed") };
        assert_eq!(reply.code.as_deref(), Some("invalid-arguments"));
    }
    // As a text it is what it is.
    let arguments = format!(r#"{{"what":"{KEY}"}}"#);
    let request = surface.request_text(Caller::new("alice"), "say", arguments);
    let Answer::Reply(reply) = surface.call(request).await else { panic!("it is listed") };
    assert!(reply.text().contains(KEY), "{}", reply.text());
}
