//! The answers of the mount itself: those to requests that never become a message.

use http::{
    HeaderValue, Response, StatusCode,
    header::{ALLOW, CONTENT_TYPE, WWW_AUTHENTICATE},
};

use super::body::{self, ResponseBody};
use crate::{Challenge, envelope::Malformed};

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

/// The client has to bring a better credential. The text is the same for every reason.
pub(super) fn unauthorized(challenge: &Challenge) -> Response<ResponseBody> {
    let mut response = plain(StatusCode::UNAUTHORIZED, "a credential is needed");
    response.headers_mut().insert(WWW_AUTHENTICATE, challenge.to_header());
    response
}

/// The message is none that can be acted on.
pub(super) fn malformed(malformed: Malformed) -> Response<ResponseBody> {
    let answer = malformed.into_answer().to_string();
    with_header(StatusCode::BAD_REQUEST, answer, CONTENT_TYPE, HeaderValue::from_static("application/json"))
}

fn with_header(
    status: StatusCode,
    text: impl Into<bytes::Bytes>,
    name: http::HeaderName,
    value: HeaderValue,
) -> Response<ResponseBody> {
    let mut response = Response::new(body::full(text));
    *response.status_mut() = status;
    response.headers_mut().insert(name, value);
    response
}
