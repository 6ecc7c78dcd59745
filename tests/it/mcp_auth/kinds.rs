//! Where a caller comes from: the host's middleware, or one of several kinds of tokens; and never from a message.

use http::{HeaderName, header};
use serde_json::json;
use tool_core::Caller;
use tool_mcp::{Authentication, Challenge, bearer, first_of, from_extension};

use super::{Asked, asks_who, behind, who, without_credential};
use crate::{
    mcp_fixture::{call, legacy, modern},
    mcp_http::{Broken, post, text, with},
};

/// What the middleware of the host puts into a request.
#[derive(Clone)]
struct User {
    name: &'static str,
    suspended: bool,
}

#[tokio::test]
async fn the_user_of_the_hosts_middleware_is_the_caller_and_without_one_there_is_a_challenge() {
    let mount = behind(from_extension(|user: &User| Caller::new(user.name)));
    let mut request = without_credential(asks_who());
    assert_eq!(who(&mount, request.clone()).await, Err((401, "Bearer".to_owned())));
    // A credential that the middleware did not take for one does not help.
    assert_eq!(who(&mount, asks_who()).await, Err((401, "Bearer".to_owned())));
    request.extensions_mut().insert(User { name: "carol", suspended: false });
    assert_eq!(who(&mount, request).await.as_deref(), Ok("carol"));
}

#[tokio::test]
async fn a_user_of_the_middleware_can_be_refused() {
    let mount = behind(from_extension(|user: &User| {
        if user.suspended {
            return Authentication::from(Challenge::invalid("the user is suspended"));
        }
        Caller::new(user.name).into()
    }));
    let mut request = without_credential(asks_who());
    request.extensions_mut().insert(User { name: "carol", suspended: true });
    assert_eq!(who(&mount, request).await, Err((401, r#"Bearer error="invalid_token""#.to_owned())));
}

#[tokio::test]
async fn the_first_that_knows_the_kind_of_a_token_decides_and_the_others_never_see_it() {
    let (personal, signed) = (Asked::default(), Asked::default());
    let (seen_by_first, seen_by_second) = (personal.clone(), signed.clone());
    let first = bearer(move |token: String| {
        seen_by_first.note(&token);
        async move { (token == "pat_alice").then(|| Caller::new("alice")) }
    });
    let second = bearer(move |token: String| {
        seen_by_second.note(&token);
        async move { (token == "a.b.c").then(|| Caller::new("bob")) }
    });
    let mount = behind(
        first_of(first.of_shape(|token| token.starts_with("pat_")))
            .or(second.of_shape(|token| token.split('.').count() == 3)),
    );
    let ask = async |credential: &str| {
        who(&mount, with(asks_who(), header::AUTHORIZATION, credential))
            .await
            .map_err(|(_, challenge)| challenge)
    };
    assert_eq!(ask("Bearer pat_alice").await.as_deref(), Ok("alice"));
    assert_eq!(ask("Bearer a.b.c").await.as_deref(), Ok("bob"));
    let invalid = Err(r#"Bearer error="invalid_token""#.to_owned());
    // Both shapes; the first decides, and the second is not asked about what the first refused.
    assert_eq!(ask("Bearer pat_.b.c").await, invalid);
    assert_eq!(ask("Bearer of-no-shape").await, invalid);
    assert_eq!(ask("Basic YWxpY2U6YQ==").await, invalid);
    assert_eq!(who(&mount, without_credential(asks_who())).await, Err((401, "Bearer".to_owned())));
    assert_eq!(personal.all(), ["pat_alice", "pat_.b.c"]);
    assert_eq!(signed.all(), ["a.b.c"]);
}

#[tokio::test]
async fn a_kind_that_cannot_be_checked_does_not_make_another_kind_count() {
    let mount = behind(first_of(Broken::Fails).or(bearer(|_: String| async { Some(Caller::new("alice")) })));
    assert_eq!(who(&mount, asks_who()).await, Err((500, String::new())));
}

#[tokio::test]
async fn a_session_of_the_middleware_and_a_token_stand_side_by_side() {
    let tokens = bearer(|token: String| async move { (token == "T-alice").then(|| Caller::new("alice")) });
    let mount = behind(first_of(tokens).or(from_extension(|user: &User| Caller::new(user.name))));
    let session = || {
        let mut request = without_credential(asks_who());
        request.extensions_mut().insert(User { name: "carol", suspended: false });
        request
    };
    assert_eq!(who(&mount, session()).await.as_deref(), Ok("carol"));
    assert_eq!(who(&mount, asks_who()).await.as_deref(), Ok("alice"));
    let both = with(session(), header::AUTHORIZATION, "Bearer T-alice");
    assert_eq!(who(&mount, both).await.as_deref(), Ok("alice"), "the token was given on purpose");
    let bad = with(session(), header::AUTHORIZATION, "Bearer T-nobody");
    assert_eq!(
        who(&mount, bad).await.map_err(|(status, _)| status),
        Err(401),
        "a bad token is not passed over"
    );
}

#[tokio::test]
async fn a_principal_that_a_message_names_is_ignored() {
    let mount = behind(bearer(|_: String| async { Some(Caller::new("alice")) }));
    let principals = ["user", "caller", "principal", "sub", "userId", "io.modelcontextprotocol/user"];
    for era in [legacy, modern] {
        let mut params = call("remember", json!({}));
        for principal in principals {
            params[principal] = json!("bob");
            params["_meta"][principal] = json!("bob");
        }
        let mut request = post(&era("tools/call", params));
        for header in ["x-user", "x-forwarded-user", "x-remote-user", "from"] {
            request = with(request, HeaderName::from_static(header), "bob");
        }
        assert_eq!(who(&mount, request).await.as_deref(), Ok("alice"));

        let request = post(&era("tools/call", call("remember", json!({ "user": "bob" }))));
        let answer = text(mount.respond(request).await).await;
        assert!(answer.contains("/user: unknown argument"), "{answer}");
    }
}
