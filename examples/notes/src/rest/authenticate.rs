//! From the `Authorization` header to the user. What the user may touch is decided by `owned`.

use super::error::ApiError;
use crate::{service::Service, users::UserId};
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, header, request::Parts},
};

/// The user whose token the request carries; without one the request ends with 401.
pub(super) struct Authenticated(pub(super) UserId);

impl FromRequestParts<Service> for Authenticated {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        service: &Service,
    ) -> Result<Self, ApiError> {
        let user = bearer(&parts.headers).and_then(|token| service.users.authenticate(token));
        user.map(Self).ok_or_else(ApiError::unauthenticated)
    }
}

/// Returns the token of the only `Authorization` header; with two of them it is unclear who calls.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else { return None };
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
