//! Which function a route runs, and whether the user may run it once more. How often that is, `limits` says.

use super::{authenticate::Authenticated, error::ApiError};
use crate::{service::Service, tools, users::UserId};
use axum::{
    Extension,
    extract::{FromRequest, FromRequestParts, Request, State},
    handler::Handler,
    response::{IntoResponse, Response},
    routing::{MethodFilter, MethodRouter, on},
};
use tool_core::{Effect, LimitError, Usage};

/// A function of the application: its name as a tool, and what it may change.
#[derive(Clone, Copy)]
pub(super) struct Function(&'static str, Effect);

/// Returns the function of this name, which only reads.
pub(super) const fn reads(name: &'static str) -> Function {
    Function(name, Effect::ReadOnly)
}

/// Returns the function of this name, which only adds.
pub(super) const fn adds(name: &'static str) -> Function {
    Function(name, Effect::Additive)
}

/// Returns the function of this name, which changes or deletes.
pub(super) const fn changes(name: &'static str) -> Function {
    Function(name, Effect::Destructive)
}

impl Function {
    /// Routes a method to the handler that runs the function. A handler that takes anything beside `Limited` is no
    /// handler here, so that none can be without a limit.
    pub(super) fn on<H, M, T>(
        self,
        method: MethodFilter,
        handler: H,
    ) -> MethodRouter<Service>
    where
        H: Handler<(M, State<Service>, Limited<T>), Service>,
        (M, State<Service>, Limited<T>): 'static,
    {
        on(method, handler).route_layer(Extension(self))
    }
}

/// What a handler takes from a request, taken out of the user's budget.
///
/// It is the last that can refuse: what is refused before, such as a project of somebody else's or a body that cannot
/// be read, costs nothing.
pub(super) struct Limited<T>(pub(super) T);

impl<T: FromRequest<Service, M> + Send, M> FromRequest<Service, M> for Limited<T> {
    type Rejection = Response;

    async fn from_request(
        request: Request,
        service: &Service,
    ) -> Result<Self, Response> {
        let (mut parts, body) = request.into_parts();
        let user = Authenticated::from_request_parts(&mut parts, service).await;
        let Authenticated(user) = user.map_err(IntoResponse::into_response)?;
        let function = parts.extensions.get().copied();
        let request = Request::from_parts(parts, body);
        let taken = T::from_request(request, service).await.map_err(IntoResponse::into_response)?;
        take(service, user, function).await.map_err(IntoResponse::into_response)?;
        Ok(Self(taken))
    }
}

/// Takes one use of the function out of the user's budget.
async fn take(
    service: &Service,
    user: UserId,
    function: Option<Function>,
) -> Result<(), ApiError> {
    // Every route of a handler that takes `Limited` is made by `Function::on`.
    let Function(name, effect) = function.ok_or_else(ApiError::failed)?;
    match service.limits.reserve(&tools::caller(user), &Usage::new(name, effect)).await {
        Ok(reservation) => {
            reservation.commit();
            Ok(())
        }
        Err(LimitError::Exceeded { retry_after }) => Err(ApiError::limited(retry_after)),
        Err(LimitError::Undetermined(_)) => {
            // What the error says may be a connection string.
            tracing::error!(function = name, "the limits cannot be asked");
            Err(ApiError::failed())
        }
    }
}
