//! Tools that only a scope keeps from a caller: unknown, unless the mount says that scopes are disclosed.

use bytes::Bytes;
use http::{Request, StatusCode, header};
use http_body_util::Full;
use serde_json::{Value, json};
use tool_core::{Allow, Availability, Available, BoxError, Caller, Exposure, Invoker, Registered, Surface};
use tool_mcp::{
    Handler, ServerIdentity, bearer,
    http::{Hosts, Mount, Origins, ProtectedResource},
};

use super::challenge;
use crate::{
    mcp_fixture::{call, legacy, modern, names},
    mcp_http::{post, text, with},
    support::{Fixture, registry},
};

/// Hides the tool `secret` from everybody but `root`.
struct Secret;

impl Availability for Secret {
    fn check(&self, caller: &Caller, tool: &Registered) -> Result<Available, BoxError> {
        let hidden = tool.name().as_str() == "secret" && caller.id() != "root";
        Ok(if hidden { Available::Hidden } else { Available::Visible })
    }
}

/// `T-reader` holds `notes:read`, `T-writer` both scopes.
fn mount() -> Mount {
    let needs = |name: &str, scopes: &[&'static str]| {
        let scopes = scopes.to_vec();
        Fixture::new(name).host(move |host| host.with_scopes(scopes))
    };
    let tools = [
        needs("write", &["notes:write", "notes:read"]),
        needs("secret", &["notes:write"]),
        needs("odd", &["notes\"write"]),
        needs("internal", &["notes:write"]).host(|host| host.with_exposure(Exposure::Internal)),
        Fixture::new("plain"),
    ];
    let invoker = Invoker::builder(registry(tools)).unlimited().availability(Secret).build().unwrap();
    let surface = Surface::outside("notes", &invoker, Allow::exposed()).build().unwrap();
    let authenticate = bearer(|token: String| async move {
        match token.as_str() {
            "T-reader" => Some(Caller::new("reader").with_scopes(["notes:read"])),
            "T-writer" => Some(Caller::new("writer").with_scopes(["notes:read", "notes:write"])),
            _ => None,
        }
    });
    let handler = Handler::new(surface, ServerIdentity::new("notes", "0"));
    let resource = ProtectedResource::new("https://a.example/mcp", ["https://login.example"]).unwrap();
    Mount::new(handler, authenticate, Hosts::loopback(), Origins::none()).with_protected_resource(resource)
}

fn calling(token: &str, tool: &str, era: fn(&str, Value) -> Value) -> Request<Full<Bytes>> {
    let request = post(&era("tools/call", call(tool, json!({}))));
    with(request, header::AUTHORIZATION, &format!("Bearer {token}"))
}

#[tokio::test]
async fn all_scopes_of_a_tool_are_named_where_the_mount_discloses_them() {
    for era in [legacy, modern] {
        let response = mount().disclose_scopes().respond(calling("T-reader", "write", era)).await;
        assert_eq!(response.status(), StatusCode::FORBIDDEN);
        assert_eq!(
            challenge(&response),
            "Bearer error=\"insufficient_scope\", scope=\"notes:read notes:write\", \
             resource_metadata=\"https://a.example/.well-known/oauth-protected-resource/mcp\""
        );
        assert_eq!(text(response).await, "a scope is missing");

        let response = mount().disclose_scopes().respond(calling("T-writer", "write", era)).await;
        assert!(text(response).await.contains("ran"));
    }
}

#[tokio::test]
async fn elsewhere_such_a_tool_is_as_unknown_as_one_that_does_not_exist() {
    let unknown = async |mount: Mount, tool: &str| {
        let response = mount.respond(calling("T-reader", tool, legacy)).await;
        let status = response.status();
        assert!(!response.headers().contains_key(header::WWW_AUTHENTICATE));
        (status, text(response).await.replace(tool, "NAME"))
    };
    let nothing = unknown(mount(), "no_such_tool").await;
    assert_eq!(nothing.0, StatusCode::OK);
    assert!(nothing.1.contains("Unknown tool: NAME"), "{}", nothing.1);
    assert_eq!(unknown(mount(), "write").await, nothing);
    // And where scopes are disclosed: what another reason hides, and what no client could ask for.
    for tool in ["no_such_tool", "secret", "internal", "odd"] {
        assert_eq!(unknown(mount().disclose_scopes(), tool).await, nothing, "{tool}");
    }
}

#[tokio::test]
async fn what_is_disclosed_at_a_call_is_still_not_listed() {
    let list = with(post(&legacy("tools/list", json!({}))), header::AUTHORIZATION, "Bearer T-reader");
    let answer: Value =
        serde_json::from_str(&text(mount().disclose_scopes().respond(list).await).await).unwrap();
    assert_eq!(names(&answer), ["plain"]);
    let plain = mount().disclose_scopes().respond(calling("T-reader", "plain", legacy)).await;
    assert!(text(plain).await.contains("ran"));
}
