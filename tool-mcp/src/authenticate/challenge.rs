//! What a client without a good credential is told, in the words of RFC 6750 and RFC 9728. Never anything that the
//! request said, and nothing that could end a parameter of the header and begin another.

use std::collections::BTreeSet;

use http::{HeaderValue, StatusCode, Uri};

/// Asks a client for a bearer token, or for a better one.
///
/// It says nothing else: not whom a token belonged to, not what the server has.
///
/// # Examples
///
/// ```
/// use tool_mcp::Challenge;
///
/// assert_eq!(Challenge::missing().to_header(), "Bearer");
/// assert_eq!(Challenge::invalid("it has expired").to_header(), r#"Bearer error="invalid_token""#);
///
/// let metadata: http::Uri = "https://notes.example.com/.well-known/oauth-protected-resource/mcp".parse().unwrap();
/// assert_eq!(
///     Challenge::missing().with_scopes(["notes:read"]).with_resource_metadata(&metadata).to_header(),
///     r#"Bearer scope="notes:read", resource_metadata="https://notes.example.com/.well-known/oauth-protected-resource/mcp""#
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    kind: Kind,
    reason: String,
    scopes: BTreeSet<String>,
    resource_metadata: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    InsufficientScope,
    Invalid,
    Missing,
    Unknown,
}

impl Challenge {
    /// Returns the challenge to a request without a credential.
    pub fn missing() -> Self {
        Self::new(Kind::Missing, "there is no credential")
    }

    /// Returns the challenge to a credential that is none of this authenticator's, such as a token of another shape.
    ///
    /// A client reads the same as of [`invalid`](Self::invalid); [`first_of`](crate::first_of) asks the next
    /// authenticator. The reason goes to the log alone, so it must not hold the credential.
    pub fn unknown(reason: impl Into<String>) -> Self {
        Self::new(Kind::Unknown, reason)
    }

    /// Returns the challenge to a request with a credential that is not good. The reason goes to the log alone, so it
    /// must not hold the credential.
    pub fn invalid(reason: impl Into<String>) -> Self {
        Self::new(Kind::Invalid, reason)
    }

    /// Returns the challenge to a good credential with which nothing may be done here: 403, with the scopes that it
    /// would need, all of them; see [`with_scopes`](Self::with_scopes).
    ///
    /// Scopes that only some tools need belong to these tools; see
    /// [`Mount::disclose_scopes`](crate::http::Mount::disclose_scopes).
    ///
    /// # Examples
    ///
    /// ```
    /// use tool_mcp::Challenge;
    ///
    /// let challenge = Challenge::insufficient_scope(["notes:use"]);
    /// assert_eq!(challenge.status(), 403);
    /// assert_eq!(challenge.to_header(), r#"Bearer error="insufficient_scope", scope="notes:use""#);
    /// ```
    pub fn insufficient_scope<T: Into<String>>(scopes: impl IntoIterator<Item = T>) -> Self {
        Self::new(Kind::InsufficientScope, "a scope is missing").with_scopes(scopes)
    }

    fn new(kind: Kind, reason: impl Into<String>) -> Self {
        Self { kind, reason: reason.into(), scopes: BTreeSet::new(), resource_metadata: None }
    }

    /// Says which scopes a token needs ([RFC 6750, section 3](https://www.rfc-editor.org/rfc/rfc6750#section-3)).
    ///
    /// What is no scope by the grammar of OAuth (printable ASCII without blanks, quotes and backslashes) is left out:
    /// no client could ask for it.
    #[must_use]
    pub fn with_scopes<T: Into<String>>(mut self, scopes: impl IntoIterator<Item = T>) -> Self {
        self.scopes.extend(scopes.into_iter().map(Into::into).filter(|scope| is_scope(scope)));
        self
    }

