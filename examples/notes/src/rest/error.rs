//! The one shape of an error: `{"error": {"code": "..", "message": ".."}}`, and the one mapping to HTTP.

use crate::{error::NoteError, store::StoreError};
use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::Serialize;
use std::{borrow::Cow, time::Duration};
use tool_core::Refusal;

/// The body of every answer that is an error.
#[derive(Serialize, JsonSchema)]
pub(super) struct ErrorBody {
    error: ErrorDetail,
}

/// What went wrong.
#[derive(Serialize, JsonSchema)]
struct ErrorDetail {
    /// A stable word for programs.
    code: Cow<'static, str>,
    /// A sentence for people: what is wrong and what to do instead.
    message: Cow<'static, str>,
}

/// An error on its way to the client.
#[derive(Debug)]
pub(super) struct ApiError {
    status: StatusCode,
    code: Cow<'static, str>,
    message: Cow<'static, str>,
    retry_after: Option<Duration>,
}

impl ApiError {
    pub(super) fn new(
        status: StatusCode,
        code: impl Into<Cow<'static, str>>,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { status, code: code.into(), message: message.into(), retry_after: None }
    }

    /// The answer to a request without a token, or with one that nobody holds.
    pub(super) fn unauthenticated() -> Self {
        let message = "a valid token is required; send the header `Authorization: Bearer <token>`";
        Self::new(StatusCode::UNAUTHORIZED, "unauthenticated", message)
    }

    /// The answer to a user who has used up a budget: the code and the words that callers of tools read.
    pub(super) fn limited(retry_after: Duration) -> Self {
        let refusal = Refusal::LimitExceeded { retry_after };
        let answer = Self::new(StatusCode::TOO_MANY_REQUESTS, refusal.code(), refusal.to_string());
        Self { retry_after: Some(retry_after), ..answer }
    }

    /// The answer to a call that the door did not let through: the code and the words that callers of tools read.
    pub(super) fn refused(
        code: Cow<'static, str>,
        text: &str,
        retry_after: Option<Duration>,
    ) -> Self {
        let status = match &*code {
            "busy" | "unavailable" => StatusCode::SERVICE_UNAVAILABLE,
            "limit-exceeded" => StatusCode::TOO_MANY_REQUESTS,
            // A project that was deleted while the request was on its way.
            "not-found" => return NoteError::ProjectNotFound.into(),
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let message =
            text.strip_prefix(&*code).and_then(|text| text.strip_prefix(": ")).unwrap_or(text).to_owned();
        Self { retry_after, ..Self::new(status, code, message) }
    }

    /// The answer to a defect, which the log names.
    pub(super) fn failed() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "the service failed; tell the operator")
    }
}

impl From<NoteError> for ApiError {
    fn from(error: NoteError) -> Self {
        let status = match error {
            NoteError::BadLine { .. }
            | NoteError::Blank { .. }
            | NoteError::LimitOutOfRange
            | NoteError::TooLong { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            NoteError::ImportRunning
            | NoteError::NameTaken
            | NoteError::Stopped { .. }
            | NoteError::TooManyFiles { .. } => StatusCode::CONFLICT,
            NoteError::FileNotFound | NoteError::NoteNotFound | NoteError::ProjectNotFound => {
                StatusCode::NOT_FOUND
            }
            NoteError::Store(cause) => {
                tracing::error!(%cause, "the database failed");
                status_of(cause)
            }
        };
        Self::new(status, error.code(), error.to_string())
    }
}

fn status_of(cause: StoreError) -> StatusCode {
    match cause {
        StoreError::Full => StatusCode::INSUFFICIENT_STORAGE,
        StoreError::Busy | StoreError::Interrupted | StoreError::ReadOnly | StoreError::Unreachable => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        StoreError::Failed(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let detail = ErrorDetail { code: self.code, message: self.message };
        let mut response = (self.status, Json(ErrorBody { error: detail })).into_response();
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(wait) = self.retry_after {
            // Whole seconds, never too few.
            let seconds = wait.as_nanos().div_ceil(1_000_000_000).max(1);
            let seconds = u64::try_from(seconds).unwrap_or(u64::MAX);
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}
