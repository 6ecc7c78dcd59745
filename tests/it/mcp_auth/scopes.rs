//! Tools that only a scope keeps from a caller: unknown, unless the mount says that scopes are disclosed.

use bytes::Bytes;
use http::{Request, StatusCode, header};
use http_body_util::Full;
use serde_json::{Value, json};
use tool_core::{
    Allow, Availability, Available, BoxError, Caller, Exposure, HostMetadata, Invoker, Prompt, ReadCall,
    Registered, Registry, Resource, Surface, ToolError,
};
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
    mount_of(registry(tools))
}

fn mount_of(registry: Registry) -> Mount {
    let invoker = Invoker::builder(registry).unlimited().availability(Secret).build().unwrap();
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

/// A document and a prompt that need a scope, and one of each that is internal.
fn mount_of_readables() -> Mount {
    let host = |exposure| {
        let scopes = ["notes:write"];
        HostMetadata::default().with_title("Private").with_exposure(exposure).with_scopes(scopes)
    };
    let resource =
        |uri: &str, name: &str, exposure| Resource::new(uri, name).description("Text.").host(host(exposure));
    let prompt = |name: &str, exposure| Prompt::new(name).description("Text.").host(host(exposure));
    let words = async |_, _: ReadCall| Ok::<_, ToolError>("words");
    let registry = Registry::builder(())
        .static_resource(resource("notes://private", "private", Exposure::Both), "text")
        .static_resource(resource("notes://internal", "internal", Exposure::Internal), "text")
        .prompt(prompt("private", Exposure::Both), words)
        .prompt(prompt("internal", Exposure::Internal), words)
        .build()
        .unwrap();
    mount_of(registry)
}

#[tokio::test]
async fn documents_and_prompts_are_disclosed_as_tools_are() {
    let read = |name: &str| ("resources/read", json!({ "uri": format!("notes://{name}") }));
    let get = |name: &str| ("prompts/get", json!({ "name": name }));
    let answer = async |mount: Mount, (method, params): (&str, Value), era: fn(&str, Value) -> Value| {
        let request = with(post(&era(method, params)), header::AUTHORIZATION, "Bearer T-reader");
        let response = mount.respond(request).await;
        let status = response.status();
        let disclosed =
            response.headers().get(header::WWW_AUTHENTICATE).map(|why| why.to_str().unwrap().to_owned());
        (status, disclosed, text(response).await)
    };
    for era in [legacy, modern] {
        for private in [read("private"), get("private")] {
            let open = answer(mount_of_readables().disclose_scopes(), private.clone(), era).await;
            assert_eq!(open.0, StatusCode::FORBIDDEN, "{open:?}");
            assert!(open.1.is_some_and(|why| why.contains("scope=\"notes:write\"")));
            let closed = answer(mount_of_readables(), private, era).await;
            assert_ne!(closed.0, StatusCode::FORBIDDEN);
            assert_eq!(closed.1, None);
        }
        for (internal, nothing) in [(read("internal"), read("nothing")), (get("internal"), get("nothing"))] {
            let internal = answer(mount_of_readables().disclose_scopes(), internal, era).await;
            let nothing = answer(mount_of_readables().disclose_scopes(), nothing, era).await;
            let unnamed = |text: &str| text.replace("internal", "nothing");
            assert_eq!((internal.0, internal.1, unnamed(&internal.2)), nothing);
        }
    }
}
