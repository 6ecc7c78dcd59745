//! What is checked of the head of a request, before anything of its body is read.

use std::{fmt, sync::Arc};

use http::{
    HeaderMap, Method, Response, StatusCode,
    header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, PROXY_AUTHORIZATION},
    request::Parts,
};
use tool_core::Caller;

use super::{
    Hosts, Origins,
    body::ResponseBody,
    response::{self, plain},
};
use crate::{Authenticate, Authentication, Handler, authenticate::log_failure, unwind::walled};

/// The checks of a head.
pub(super) struct Gate {
    authenticate: Arc<dyn Authenticate>,
    hosts: Hosts,
    origins: Origins,
    /// Whether the log may say why the authenticator failed.
    details: bool,
}

impl Gate {
    pub(super) fn new(
        handler: &Handler,
        authenticate: Arc<dyn Authenticate>,
        hosts: Hosts,
        origins: Origins,
    ) -> Self {
        Self { authenticate, hosts, origins, details: handler.logs_failure_details() }
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

    async fn caller(&self, head: &Parts) -> Result<Caller, Response<ResponseBody>> {
        let failed = || plain(StatusCode::INTERNAL_SERVER_ERROR, "the server failed");
        match walled(self.authenticate.authenticate(head)).await.ok_or_else(failed)? {
            Ok(Authentication::Accepted(caller)) => Ok(caller),
            Ok(Authentication::Challenged(challenge)) => {
                tracing::debug!(reason = challenge.reason(), "challenged");
                Err(response::unauthorized(&challenge))
            }
            Err(error) => {
                log_failure(&error, self.details);
                Err(failed())
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
