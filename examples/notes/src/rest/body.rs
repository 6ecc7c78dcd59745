//! Reading what clients send: JSON bodies and query strings, with errors in the API's one shape.

use super::{MAX_BODY_BYTES, error::ApiError};
use axum::{
    Json,
    extract::{FromRequest, FromRequestParts, Query, Request, rejection::JsonRejection},
    http::{StatusCode, request::Parts},
};
use serde::de::DeserializeOwned;

/// A JSON body.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(
        request: Request,
        state: &S,
    ) -> Result<Self, ApiError> {
        match Json::from_request(request, state).await {
            Ok(Json(value)) => Ok(Self(value)),
            Err(rejection) => Err(refused(&rejection)),
        }
    }
}

fn refused(rejection: &JsonRejection) -> ApiError {
    let status = rejection.status();
    match status {
        StatusCode::PAYLOAD_TOO_LARGE => {
            let message = format!("the body is too large; send at most {MAX_BODY_BYTES} bytes");
            ApiError::new(status, "body-too-large", message)
        }
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            let message =
                "the body is not announced as JSON; send the header `Content-Type: application/json`";
            ApiError::new(status, "not-json", message)
        }
        _ => ApiError::new(status, "bad-body", rejection.body_text()),
    }
}

/// The query string.
pub(super) struct QueryString<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryString<T> {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &S,
    ) -> Result<Self, ApiError> {
        match Query::from_request_parts(parts, state).await {
            Ok(Query(value)) => Ok(Self(value)),
            Err(rejection) => Err(ApiError::new(StatusCode::BAD_REQUEST, "bad-query", rejection.body_text())),
        }
    }
}
