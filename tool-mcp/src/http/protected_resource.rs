//! What a client may know of the endpoint before it has a token: the metadata of a protected resource (RFC 9728). Never
//! anything of the surface; it says what the host wrote, and nothing else.

use std::{collections::BTreeSet, error, fmt, net::IpAddr};

use bytes::Bytes;
use http::{
    HeaderValue, Method, Response, StatusCode, Uri,
    header::{ALLOW, CONTENT_TYPE},
};
use serde_json::json;

use super::{
    body::{self, ResponseBody},
    response::plain,
};
use crate::authenticate::is_scope;

/// Where the metadata of a resource is, before the path of the resource itself: [RFC 9728, section
/// 3](https://www.rfc-editor.org/rfc/rfc9728#section-3).
const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

/// The endpoint as a protected resource of OAuth: where it is, and who gives tokens for it.
///
/// # Examples
///
/// ```
/// use tool_mcp::http::ProtectedResource;
///
/// let resource = ProtectedResource::new("https://notes.example.com/mcp", ["https://login.example.com"])?
///     .with_scopes(["notes:read", "notes:write"])?
///     .with_name("Notes");
/// assert_eq!(resource.path(), "/.well-known/oauth-protected-resource/mcp");
/// assert_eq!(
///     resource.document(),
///     serde_json::json!({
///         "resource": "https://notes.example.com/mcp",
///         "authorization_servers": ["https://login.example.com"],
///         "bearer_methods_supported": ["header"],
///         "scopes_supported": ["notes:read", "notes:write"],
///         "resource_name": "Notes"
///     })
/// );
/// assert_eq!(
///     ProtectedResource::new("https://notes.example.com/mcp", [""; 0]).unwrap_err().to_string(),
///     "no authorization server is named; name at least one that gives tokens for this resource: https://login.example.com"
/// );
/// # Ok::<(), tool_mcp::http::InvalidResource>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtectedResource {
    resource: String,
    authorization_servers: Vec<String>,
    scopes: BTreeSet<String>,
    name: Option<String>,
    path: String,
    address: Uri,
}

impl ProtectedResource {
    /// Returns the resource at this address, as clients write it, for which these authorization servers give tokens.
    ///
    /// # Errors
    ///
    /// [`InvalidResource`] when an address is not one of https (or of http on this machine), has a query or a fragment,
    /// or when no server is named.
    pub fn new<T: AsRef<str>>(
        resource: &str,
        authorization_servers: impl IntoIterator<Item = T>,
    ) -> Result<Self, InvalidResource> {
        let uri = checked(resource)?;
        let servers = authorization_servers.into_iter().map(|server| {
            checked(server.as_ref())?;
            Ok(server.as_ref().to_owned())
        });
        let authorization_servers = servers.collect::<Result<Vec<_>, _>>()?;
        if authorization_servers.is_empty() {
            return Err(InvalidResource(Fault::NoServer));
        }
        let (path, address) = metadata(&uri).ok_or_else(|| InvalidResource::address(resource))?;
        let resource = resource.to_owned();
        Ok(Self { resource, authorization_servers, scopes: BTreeSet::new(), name: None, path, address })
    }

    /// Says which scopes a client should ask for. They are in the document, and in each challenge to a request without a
    /// good credential.
    ///
    /// # Errors
    ///
    /// [`InvalidResource`] for the first that is no scope by the grammar of OAuth.
    pub fn with_scopes<T: Into<String>>(
        mut self,
        scopes: impl IntoIterator<Item = T>,
    ) -> Result<Self, InvalidResource> {
        for scope in scopes.into_iter().map(Into::into) {
            if !is_scope(&scope) {
                return Err(InvalidResource(Fault::Scope(scope)));
            }
            self.scopes.insert(scope);
        }
        Ok(self)
    }

    /// Sets the name for people.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Returns the path of the document: `/.well-known/oauth-protected-resource`, and then the path of the resource.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the document, as clients get it.
    pub fn document(&self) -> serde_json::Value {
        let mut document = json!({
            "resource": self.resource,
            "authorization_servers": self.authorization_servers,
            // A token in the query or in a form is never read.
            "bearer_methods_supported": ["header"],
        });
        if !self.scopes.is_empty() {
            document["scopes_supported"] = json!(self.scopes);
        }
        if let Some(name) = &self.name {
            document["resource_name"] = json!(name);
        }
        document
    }

    /// Returns the address of the document, for challenges.
    pub(super) fn address(&self) -> &Uri {
        &self.address
    }

    pub(super) fn scopes(&self) -> impl Iterator<Item = &str> {
        self.scopes.iter().map(String::as_str)
    }

