//! Which web pages may use a server. Programs that are no browser send no `Origin`, and are not concerned.

use std::{error::Error, fmt};

use http::{HeaderMap, Uri, header::ORIGIN};

/// The origins that a browser's requests may come from.
///
/// The specification asks for the check
/// (<https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#security-endpoint>). A
/// browser also wants CORS headers, which are a layer of the host's.
///
/// # Examples
///
/// ```
/// use tool_mcp::http::Origins;
///
/// let origins = Origins::only(["https://app.example.com", "http://localhost:*"])?;
/// assert_eq!(
///     Origins::only(["app.example.com"]).unwrap_err().to_string(),
///     "`app.example.com` is no origin; write scheme and host, and a port or `:*` for any: https://app.example.com"
/// );
/// # Ok::<(), tool_mcp::http::InvalidOrigin>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origins(Vec<Allowed>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Allowed {
    scheme: String,
    host: String,
    /// `None` is any.
    port: Option<u16>,
}

impl Origins {
    /// Accepts no browser.
    pub fn none() -> Self {
        Self(Vec::new())
    }

    /// Accepts these origins, such as `https://app.example.com`, `http://localhost:3000` or `http://localhost:*`.
    ///
    /// Without a port, the one of the scheme is meant. There are no patterns but `:*`.
    ///
    /// # Errors
    ///
    /// [`InvalidOrigin`] for the first entry that is no origin.
    pub fn only<T: AsRef<str>>(origins: impl IntoIterator<Item = T>) -> Result<Self, InvalidOrigin> {
        let parse = |origin: T| {
            Allowed::parse(origin.as_ref()).ok_or_else(|| InvalidOrigin(origin.as_ref().to_owned()))
        };
        origins.into_iter().map(parse).collect::<Result<_, _>>().map(Self)
    }

    /// Accepts pages that the same machine serves over http, on any port.
    pub fn loopback() -> Self {
        let page = |host: &str| Allowed { scheme: "http".to_owned(), host: host.to_owned(), port: None };
        Self(["localhost", "127.0.0.1", "[::1]"].map(page).into())
    }

    /// Returns whether a request comes from no browser, or from a page of one of these origins.
    pub(super) fn admit(&self, headers: &HeaderMap) -> bool {
        headers.get_all(ORIGIN).iter().all(|value| {
            let page = value.to_str().ok().and_then(page);
            page.is_some_and(|(scheme, host, port)| {
                self.0.iter().any(|allowed| allowed.covers(&scheme, &host, port))
            })
        })
    }
}

impl Allowed {
    fn parse(entry: &str) -> Option<Self> {
        let (text, any_port) = match entry.strip_suffix(":*") {
            Some(text) => (text, true),
            None => (entry, false),
        };
        if text.contains('*') {
            // Valid in a URI, and never meant as it is.
            return None;
        }
        let (scheme, host, port) = page(text)?;
        Some(Self { scheme, host, port: (!any_port).then_some(port) })
    }

    fn covers(&self, scheme: &str, host: &str, port: u16) -> bool {
        self.scheme == scheme && self.host == host && self.port.is_none_or(|allowed| allowed == port)
    }
}

/// Reads an origin as RFC 6454 section 6 writes it: scheme, host, and the port where it is not the scheme's own.
fn page(text: &str) -> Option<(String, String, u16)> {
    let uri = text.parse::<Uri>().ok()?;
    let (scheme, authority) = (uri.scheme_str()?.to_ascii_lowercase(), uri.authority()?);
    let own_port = match scheme.as_str() {
        "http" => 80,
        "https" => 443,
        _ => return None,
    };
    // Whatever else was written, a path or a user, is not part of an origin.
    let (host, port) = (authority.host(), authority.port_u16());
    let written = port.map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
    let is_origin = !host.is_empty()
        && text.len() == scheme.len() + "://".len() + written.len()
        && text.ends_with(&written);
    is_origin.then(|| (scheme, host.to_ascii_lowercase(), port.unwrap_or(own_port)))
}

/// An entry of [`Origins::only`] is no origin.
///
/// # Examples
///
/// ```
/// use tool_mcp::http::Origins;
///
/// let fault = Origins::only(["app.example.com"]).unwrap_err();
/// assert!(fault.to_string().starts_with("`app.example.com` is no origin; write scheme and host"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidOrigin(String);

impl fmt::Display for InvalidOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(entry) = self;
        if entry.strip_suffix(":*").unwrap_or(entry).contains('*') {
            return write!(
                f,
                "`{entry}` is a pattern, and origins are compared as they are, but for a port `:*`; write each in \
                 full: https://app.example.com"
            );
        }
        write!(
            f,
            "`{entry}` is no origin; write scheme and host, and a port or `:*` for any: https://app.example.com"
        )
    }
}

impl Error for InvalidOrigin {}

#[cfg(test)]
mod tests {
    use super::*;

    fn admits(origins: &Origins, sent: &[&str]) -> bool {
        let mut headers = HeaderMap::new();
        for origin in sent {
            headers.append(ORIGIN, origin.parse().unwrap());
        }
        origins.admit(&headers)
    }

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        let origins =
            Origins::only(["https://app.example", "http://app.example:3000", "http://localhost:*"]).unwrap();
        for sent in [
            "https://app.example",
            "https://APP.example:443",
            "http://app.example:3000",
            "http://localhost:9",
        ] {
            assert!(admits(&origins, &[sent]), "{sent}");
        }
        for sent in [
            "http://app.example",
            "https://app.example:3000",
            "https://app.example.evil.example",
            "https://app.example/",
            "https://u@app.example",
            "file://localhost",
            "null",
            "",
        ] {
            assert!(!admits(&origins, &[sent]), "{sent}");
        }
    }

    #[test]
    fn each_origin_that_is_sent_must_be_allowed() {
        let origins = Origins::loopback();
        assert!(admits(&origins, &[]), "no browser");
        assert!(admits(&origins, &["http://127.0.0.1:8080"]));
        assert!(!admits(&origins, &["http://localhost", "http://evil.example"]));
        assert!(!admits(&Origins::none(), &["http://localhost"]));
    }

    #[test]
    fn a_pattern_other_than_that_of_the_port_is_refused_since_nothing_would_match_it() {
        for entry in ["*", "https://*", "https://*.example.com", "https://*.example.com:*", "http://a:*:*"] {
            assert_eq!(
                Origins::only(["https://a.example", entry]).unwrap_err().to_string(),
                format!(
                    "`{entry}` is a pattern, and origins are compared as they are, but for a port `:*`; write each \
                     in full: https://app.example.com"
                )
            );
        }
    }

    #[test]
    fn an_entry_that_is_no_origin_is_named() {
        for entry in ["", "*", "null", "localhost", "http://", "http://a/b", "ftp://a", "http://a:*:*"] {
            assert_eq!(Origins::only([entry]), Err(InvalidOrigin(entry.to_owned())), "{entry}");
        }
    }
}
