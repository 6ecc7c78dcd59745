//! What a client without a good credential is told, and what the log is told when nobody can say whose a credential is.

use http::{StatusCode, header};
use proptest::prelude::*;
use tool_core::Caller;
use tool_mcp::{Challenge, bearer, http::ProtectedResource};

use super::{asks_who, behind, challenge, who, without_credential};
use crate::{
    mcp_http::{Broken, text},
    observed::Log,
};

fn resource() -> ProtectedResource {
    ProtectedResource::new("https://notes.example.com/mcp", ["https://login.example.com"]).unwrap()
}

const METADATA: &str =
    r#"resource_metadata="https://notes.example.com/.well-known/oauth-protected-resource/mcp""#;

#[tokio::test]
async fn a_challenge_says_where_the_metadata_is_and_which_scopes_to_ask_for() {
    let mount = behind(bearer(|_: String| async { None::<Caller> }))
        .with_protected_resource(resource().with_scopes(["notes:write", "notes:read"]).unwrap());
    assert_eq!(
        who(&mount, without_credential(asks_who())).await,
        Err((401, format!(r#"Bearer scope="notes:read notes:write", {METADATA}"#)))
    );
    assert_eq!(
        who(&mount, asks_who()).await,
        Err((401, format!(r#"Bearer error="invalid_token", scope="notes:read notes:write", {METADATA}"#)))
    );
}

#[tokio::test]
async fn what_an_authenticator_says_itself_is_not_replaced() {
    let own: http::Uri = "https://elsewhere.example/metadata".parse().unwrap();
    let authenticate = bearer(|_: String| async {
        Err::<Caller, _>(Challenge::invalid("it has expired").with_scopes(["other"]))
    });
    let mount = behind(authenticate.with_resource_metadata(own))
        .with_protected_resource(resource().with_scopes(["notes:read"]).unwrap());
    assert_eq!(
        who(&mount, asks_who()).await.unwrap_err().1,
        r#"Bearer error="invalid_token", scope="other", resource_metadata="https://elsewhere.example/metadata""#
    );
}

#[tokio::test]
async fn a_credential_that_may_do_nothing_here_is_403_with_all_scopes() {
    let authenticate =
        bearer(|_: String| async { Err::<Caller, _>(Challenge::insufficient_scope(["mcp:use", "mcp"])) });
    let mount = behind(authenticate).with_protected_resource(resource());
    let response = mount.respond(asks_who()).await;
    assert_eq!(response.status(), StatusCode::FORBIDDEN);
    assert_eq!(
        challenge(&response),
        format!(r#"Bearer error="insufficient_scope", scope="mcp mcp:use", {METADATA}"#)
    );
    assert_eq!(text(response).await, "a scope is missing");
}

#[tokio::test]
async fn a_reason_is_for_the_log_and_never_for_the_client() {
    let (log, _guard) = Log::start("tool_mcp=debug");
    let mount = behind(bearer(|_: String| async {
        Err::<Caller, _>(Challenge::invalid("issued for another service"))
    }));
    // Twice: another thread of the test process may have decided meanwhile that nobody listens.
    for _ in 0..2 {
        tracing::callsite::rebuild_interest_cache();
        let response = mount.respond(asks_who()).await;
        assert_eq!(challenge(&response), r#"Bearer error="invalid_token""#);
        assert_eq!(text(response).await, "a credential is needed");
    }
    assert!(log.text().contains("issued for another service"), "{}", log.text());
}

#[tokio::test]
async fn a_defect_is_a_500_that_says_nothing_and_is_logged_under_the_id_of_the_answer() {
    for broken in [Broken::Fails, Broken::Panics] {
        let (log, _guard) = Log::start("tool_mcp=trace");
        let mount = behind(broken).with_protected_resource(resource());
        let mut ids = Vec::new();
        for _ in 0..2 {
            tracing::callsite::rebuild_interest_cache();
            let response = mount.respond(asks_who()).await;
            assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
            assert!(!response.headers().contains_key(header::WWW_AUTHENTICATE));
            ids.push(response.headers()["x-correlation-id"].to_str().unwrap().to_owned());
            assert_eq!(text(response).await, "the server failed");
        }
        assert_ne!(ids[0], ids[1]);
        let log = log.text();
        assert!(log.contains(&ids[1]), "{log}");
        assert!(!log.contains("db.internal") && !log.contains("T-alice"), "{log}");
    }
}

proptest! {
    /// Whatever a host calls its scopes: one challenge, whose parameters are those that were meant.
    #[test]
    fn scopes_cannot_add_to_a_challenge(scopes in prop::collection::vec(any::<String>(), 0..4)) {
        let header = Challenge::insufficient_scope(&scopes).to_header();
        let header = header.to_str().unwrap();
        let rest = header.strip_prefix(r#"Bearer error="insufficient_scope""#).unwrap();
        let written = if rest.is_empty() {
            ""
        } else {
            rest.strip_prefix(r#", scope=""#).unwrap().strip_suffix('"').unwrap()
        };
        prop_assert!(!written.contains('"'));
        for scope in written.split(' ').filter(|scope| !scope.is_empty()) {
            prop_assert!(scopes.iter().any(|given| given == scope));
        }
    }

    /// Whatever address can be parsed, the parameter ends where it should.
    #[test]
    fn addresses_cannot_add_to_a_challenge(path in r#"["\\,={}a-z]{0,24}"#) {
        let Ok(address) = format!("https://a.example/m{path}").parse::<http::Uri>() else { return Ok(()) };
        let header = Challenge::missing().with_resource_metadata(&address).to_header();
        let header = header.to_str().unwrap();
        let written = header.strip_prefix(r#"Bearer resource_metadata=""#).unwrap().strip_suffix('"').unwrap();
        prop_assert!(!written.contains('"') && !written.contains('\\'));
    }
}