    /// Says where the metadata of the protected resource is ([RFC
    /// 9728](https://www.rfc-editor.org/rfc/rfc9728#name-www-authenticate-response)), from which a client learns
    /// where to get a token. A mount that serves it says so by itself; see
    /// [`Mount::with_protected_resource`](crate::http::Mount::with_protected_resource).
    #[must_use]
    pub fn with_resource_metadata(mut self, address: &Uri) -> Self {
        // A quote would end the parameter, so an address with one is written the way a URI escapes it.
        self.resource_metadata = Some(address.to_string().replace('\\', "%5C").replace('"', "%22"));
        self
    }

    /// Returns why the client is challenged, for the log.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Returns the status of the answer: 403 where a scope is missing, else 401.
    pub fn status(&self) -> StatusCode {
        match self.kind {
            Kind::InsufficientScope => StatusCode::FORBIDDEN,
            Kind::Invalid | Kind::Missing | Kind::Unknown => StatusCode::UNAUTHORIZED,
        }
    }

    /// Returns the value of the `WWW-Authenticate` header.
    pub fn to_header(&self) -> HeaderValue {
        let error = self.error().map(|error| format!("error=\"{error}\""));
        let scopes = self.scopes.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
        let scopes = (!scopes.is_empty()).then(|| format!("scope=\"{scopes}\""));
        let metadata =
            self.resource_metadata.as_ref().map(|address| format!("resource_metadata=\"{address}\""));
        let parameters = [error, scopes, metadata].into_iter().flatten().collect::<Vec<_>>().join(", ");
        let value = if parameters.is_empty() { "Bearer".to_owned() } else { format!("Bearer {parameters}") };
        // Neither a `Uri` nor a scope holds control characters, which are all that a header cannot; without parameters
        // it still challenges.
        HeaderValue::try_from(value).unwrap_or(HeaderValue::from_static("Bearer"))
    }

    fn error(&self) -> Option<&'static str> {
        match self.kind {
            Kind::InsufficientScope => Some("insufficient_scope"),
            Kind::Invalid | Kind::Unknown => Some("invalid_token"),
            Kind::Missing => None,
        }
    }

    /// Returns whether the request had no credential at all.
    pub(crate) fn is_missing(&self) -> bool {
        self.kind == Kind::Missing
    }

    /// Returns whether another authenticator may know the credential.
    pub(crate) fn is_undecided(&self) -> bool {
        matches!(self.kind, Kind::Missing | Kind::Unknown)
    }

    /// Adds what the mount knows and the authenticator did not say.
    pub(crate) fn or_scopes<'s>(self, scopes: impl IntoIterator<Item = &'s str>) -> Self {
        if self.scopes.is_empty() { self.with_scopes(scopes) } else { self }
    }

    /// Adds what the mount knows and the authenticator did not say.
    pub(crate) fn or_resource_metadata(self, address: &Uri) -> Self {
        if self.resource_metadata.is_none() { self.with_resource_metadata(address) } else { self }
    }
}

/// Returns whether a text is a `scope-token` of [RFC 6749, section
/// 3.3](https://www.rfc-editor.org/rfc/rfc6749#section-3.3).
pub(crate) fn is_scope(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| matches!(byte, 0x21 | 0x23..=0x5B | 0x5D..=0x7E))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_scope_does_not_reach_the_header() {
        let odd = ["a\", error=\"x", "a b", "a\\", "", "a\r\nSet-Cookie: x", "ä", "a\u{7f}"];
        let challenge = Challenge::insufficient_scope(odd).with_scopes(["notes:read", "!#[]~"]);
        assert_eq!(challenge.to_header(), r#"Bearer error="insufficient_scope", scope="!#[]~ notes:read""#);
    }

    #[test]
    fn an_address_cannot_end_its_parameter() {
        // `Uri` takes a quote in a path, because clients send it.
        let address: Uri = "https://a.example/x\",error=\"z".parse().unwrap();
        assert_eq!(
            Challenge::missing().with_resource_metadata(&address).to_header(),
            r#"Bearer resource_metadata="https://a.example/x%22,error=%22z""#
        );
    }
}
