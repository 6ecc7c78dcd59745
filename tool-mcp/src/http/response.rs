//! The answers of the mount itself: those to requests that never become a message. Never with anything that a request
//! said.

use http::{
    HeaderName, HeaderValue, Response, StatusCode,
    header::{ALLOW, CONTENT_TYPE, WWW_AUTHENTICATE},
};

use serde::Serialize;

use super::body::{self, ResponseBody};
use crate::{Challenge, authenticate::correlation, envelope::Malformed};

/// The header that names a defect for whoever reports it. There is no standard one; this is the common name.
const CORRELATION_ID: HeaderName = HeaderName::from_static("x-correlation-id");

/// An answer for people, in one line.
pub(super) fn plain(status: StatusCode, text: &'static str) -> Response<ResponseBody> {
    with_header(status, text, CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"))
}

/// The method is none that the endpoint has.
pub(super) fn method_not_allowed() -> Response<ResponseBody> {
    let mut response = plain(StatusCode::METHOD_NOT_ALLOWED, "only POST is served here");
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("POST"));
    response
}

/// The client has to bring a better credential: 401, or 403 where a scope is missing. The text is the same for every
/// reason.
pub(super) fn challenged(challenge: &Challenge) -> Response<ResponseBody> {
    let status = challenge.status();
    let text = if status == StatusCode::FORBIDDEN { "a scope is missing" } else { "a credential is needed" };
    let mut response = plain(status, text);
    response.headers_mut().insert(WWW_AUTHENTICATE, challenge.to_header());
    response
}

/// A defect on this side. The log has the cause under the id; the text says nothing.
pub(super) fn failed(correlation: &str) -> Response<ResponseBody> {
    let mut response = plain(StatusCode::INTERNAL_SERVER_ERROR, "the server failed");
    if let Ok(correlation) = HeaderValue::from_str(correlation) {
        response.headers_mut().insert(CORRELATION_ID, correlation);
    }
    response
}

/// The message is none that can be acted on.
pub(super) fn malformed(malformed: Malformed) -> Response<ResponseBody> {
    json(StatusCode::BAD_REQUEST, &malformed.into_answer())
}

/// A message.
pub(super) fn json(status: StatusCode, message: &impl Serialize) -> Response<ResponseBody> {
    json_text(status, serde_json::to_vec(message))
}

/// A message that is text already, if it could be written.
pub(super) fn json_text(
    status: StatusCode,
    text: serde_json::Result<impl Into<bytes::Bytes>>,
) -> Response<ResponseBody> {
    match text {
        Ok(text) => with_header(status, text, CONTENT_TYPE, HeaderValue::from_static("application/json")),
        Err(fault) => {
            let correlation = correlation::next();
            tracing::error!(correlation, %fault, "a message cannot be written");
            failed(&correlation)
        }
    }
}

fn with_header(
    status: StatusCode,
    text: impl Into<bytes::Bytes>,
    name: HeaderName,
    value: HeaderValue,
) -> Response<ResponseBody> {
    let mut response = Response::new(body::full(text));
    *response.status_mut() = status;
    response.headers_mut().insert(name, value);
    response
}
