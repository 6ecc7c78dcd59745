//! Mistakes of clients over HTTP.

use bytes::Bytes;
use http::{Method, Request, header};
use http_body_util::Full;
use serde_json::{Value, json};
use tool_mcp::{Handler, ServerIdentity};

use super::compare;
use crate::{
    mcp_fixture::{call, legacy},
    mcp_http::{mount_of, post, text, with},
    support::{Fixture, invoker, one_word, outside},
};

/// Returns code and text of the answer to a request; the status, where the text is no JSON.
async fn answer(request: Request<Full<Bytes>>) -> String {
    let surface = outside(&invoker([Fixture::new("plain").input(one_word())]));
    let handler = Handler::new(surface, ServerIdentity::new("test", "0")).with_message_limit(10_000);
    let response = mount_of(handler).respond(request).await;
    let status = response.status().as_u16();
    let body = text(response).await;
    match serde_json::from_str::<Value>(&body) {
        Ok(answer) => format!("{} {}", answer["error"]["code"], answer["error"]["message"].as_str().unwrap()),
        Err(_) => format!("{status} {body}"),
    }
}

#[tokio::test]
async fn http_errors() {
    let list = || post(&legacy("tools/list", json!({})));
    let unknown = || legacy("tools/call", call("no_such_tool", json!({})));
    let mut get = list();
    *get.method_mut() = Method::GET;
    let mut ticket = unknown();
    ticket["params"]["_meta"] = json!({ "tool-core/approval-ticket": 7 });
    let long = list().map(|_| Full::from(vec![b' '; 10_001]));
    compare(
        "Over HTTP",
        [
            (
                "no credential, or a wrong one",
                answer(with(list(), header::AUTHORIZATION, "Bearer T-nobody")).await,
            ),
            ("a host that is not this server's", answer(with(list(), header::HOST, "evil.example")).await),
            (
                "a page of a foreign origin",
                answer(with(list(), header::ORIGIN, "https://evil.example")).await,
            ),
            ("a ticket that cannot be one", answer(post(&ticket)).await),
            ("another method than POST", answer(get).await),
            ("a body that is too long", answer(long).await),
            (
                "a body that is not JSON by its type",
                answer(with(list(), header::CONTENT_TYPE, "text/plain")).await,
            ),
            ("a tool that is not offered to the caller, for whatever reason", answer(post(&unknown())).await),
        ],
    );
}
