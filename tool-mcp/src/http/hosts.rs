//! Which names a server answers to. A browser that was led astray by DNS sends another one.

use std::{
    error::Error,
    fmt,
    net::{IpAddr, SocketAddr},
    str::FromStr,
};

use http::{HeaderMap, Uri, header::HOST, uri::Authority};

/// The hosts that requests may be addressed to, as the `Host` header or the authority of HTTP/2 names them.
///
/// # Examples
///
/// ```
/// use tool_mcp::http::Hosts;
///
/// let hosts = Hosts::only(["notes.example.com", "notes.example.com:8443"])?;
/// assert_eq!(
///     Hosts::only(["https://notes.example.com"]).unwrap_err().to_string(),
///     "`https://notes.example.com` is no host; write the name alone, or the name and a port: notes.example.com:8443"
/// );
/// # Ok::<(), tool_mcp::http::InvalidHost>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts(Vec<Host>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Host {
    name: String,
    port: Option<u16>,
}

impl Hosts {
    /// Accepts these hosts: `notes.example.com` on any port, `notes.example.com:8443` on that one. None accept
    /// nothing, and there are no patterns.
    ///
    /// # Errors
    ///
    /// [`InvalidHost`] for the first entry that is not a name or an address, with or without a port.
    pub fn only<T: AsRef<str>>(hosts: impl IntoIterator<Item = T>) -> Result<Self, InvalidHost> {
        let parse = |host: T| Host::parse(host.as_ref()).ok_or_else(|| InvalidHost(host.as_ref().to_owned()));
        hosts.into_iter().map(parse).collect::<Result<_, _>>().map(Self)
    }

    /// Accepts `localhost`, `127.0.0.1` and `[::1]` on any port, for a server that only programs on the same
    /// machine reach.
    pub fn loopback() -> Self {
        let host = |name: &str| Host { name: name.to_owned(), port: None };
        Self(["localhost", "127.0.0.1", "[::1]"].map(host).into())
    }

    /// Accepts the address that a server listens on, and the names of this machine on the same port.
    ///
    /// # Examples
    ///
    /// ```
    /// use tool_mcp::http::Hosts;
    ///
    /// let hosts = Hosts::bound_to("192.0.2.7:3000".parse().unwrap());
    /// assert_eq!(Ok(hosts), Hosts::only(["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "192.0.2.7:3000"]));
    /// ```
    pub fn bound_to(address: SocketAddr) -> Self {
        let own = match address.ip() {
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        };
        let Self(mut hosts) = Self::loopback();
        if hosts.iter().all(|host| host.name != own) {
            hosts.push(Host { name: own, port: None });
        }
        Self(hosts.into_iter().map(|host| Host { port: Some(address.port()), ..host }).collect())
    }

    /// Accepts the other hosts as well: the names under which a proxy passes requests on.
    ///
    /// # Examples
    ///
    /// ```
    /// use tool_mcp::http::Hosts;
    ///
    /// let hosts = Hosts::bound_to("192.0.2.7:3000".parse().unwrap()).and(Hosts::only(["notes.example.com"])?);
    /// # let _ = hosts;
    /// # Ok::<(), tool_mcp::http::InvalidHost>(())
    /// ```
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    /// Returns whether a request is addressed to one of these hosts. One that does not say is not.
    pub(super) fn admit(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let mut values = headers.get_all(HOST).iter();
        let named = match (values.next(), values.next()) {
            (Some(value), None) => value.to_str().ok().and_then(Host::parse),
            (Some(_), Some(_)) => None,
            (None, _) => uri.authority().map(Authority::as_str).and_then(Host::parse),
        };
        named.is_some_and(|named| self.0.iter().any(|host| host.covers(&named)))
    }
}

/// Reads hosts from a setting, with commas between them: `notes.example.com,notes.example.com:8443`.
impl FromStr for Hosts {
    type Err = InvalidHost;

    fn from_str(list: &str) -> Result<Self, InvalidHost> {
        Self::only(list.split(',').map(str::trim))
    }
}

