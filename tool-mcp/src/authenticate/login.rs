//! The one credential of a process that has one, checked through the same interface as those of requests.

use std::fmt;

use http::{HeaderValue, Method, Request, header::AUTHORIZATION, request::Parts};
use tool_core::Caller;

use super::{Authenticate, Authentication, correlation, log_failure};
use crate::Error;

/// A credential and who checks it.
pub(crate) struct Login {
    authenticate: Box<dyn Authenticate>,
    head: Parts,
}

impl Login {
    /// Returns the login with a bearer token, as if a request had brought it.
    ///
    /// # Errors
    ///
    /// [`Error::CredentialRefused`] when the token holds what no header can, so that no authenticator could know it.
    pub(crate) fn new(token: &str, authenticate: impl Authenticate) -> Result<Self, Error> {
        let mut value =
            HeaderValue::try_from(format!("Bearer {token}")).map_err(|_| Error::CredentialRefused)?;
        value.set_sensitive(true);
        let (mut head, ()) = Request::new(()).into_parts();
        head.method = Method::POST;
        head.headers.insert(AUTHORIZATION, value);
        Ok(Self { authenticate: Box::new(authenticate), head })
    }

    /// Checks the credential and returns its caller. `details` is whether the log may say why that failed.
    pub(crate) async fn caller(&self, details: bool) -> Result<Caller, Error> {
        match self.authenticate.authenticate(&self.head).await {
            Ok(Authentication::Accepted(caller)) => Ok(caller),
            Ok(Authentication::Challenged(challenge)) => {
                tracing::debug!(reason = challenge.reason(), "the credential is not accepted");
                Err(Error::CredentialRefused)
            }
            Err(error) => {
                log_failure(&correlation::next(), &error, details);
                Err(Error::Authenticator(error))
            }
        }
    }
}

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Login")
    }
}
