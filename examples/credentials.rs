//! Two kinds of credentials at one endpoint: personal tokens of the service's own, and signed tokens of an authorization
//! server. Both come to one `Caller`, and a client without one is told where to get it.
//!
//! `cargo run -p tool-examples --example credentials`, then
//! `curl -i localhost:8080/.well-known/oauth-protected-resource/mcp` is what a client is told.

use std::{error::Error, future::ready};

use axum::Router;
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, errors::ErrorKind};
use serde::Deserialize;
use tool_core::{Allow, Caller, Invoker, Registry, Surface, tool};
use tool_mcp::{
    Challenge, Handler, ServerIdentity, bearer, first_of,
    http::{Hosts, Mount, Origins, ProtectedResource},
};

/// The endpoint as clients know it, and so the audience of tokens for it.
const RESOURCE: &str = "http://localhost:8080/mcp";

/// Who signs tokens.
const ISSUER: &str = "https://login.example.com";

/// The issuer's public key, as its key set has it (`x` of the key). This one is of RFC 8037, appendix A.2, and everybody
/// has its private half.
const PUBLIC_KEY: &str = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";

/// Tells who is calling.
#[tool(title = "Who am I", exposure = both, effect = read_only, open_world = false)]
fn who_am_i(#[context] caller: &Caller) -> String {
    caller.id().to_owned()
}

/// Deletes all notes of the caller.
#[tool(title = "Delete all notes", exposure = both, scopes = ["notes:read", "notes:write"])]
fn delete_all_notes() {}

/// A token that a user made in the settings of the service. A real service asks its store, and compares digests.
fn personal(token: &str) -> Option<Caller> {
    (token == "pat_alice").then(|| Caller::new("alice").with_scopes(["notes:read"]))
}

/// What is read of a signed token once it is known to be good.
#[derive(Deserialize)]
struct Claims {
    sub: String,
    #[serde(default)]
    scope: String,
}

/// The check of signed tokens.
struct Signed {
    key: DecodingKey,
    rules: Validation,
}

impl Signed {
    fn new() -> Result<Self, jsonwebtoken::errors::Error> {
        // The algorithm is the one of our key. What the header of a token says chooses nothing.
        let mut rules = Validation::new(Algorithm::EdDSA);
        rules.set_issuer(&[ISSUER]);
        rules.set_audience(&[RESOURCE]);
        rules.set_required_spec_claims(&["aud", "exp", "iss", "sub"]);
        rules.validate_nbf = true;
        rules.leeway = 30;
        Ok(Self { key: DecodingKey::from_ed_components(PUBLIC_KEY)?, rules })
    }

    fn caller(&self, token: &str) -> Result<Caller, Challenge> {
        let claims = decode::<Claims>(token, &self.key, &self.rules)
            .map_err(|error| Challenge::invalid(reason(error.kind())))?
            .claims;
        Ok(Caller::new(claims.sub).with_scopes(claims.scope.split_whitespace()))
    }
}

/// Says for the log why a token is not good, with nothing of the token in it.
fn reason(kind: &ErrorKind) -> &'static str {
    match kind {
        ErrorKind::ExpiredSignature => "the token has expired",
        ErrorKind::ImmatureSignature => "the token is not valid yet",
        ErrorKind::InvalidAlgorithm => "the token is signed with another algorithm",
        ErrorKind::InvalidAudience => "the token is for another service",
        ErrorKind::InvalidIssuer => "the token is of another issuer",
        ErrorKind::InvalidSignature => "the signature of the token is wrong",
        ErrorKind::MissingRequiredClaim(_) => "the token lacks a claim",
        _ => "the token is malformed",
    }
}

