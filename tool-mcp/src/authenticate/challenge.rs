//! What a client without a good credential is told, in the words of RFC 6750 and RFC 9728.

use http::{HeaderValue, Uri};

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
///     Challenge::missing().with_resource_metadata(&metadata).to_header(),
///     r#"Bearer resource_metadata="https://notes.example.com/.well-known/oauth-protected-resource/mcp""#
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    reason: String,
    error: Option<&'static str>,
    resource_metadata: Option<String>,
}

impl Challenge {
    /// Returns the challenge to a request without a credential.
    pub fn missing() -> Self {
        Self { reason: "there is no credential".to_owned(), error: None, resource_metadata: None }
    }

    /// Returns the challenge to a request with a credential that is not good. The reason goes to the log alone, so it
    /// must not hold the credential.
    pub fn invalid(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), error: Some("invalid_token"), resource_metadata: None }
    }

    /// Says where the metadata of the protected resource is ([RFC
    /// 9728](https://www.rfc-editor.org/rfc/rfc9728#name-www-authenticate-response)), from which a client learns
    /// where to get a token.
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

    /// Returns the value of the `WWW-Authenticate` header.
    pub fn to_header(&self) -> HeaderValue {
        let error = self.error.map(|error| format!("error=\"{error}\""));
        let metadata =
            self.resource_metadata.as_ref().map(|address| format!("resource_metadata=\"{address}\""));
        let parameters = [error, metadata].into_iter().flatten().collect::<Vec<_>>().join(", ");
        let value = if parameters.is_empty() { "Bearer".to_owned() } else { format!("Bearer {parameters}") };
        // A `Uri` holds no control characters, which are all that a header cannot; without parameters it still
        // challenges.
        HeaderValue::try_from(value).unwrap_or(HeaderValue::from_static("Bearer"))
    }
}