impl Host {
    fn parse(text: &str) -> Option<Self> {
        if text.contains('*') {
            // Valid in a URI, and never meant as it is.
            return None;
        }
        let authority = text.parse::<Authority>().ok()?;
        let port = authority.port_u16();
        // A user before the name, or a port that is no number, parses as an authority too.
        let written = match port {
            Some(port) => format!("{}:{port}", authority.host()),
            None => authority.host().to_owned(),
        };
        (written == text && !authority.host().is_empty())
            .then(|| Self { name: authority.host().to_ascii_lowercase(), port })
    }

    fn covers(&self, named: &Self) -> bool {
        self.name == named.name && self.port.is_none_or(|port| named.port == Some(port))
    }
}

/// An entry of [`Hosts::only`] is no host.
///
/// # Examples
///
/// ```
/// use tool_mcp::http::Hosts;
///
/// let fault = Hosts::only(["*.example.com"]).unwrap_err();
/// assert!(fault.to_string().starts_with("`*.example.com` is a pattern, and hosts are compared as they are"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidHost(String);

impl fmt::Display for InvalidHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(entry) = self;
        if entry.contains('*') {
            return write!(
                f,
                "`{entry}` is a pattern, and hosts are compared as they are; write each name in full, which without a \
                 port is any port: notes.example.com"
            );
        }
        write!(
            f,
            "`{entry}` is no host; write the name alone, or the name and a port: notes.example.com:8443"
        )
    }
}

impl Error for InvalidHost {}

#[cfg(test)]
mod tests {
    use super::*;

    fn admits(hosts: &Hosts, named: &[&str]) -> bool {
        let mut headers = HeaderMap::new();
        for name in named {
            headers.append(HOST, name.parse().unwrap());
        }
        hosts.admit(&Uri::from_static("/mcp"), &headers)
    }

    #[test]
    fn a_list_of_a_setting_is_read_and_adds_to_others() {
        let hosts: Hosts = "notes.example.com, tools.example.com:8443".parse().unwrap();
        assert_eq!(Ok(hosts.clone()), Hosts::only(["notes.example.com", "tools.example.com:8443"]));
        let hosts = Hosts::bound_to("127.0.0.1:3000".parse().unwrap()).and(hosts);
        assert!(admits(&hosts, &["127.0.0.1:3000"]) && admits(&hosts, &["notes.example.com"]));
        assert!(admits(&hosts, &["tools.example.com:8443"]) && !admits(&hosts, &["tools.example.com"]));
        assert_eq!("a.example.com,".parse::<Hosts>(), Err(InvalidHost(String::new())));
        assert_eq!("".parse::<Hosts>(), Err(InvalidHost(String::new())));
    }

    #[test]
    fn a_host_is_one_of_the_list_on_the_stated_port() {
        let hosts = Hosts::only(["a.example", "b.example:8443", "[::1]"]).unwrap();
        for named in ["a.example", "A.Example:1", "b.example:8443", "[::1]:80"] {
            assert!(admits(&hosts, &[named]), "{named}");
        }
        for named in
            ["b.example", "b.example:443", "x.a.example", "a.example.", "u@a.example", "a.example:99999", ""]
        {
            assert!(!admits(&hosts, &[named]), "{named}");
        }
    }

    #[test]
    fn a_pattern_is_refused_since_nothing_would_match_it() {
        for entry in ["*", "*.example.com", "*.example.com:8443", "notes.example.com:*"] {
            assert_eq!(
                Hosts::only(["a.example", entry]).unwrap_err().to_string(),
                format!(
                    "`{entry}` is a pattern, and hosts are compared as they are; write each name in full, which \
                     without a port is any port: notes.example.com"
                )
            );
        }
    }

    #[test]
    fn a_request_that_names_no_host_or_two_is_refused() {
        assert!(!admits(&Hosts::loopback(), &[]));
        assert!(!admits(&Hosts::loopback(), &["localhost", "localhost"]));
        assert!(Hosts::loopback().admit(&Uri::from_static("http://localhost:80/mcp"), &HeaderMap::new()));
    }

    #[test]
    fn an_empty_list_refuses_everything() {
        let none = Hosts::only::<&str>([]).unwrap();
        assert!(!admits(&none, &["localhost"]));
    }
}
