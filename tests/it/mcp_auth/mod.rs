//! Who a request is from: the kinds of credentials, what clients are told, and the mounts without a credential. What is
//! checked besides is `mcp_http`.

mod challenges;
mod headers;
mod kinds;
mod loopback;
mod metadata;
mod scopes;

use std::sync::{Arc, Mutex};

use bytes::Bytes;
use http::{Request, Response, StatusCode, header};
use http_body_util::Full;
use serde_json::{Value, json};
use tool_core::Caller;
use tool_mcp::{
    Authenticate,
    http::{Hosts, Mount, Origins, ResponseBody},
};

use crate::{
    mcp_fixture::{call, fixture, legacy},
    mcp_http::{post, text},
};

fn behind(authenticate: impl Authenticate) -> Mount {
    Mount::new(fixture().handler, authenticate, Hosts::loopback(), Origins::none())
}

/// A call whose result says whom the tool ran for.
fn asks_who() -> Request<Full<Bytes>> {
    post(&legacy("tools/call", call("remember", json!({}))))
}

fn without_credential(mut request: Request<Full<Bytes>>) -> Request<Full<Bytes>> {
    request.headers_mut().remove(header::AUTHORIZATION);
    request
}

fn challenge(response: &Response<ResponseBody>) -> &str {
    response.headers()[header::WWW_AUTHENTICATE].to_str().unwrap()
}

/// Returns whom the tool ran for, or the status and the challenge.
async fn who(mount: &Mount, request: Request<Full<Bytes>>) -> Result<String, (u16, String)> {
    let response = mount.respond(request).await;
    if response.status() != StatusCode::OK {
        let challenge = response.headers().get(header::WWW_AUTHENTICATE);
        let challenge = challenge.map_or("", |value| value.to_str().unwrap()).to_owned();
        return Err((response.status().as_u16(), challenge));
    }
    let answer: Value = serde_json::from_str(&text(response).await).unwrap();
    let said = answer["result"]["content"][0]["text"].as_str().unwrap();
    Ok(said.strip_prefix("remember ran for ").unwrap().to_owned())
}

/// The tokens that a lookup was asked about.
#[derive(Clone, Default)]
struct Asked(Arc<Mutex<Vec<String>>>);

impl Asked {
    fn note(&self, token: &str) {
        self.0.lock().unwrap().push(token.to_owned());
    }

    fn all(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

fn alice() -> Caller {
    Caller::new("alice")
}