    /// Answers a request to the path of the document.
    pub(super) fn answer(&self, method: &Method) -> Response<ResponseBody> {
        if *method != Method::GET && *method != Method::HEAD {
            let mut response = plain(StatusCode::METHOD_NOT_ALLOWED, "only GET is served here");
            response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            return response;
        }
        let text = if *method == Method::HEAD { Bytes::new() } else { self.document().to_string().into() };
        let mut response = Response::new(body::full(text));
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response
    }
}

/// Reads an address that clients are told.
fn checked(text: &str) -> Result<Uri, InvalidResource> {
    let is_address = |uri: &Uri| {
        let Some(host) = uri.host().filter(|host| !host.is_empty()) else { return false };
        let secure = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => is_this_machine(host),
            _ => false,
        };
        // `Uri` drops a fragment without a word.
        secure && uri.query().is_none() && !text.contains(['#', '"', '\\', '@'])
    };
    text.parse::<Uri>().ok().filter(is_address).ok_or_else(|| InvalidResource::address(text))
}

fn is_this_machine(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host == "localhost" || address.is_ok_and(|ip| ip.is_loopback())
}

/// Returns the path and the address of the document: the well-known part comes between host and path, and a path that is
/// only `/` is none.
fn metadata(resource: &Uri) -> Option<(String, Uri)> {
    let own = if resource.path() == "/" { "" } else { resource.path() };
    let path = format!("{WELL_KNOWN}{own}");
    let address = Uri::builder()
        .scheme(resource.scheme()?.clone())
        .authority(resource.authority()?.clone())
        .path_and_query(path.as_str())
        .build();
    Some((path, address.ok()?))
}

/// What was given to [`ProtectedResource`] cannot be told to clients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidResource(Fault);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Fault {
    Address(String),
    NoServer,
    Scope(String),
}

impl InvalidResource {
    fn address(text: &str) -> Self {
        Self(Fault::Address(text.to_owned()))
    }
}

impl fmt::Display for InvalidResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Fault::Address(text) => write!(
                f,
                "`{text}` is no address that clients can be told; write it with https (http only on this machine), \
                 without query, fragment and user: https://notes.example.com/mcp"
            ),
            Fault::NoServer => f.write_str(
                "no authorization server is named; name at least one that gives tokens for this resource: \
                 https://login.example.com",
            ),
            Fault::Scope(scope) => write!(
                f,
                "`{}` is no scope; write printable ASCII without blanks, quotes and backslashes: notes:read",
                scope.escape_debug()
            ),
        }
    }
}

impl error::Error for InvalidResource {}

#[cfg(test)]
mod tests {
    use super::*;

    const LOGIN: [&str; 1] = ["https://login.example.com"];

    #[test]
    fn the_document_lies_between_host_and_path() {
        for (resource, path, address) in [
            ("https://a.example", "", "https://a.example"),
            ("https://a.example/", "", "https://a.example"),
            ("https://a.example:8443/x/mcp", "/x/mcp", "https://a.example:8443"),
            ("http://[::1]:3000/mcp", "/mcp", "http://[::1]:3000"),
            ("http://localhost:3000/mcp", "/mcp", "http://localhost:3000"),
        ] {
            let resource = ProtectedResource::new(resource, LOGIN).unwrap();
            assert_eq!(resource.path(), format!("/.well-known/oauth-protected-resource{path}"));
            assert_eq!(
                resource.address().to_string(),
                format!("{address}/.well-known/oauth-protected-resource{path}")
            );
        }
    }

    #[test]
    fn an_address_that_clients_cannot_be_told_is_named() {
        for wrong in [
            "",
            "/mcp",
            "notes.example.com",
            "http://notes.example.com/mcp",
            "http://127.0.0.1.evil.example/mcp",
            "ftp://notes.example.com",
            "https://notes.example.com/mcp?token=a",
            "https://notes.example.com/mcp#here",
            "https://alice@notes.example.com/mcp",
        ] {
            let said = format!(
                "`{wrong}` is no address that clients can be told; write it with https (http only on this machine), \
                 without query, fragment and user: https://notes.example.com/mcp"
            );
            assert_eq!(ProtectedResource::new(wrong, LOGIN).unwrap_err().to_string(), said);
            assert_eq!(
                ProtectedResource::new("https://notes.example.com", [wrong]).unwrap_err().to_string(),
                said
            );
        }
    }

    #[test]
    fn what_is_no_scope_is_refused_before_anybody_reads_it() {
        let resource = ProtectedResource::new("https://notes.example.com", LOGIN).unwrap();
        let said = resource.with_scopes(["notes:read", "a\", error=\"b"]).unwrap_err().to_string();
        assert_eq!(
            said,
            r#"`a\", error=\"b` is no scope; write printable ASCII without blanks, quotes and backslashes: notes:read"#
        );
    }
}
