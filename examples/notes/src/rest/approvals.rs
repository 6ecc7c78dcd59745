//! `/approvals`: the user who approves calls of others reads what one asks for, and makes its ticket.

use super::{authenticate::Authenticated, body::Body, error::ApiError};
use crate::{service::Service, shared::Approvals};
use axum::{Json, Router, extract::State, http::StatusCode, routing::post};
use serde::Deserialize;
use serde_json::{Value, json};
use tool_core::{ApprovalRequest, TicketError};

/// The body of both routes: what the refused call got in `_meta`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    request: String,
}

/// The routes of a service that has somebody who approves.
pub(super) fn routes() -> Router<Service> {
    Router::new().route("/approvals/read", post(read)).route("/approvals/approve", post(approve))
}

/// Shows the call as it would run, as [`ApprovalRequest`] is written.
async fn read(
    State(service): State<Service>,
    Authenticated(user): Authenticated,
    Body(Asked { request }): Body<Asked>,
) -> Result<Json<ApprovalRequest>, ApiError> {
    Ok(Json(by(&service, &user)?.sealed().read(&request)?))
}

/// Approves the call.
///
/// ```json
/// {"ticket": ".."}
/// ```
async fn approve(
    State(service): State<Service>,
    Authenticated(user): Authenticated,
    Body(Asked { request }): Body<Asked>,
) -> Result<Json<Value>, ApiError> {
    Ok(Json(json!({ "ticket": by(&service, &user)?.approve(&request)? })))
}

/// Returns the approvals, if this user gives them.
fn by<'a>(
    service: &'a Service,
    user: &crate::users::UserId,
) -> Result<&'a Approvals, ApiError> {
    service.approvals.as_ref().filter(|approvals| approvals.are_by(user)).ok_or_else(|| {
        ApiError::new(
            StatusCode::FORBIDDEN,
            "not-approver",
            "calls are approved by another user, or by nobody",
        )
    })
}

impl From<TicketError> for ApiError {
    fn from(error: TicketError) -> Self {
        let status = match error {
            TicketError::Own => StatusCode::FORBIDDEN,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self::new(status, error.code(), error.to_string())
    }
}
