//! Credentials that are written in odd ways: one reading, or none.

use http::{HeaderValue, header};
use tool_core::Caller;
use tool_mcp::bearer;

use super::{Asked, asks_who, behind, who, without_credential};

/// Asks with these `Authorization` headers; returns whether there was a caller, and what the lookup was asked about.
async fn ask(headers: &[&[u8]]) -> (bool, Vec<String>) {
    let asked = Asked::default();
    let seen = asked.clone();
    let mount = behind(bearer(move |token: String| {
        seen.note(&token);
        async { Some(Caller::new("alice")) }
    }));
    let mut request = without_credential(asks_who());
    for header in headers {
        request.headers_mut().append(header::AUTHORIZATION, HeaderValue::from_bytes(header).unwrap());
    }
    let answered = who(&mount, request).await;
    if let Err((status, _)) = &answered {
        assert_eq!(*status, 401, "{headers:?}");
    }
    (answered.is_ok(), asked.all())
}

#[tokio::test]
async fn the_scheme_has_any_case_and_blanks_around_a_token_are_none_of_it() {
    for header in ["Bearer T-1", "bearer T-1", "BEARER T-1", "Bearer   T-1", "Bearer T-1  "] {
        assert_eq!(ask(&[header.as_bytes()]).await, (true, vec!["T-1".to_owned()]), "{header}");
    }
    let all = "Bearer aZ09-._~+/==";
    assert_eq!(ask(&[all.as_bytes()]).await, (true, vec!["aZ09-._~+/==".to_owned()]));
}

#[tokio::test]
async fn what_two_programs_could_read_in_two_ways_is_no_credential() {
    for headers in [
        &[&b"Bearer T-1"[..], b"Bearer T-2"][..],
        &[b"Bearer T-1", b"Bearer T-1"],
        &[b"Basic YTpi", b"Bearer T-1"],
        &[b"Bearer T-1, Bearer T-2"],
        &[b"Bearer T-1,T-2"],
        &[b"Basic YTpi, Bearer T-1"],
        &[b"Bearer T-1 T-2"],
        &[b"Bearer\tT-1"],
        &[b"Bearer T-1\tx"],
        &[b"Bearer\xc2\xa0T-1"],
        &[b"Bearer T-\xff"],
        &[b"BearerT-1"],
        &[b"Bearer"],
        &[b"Bearer "],
        &[b"Bearer ="],
        &[b"Bearer T=1"],
        &[b"Bearer \"T-1\""],
        &[b"Bearer realm=\"x\""],
        &[b"T-1"],
        &[b""],
        &[b"Token T-1"],
        &[b"DPoP T-1"],
    ] {
        assert_eq!(ask(headers).await, (false, vec![]), "{headers:?}");
    }
}

#[tokio::test]
async fn a_header_of_64_kib_is_a_token_like_another() {
    let token = "a".repeat(64 * 1024);
    let (known, asked) = ask(&[format!("Bearer {token}").as_bytes()]).await;
    assert!(known && asked == [token]);
}

#[tokio::test]
async fn a_token_in_the_address_or_in_another_header_is_never_read() {
    let asked = Asked::default();
    let seen = asked.clone();
    let mount = behind(bearer(move |token: String| {
        seen.note(&token);
        async { Some(Caller::new("alice")) }
    }));
    for address in ["/mcp?access_token=T-1", "/mcp?token=T-1&authorization=Bearer%20T-1", "/mcp/T-1"] {
        let mut request = without_credential(asks_who());
        *request.uri_mut() = address.parse().unwrap();
        assert_eq!(who(&mount, request).await, Err((401, "Bearer".to_owned())), "{address}");
    }
    for name in [header::COOKIE, header::PROXY_AUTHORIZATION, "x-authorization".parse().unwrap()] {
        let mut request = without_credential(asks_who());
        request.headers_mut().insert(name, HeaderValue::from_static("Bearer T-1"));
        assert_eq!(who(&mount, request).await, Err((401, "Bearer".to_owned())));
    }
    assert_eq!(asked.all(), Vec::<String>::new());
}