fn app() -> Result<Router, Box<dyn Error>> {
    let registry = Registry::builder(()).tool(who_am_i_tool()).tool(delete_all_notes_tool()).build()?;
    let invoker = Invoker::builder(registry).unlimited().build()?;
    let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
    let handler =
        Handler::new(surface, ServerIdentity::new("credentials-example", env!("CARGO_PKG_VERSION")));

    let signed = Signed::new()?;
    let authenticate =
        first_of(bearer(|token: String| ready(personal(&token))).of_shape(|token| token.starts_with("pat_")))
            .or(bearer(move |token: String| ready(signed.caller(&token)))
                .of_shape(|token| token.split('.').count() == 3));

    let resource = ProtectedResource::new(RESOURCE, [ISSUER])?.with_scopes(["notes:read"])?;
    let metadata = resource.path().to_owned();
    let mcp = Mount::new(handler, authenticate, Hosts::loopback(), Origins::none())
        .with_protected_resource(resource)
        .disclose_scopes();
    Ok(Router::new().route_service("/mcp", mcp.clone()).route_service(&metadata, mcp))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
    eprintln!("{RESOURCE}, Authorization: Bearer pat_alice");
    axum::serve(listener, app()?).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use axum::{
        body::Body,
        http::{Request, Response, StatusCode},
    };
    use http_body_util::BodyExt;
    use jsonwebtoken::{EncodingKey, Header, encode, get_current_timestamp};
    use serde_json::{Value, json};
    use tower::ServiceExt;

    use super::*;

    /// PKCS #8 before the 32 bytes of an Ed25519 key (RFC 8410, section 7).
    const PKCS8: [u8; 16] = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

    /// The private half of `PUBLIC_KEY`: RFC 8037, appendix A.1, `d` in hexadecimal.
    const PRIVATE_KEY: [u8; 32] = [
        0x9d, 0x61, 0xb1, 0x9d, 0xef, 0xfd, 0x5a, 0x60, 0xba, 0x84, 0x4a, 0xf4, 0x92, 0xec, 0x2c, 0xc4, 0x44,
        0x49, 0xc5, 0x69, 0x7b, 0x32, 0x69, 0x19, 0x70, 0x3b, 0xac, 0x03, 0x1c, 0xae, 0x7f, 0x60,
    ];

    const INVALID: &str = "Bearer error=\"invalid_token\", scope=\"notes:read\", \
        resource_metadata=\"http://localhost:8080/.well-known/oauth-protected-resource/mcp\"";

    fn private(key: [u8; 32]) -> EncodingKey {
        EncodingKey::from_ed_der(&[&PKCS8[..], &key].concat())
    }

    /// Claims of alice's that nothing is wrong with, but for what is merged into them; null takes a claim out.
    fn claims(change: &Value) -> Value {
        let mut claims = json!({
            "iss": ISSUER, "aud": RESOURCE, "sub": "alice", "exp": get_current_timestamp() + 600, "scope": "notes:read"
        });
        for (name, value) in change.as_object().unwrap() {
            claims[name] = value.clone();
        }
        claims.as_object_mut().unwrap().retain(|_, value| !value.is_null());
        claims
    }

    #[expect(clippy::needless_pass_by_value, reason = "claims are written where they are used")]
    fn signed(change: Value) -> String {
        encode(&Header::new(Algorithm::EdDSA), &claims(&change), &private(PRIVATE_KEY)).unwrap()
    }

    /// Puts another header before the claims and the signature of a token.
    fn with_header(header: &Value, token: &str) -> String {
        let rest = token.split_once('.').unwrap().1;
        format!("{}.{rest}", base64url(header.to_string().as_bytes()))
    }

    fn base64url(bytes: &[u8]) -> String {
        const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let letters = bytes.chunks(3).flat_map(|chunk| {
            let bits = chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte))
                << (8 * (3 - chunk.len()));
            (0..=chunk.len()).map(move |place| char::from(LETTERS[(bits >> (18 - 6 * place) & 63) as usize]))
        });
        letters.collect()
    }

    async fn post(credential: Option<&str>, tool: &str) -> Response<Body> {
        let call = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": tool, "arguments": {} }
        });
        let mut request = Request::post("/mcp")
            .header("host", "localhost:8080")
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream");
        if let Some(token) = credential {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        app().unwrap().oneshot(request.body(Body::from(call.to_string())).unwrap()).await.unwrap()
    }

    async fn json_of(response: Response<Body>) -> Value {
        serde_json::from_slice(&response.into_body().collect().await.unwrap().to_bytes()).unwrap()
    }

    #[tokio::test]
    async fn both_kinds_of_tokens_come_to_the_same_caller() {
        for token in ["pat_alice", &signed(json!({}))] {
            let response = post(Some(token), "who_am_i").await;
            assert_eq!(response.status(), StatusCode::OK);
            assert_eq!(json_of(response).await["result"]["content"][0]["text"], "alice");
        }
    }

    #[tokio::test]
    async fn a_token_that_is_not_as_it_should_be_is_refused_and_all_look_alike() {
        let good = signed(json!({}));
        let now = get_current_timestamp();
        let mut tampered = good.clone();
        // The last letter of the claims; the signature stays.
        let end = good.rfind('.').unwrap();
        tampered.replace_range(end - 1..end, if &good[end - 1..end] == "A" { "Q" } else { "A" });
        // The public key is no secret, so whoever has it must not be able to sign with it.
        let hmac = |secret: &[u8]| {
            let key = EncodingKey::from_secret(secret).unwrap();
            encode(&Header::new(Algorithm::HS256), &claims(&json!({})), &key).unwrap()
        };
        let unsigned = |algorithm: &str| {
            let token = with_header(&json!({ "alg": algorithm, "typ": "JWT" }), &good);
            format!("{}.", token.rsplit_once('.').unwrap().0)
        };
        for (what, token) in [
            ("no algorithm", unsigned("none")),
            ("no algorithm, in capitals", unsigned("NONE")),
            ("no signature", unsigned("EdDSA")),
            ("another key", {
                encode(&Header::new(Algorithm::EdDSA), &claims(&json!({})), &private([7; 32])).unwrap()
            }),
            ("signed with the public key as a secret, as text", hmac(PUBLIC_KEY.as_bytes())),
            ("a symmetric algorithm over a good signature", with_header(&json!({ "alg": "HS256" }), &good)),
            ("RSA over a good signature", with_header(&json!({ "alg": "RS256" }), &good)),
            ("changed claims", tampered),
            ("another audience", signed(json!({ "aud": "https://other.example.com/mcp" }))),
            ("no audience", signed(json!({ "aud": null }))),
            ("another issuer", signed(json!({ "iss": "https://login.evil.example" }))),
            ("no issuer", signed(json!({ "iss": null }))),
            ("expired", signed(json!({ "exp": now - 3600 }))),
            ("never expires", signed(json!({ "exp": null }))),
            ("not valid yet", signed(json!({ "nbf": now + 3600 }))),
            ("nobody's", signed(json!({ "sub": null }))),
            ("four parts", format!("{good}.x")),
            ("no shape at all", "alice".to_owned()),
            ("an unknown personal token", "pat_mallory".to_owned()),
        ] {
            let response = post(Some(&token), "who_am_i").await;
            assert_eq!(response.status(), StatusCode::UNAUTHORIZED, "{what}");
            assert_eq!(response.headers()["www-authenticate"], INVALID, "{what}");
        }
    }

    #[tokio::test]
    async fn a_tool_that_needs_more_scopes_says_all_of_them_and_does_not_run() {
        for token in ["pat_alice".to_owned(), signed(json!({})), signed(json!({ "scope": null }))] {
            let response = post(Some(&token), "delete_all_notes").await;
            assert_eq!(response.status(), StatusCode::FORBIDDEN);
            assert_eq!(
                response.headers()["www-authenticate"],
                "Bearer error=\"insufficient_scope\", scope=\"notes:read notes:write\", \
                 resource_metadata=\"http://localhost:8080/.well-known/oauth-protected-resource/mcp\""
            );
        }
        let able = signed(json!({ "scope": "notes:write notes:read" }));
        assert_eq!(post(Some(&able), "delete_all_notes").await.status(), StatusCode::OK);
    }

    #[tokio::test]
    async fn a_client_without_a_token_learns_where_to_get_one() {
        let response = post(None, "who_am_i").await;
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
        assert_eq!(response.headers()["www-authenticate"], INVALID.replace("error=\"invalid_token\", ", ""));
        let metadata =
            Request::get("/.well-known/oauth-protected-resource/mcp").header("host", "localhost:8080");
        let response = app().unwrap().oneshot(metadata.body(Body::empty()).unwrap()).await.unwrap();
        let document = json_of(response).await;
        assert_eq!(document["resource"], RESOURCE);
        assert_eq!(document["authorization_servers"], json!([ISSUER]));
    }
}
