//! A call that only scopes keep from its tool, as OAuth answers it: 403 with all of them, so that a client can ask for a
//! better token. Only where the host said so; elsewhere such a tool is as unknown as one that does not exist.

use http::Response;
use http_body_util::{BodyExt, Collected, Full};
use rmcp::model::ErrorCode;
use serde_json::Value;
use tool_core::{Caller, Surface};

use super::body::ResponseBody;
use crate::{Challenge, authenticate::is_scope, unwind::walled_now};

/// Returns the challenge to a call of a tool that is the caller's but for its scopes.
///
/// It is asked of the gate that lists and admits: with these scopes, would the tool be listed? So what is hidden for any
/// other reason stays hidden.
pub(super) fn missing(surface: &Surface, caller: &Caller, message: &Value) -> Option<Challenge> {
    if message["method"] != "tools/call" {
        return None;
    }
    let name = message["params"]["name"].as_str()?;
    walled_now(|| needed(surface, caller, name)).flatten()
}

fn needed(surface: &Surface, caller: &Caller, name: &str) -> Option<Challenge> {
    if !surface.has_name(name) || surface.listed(caller, name).is_some() {
        return None;
    }
    let snapshot = surface.invoker().registry().snapshot();
    let tool =
        snapshot.iter().find(|tool| surface.public_name(tool.name().as_str()).as_deref() == Some(name))?;
    let scopes = &tool.host().scopes;
    surface.listed(&caller.clone().with_scopes(scopes), name)?;
    if let Some(scope) = scopes.iter().find(|scope| !is_scope(scope)) {
        tracing::warn!(tool = %tool.name(), scope, "no client can ask for this scope, so it is not disclosed");
        return None;
    }
    Some(Challenge::insufficient_scope(scopes))
}

/// Returns the challenge in place of an answer that says that the tool is unknown, and any other answer as it is.
///
/// The call has been through admission, which records it, so what was found out beforehand counts only when admission came
/// to the same.
pub(super) async fn disclosed(
    response: Response<ResponseBody>,
    challenge: impl FnOnce() -> Response<ResponseBody>,
) -> Response<ResponseBody> {
    let (head, body) = response.into_parts();
    // The body is in memory, and its error type says that it cannot fail.
    let bytes = body.collect().await.map(Collected::to_bytes).unwrap_or_default();
    let answer = serde_json::from_slice::<Value>(&bytes).unwrap_or_default();
    if answer["error"]["code"] == ErrorCode::INVALID_PARAMS.0 {
        return challenge();
    }
    Response::from_parts(head, Full::new(bytes).boxed())
}
