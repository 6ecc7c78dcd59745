//! What only scopes keep from a caller, as OAuth answers it: 403 with all of them, so that a client can ask for a better
//! token. Only where the host said so; elsewhere it is as unknown as what does not exist.

use http::Response;
use http_body_util::{BodyExt, Collected, Full};
use rmcp::model::ErrorCode;
use serde::Deserialize;
use serde_json::Value;
use tool_core::{Caller, Request, Surface};

use super::body::ResponseBody;
use crate::{Challenge, authenticate::is_scope, unwind::walled_now};

/// Returns the challenge to a call, a reading or a rendering that would be the caller's but for scopes.
pub(super) fn missing(surface: &Surface, caller: &Caller, message: &Value) -> Option<Challenge> {
    walled_now(|| needed(surface, &wanted(surface, caller, message)?)).flatten()
}

/// Returns the request that a message stands for, as far as it says what is wanted.
fn wanted(surface: &Surface, caller: &Caller, message: &Value) -> Option<Request> {
    let parameter = |name: &str| message["params"][name].as_str();
    let caller = caller.clone();
    match message["method"].as_str()? {
        "tools/call" => Some(surface.request(caller, parameter("name")?, None)),
        "prompts/get" => Some(surface.prompt_request(caller, parameter("name")?, None)),
        "resources/read" => Some(surface.resource_request(caller, parameter("uri")?)),
        _ => None,
    }
}

fn needed(surface: &Surface, request: &Request) -> Option<Challenge> {
    let scopes = surface.missing_scopes(request)?;
    if let Some(scope) = scopes.iter().find(|scope| !is_scope(scope)) {
        tracing::warn!(
            surface = surface.name(),
            scope,
            "no client can ask for this scope, so what needs it is not disclosed"
        );
        return None;
    }
    Some(Challenge::insufficient_scope(scopes))
}

/// What is read of an answer: whether it is an error, and which.
#[derive(Deserialize)]
struct Failed {
    error: Error,
}

#[derive(Deserialize)]
struct Error {
    code: ErrorCode,
}

/// Returns the challenge in place of an answer that says that nothing of the kind is known, and any other as it is.
///
/// The request has been through admission, which records it, so what was found out beforehand counts only when admission came
/// to the same.
pub(super) async fn disclosed(
    response: Response<ResponseBody>,
    challenge: impl FnOnce() -> Response<ResponseBody>,
) -> Response<ResponseBody> {
    let (head, body) = response.into_parts();
    // The body is in memory, and its error type says that it cannot fail.
    let bytes = body.collect().await.map(Collected::to_bytes).unwrap_or_default();
    // Nothing else of it is read: a result may be long, and is a tool's.
    let code = serde_json::from_slice::<Failed>(&bytes).ok().map(|failed| failed.error.code);
    if matches!(code, Some(ErrorCode::INVALID_PARAMS | ErrorCode::RESOURCE_NOT_FOUND)) {
        return challenge();
    }
    Response::from_parts(head, Full::new(bytes).boxed())
}
