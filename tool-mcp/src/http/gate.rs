//! What is checked of the head of a request, before anything of its body is read. Never anything that the body says.

use std::{fmt, sync::Arc};

use http::{
    HeaderMap, Method, Response, StatusCode,
    header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, PROXY_AUTHORIZATION},
    request::Parts,
};
use tool_core::Caller;

use super::{
    Hosts, Origins, ProtectedResource,
    body::ResponseBody,
    loopback::Loopback,
    response::{self, plain},
};
use crate::{
    Authenticate, Authentication, Challenge, Handler,
    authenticate::{correlation, log_failure},
    unwind::walled,
};

/// Who says whose a request is.
#[derive(Clone)]
pub(super) enum Door {
    Credential(Arc<dyn Authenticate>),
    Loopback(Loopback),
}

/// The checks of a head.
#[derive(Clone)]
pub(super) struct Gate {
    door: Door,
    hosts: Hosts,
    origins: Origins,
    resource: Option<ProtectedResource>,
    /// Whether the log may say why the authenticator failed.
    details: bool,
}

impl Gate {
    pub(super) fn new(handler: &Handler, door: Door, hosts: Hosts, origins: Origins) -> Self {
        Self { door, hosts, origins, resource: None, details: handler.logs_failure_details() }
    }

    pub(super) fn set_resource(&mut self, resource: ProtectedResource) {
        self.resource = Some(resource);
    }

    /// Returns who sends the request, or the answer to whoever may not.
    pub(super) async fn admit(&self, head: &mut Parts) -> Result<Caller, Response<ResponseBody>> {
        if !self.hosts.admit(&head.uri, &head.headers) {
            tracing::debug!("refused: not addressed to a host of this server");
            return Err(plain(StatusCode::FORBIDDEN, "this server does not answer to that host"));
        }
        if !self.origins.admit(&head.headers) {
            tracing::debug!("refused: a page of an origin that is not allowed");
            return Err(plain(StatusCode::FORBIDDEN, "pages of that origin may not use this server"));
        }
        if let Some(resource) = self.resource.as_ref().filter(|resource| resource.path() == head.uri.path()) {
            return Err(resource.answer(&head.method));
        }
        if head.method != Method::POST {
            return Err(response::method_not_allowed());
        }
        let caller = self.caller(head).await?;
        // Whoever reads the head from here on has the caller, and no use for its secrets.
        for secret in [AUTHORIZATION, COOKIE, PROXY_AUTHORIZATION] {
            head.headers.remove(secret);
        }
        if !is_json(&head.headers) {
            return Err(plain(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "the Content-Type must be application/json",
            ));
        }
        Ok(caller)
    }

    /// Returns the answer to a credential with which the request may not be made, with what the mount knows of itself.
    pub(super) fn challenge(&self, challenge: Challenge) -> Response<ResponseBody> {
        let Some(resource) = &self.resource else { return response::challenged(&challenge) };
        let challenge = challenge.or_scopes(resource.scopes()).or_resource_metadata(resource.address());
        response::challenged(&challenge)
    }

    async fn caller(&self, head: &Parts) -> Result<Caller, Response<ResponseBody>> {
        let authenticate = match &self.door {
            Door::Credential(authenticate) => authenticate,
            Door::Loopback(loopback) => {
                return loopback.admit(head).map_err(|why| plain(StatusCode::FORBIDDEN, why));
            }
        };
        match walled(authenticate.authenticate(head)).await {
            Some(Ok(Authentication::Accepted(caller))) => Ok(caller),
            Some(Ok(Authentication::Challenged(challenge))) => {
                tracing::debug!(reason = challenge.reason(), "challenged");
                Err(self.challenge(challenge))
            }
            Some(Err(error)) => {
                let correlation = correlation::next();
                log_failure(&correlation, &error, self.details);
                Err(response::failed(&correlation))
            }
            None => {
                let correlation = correlation::next();
                tracing::error!(
                    correlation,
                    "the credential could not be checked: the authenticator panicked"
                );
                Err(response::failed(&correlation))
            }
        }
    }
}

/// Exactly one content type, and JSON. A page can send other types to a foreign server without asking.
fn is_json(headers: &HeaderMap) -> bool {
    let mut values = headers.get_all(CONTENT_TYPE).iter();
    let (Some(value), None) = (values.next(), values.next()) else { return false };
    let essence = value.to_str().ok().and_then(|value| value.split(';').next());
    essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}

impl fmt::Debug for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gate")
            .field("hosts", &self.hosts)
            .field("origins", &self.origins)
            .finish_non_exhaustive()
    }
}
