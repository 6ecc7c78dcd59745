//! What is announced, listed and read, and what an unknown resource is answered with.

use std::num::NonZeroUsize;

use http::HeaderName;
use serde_json::{Value, json};
use tool_core::{Allow, Invoker, Surface};
use tool_mcp::Handler;

use super::{ask, handler, handler_of, registry, surface};
use crate::{
    mcp_fixture::{fixture, legacy, modern},
    mcp_http::{mount_of, post, text, with},
    support::Projects,
};

fn initialize(version: &str) -> Value {
    legacy(
        "initialize",
        json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "c", "version": "1" } }),
    )
}

#[tokio::test]
async fn what_is_there_is_announced_and_nothing_else() {
    let capabilities =
        async |handler: Handler, message| ask(&handler, message).await["result"]["capabilities"].clone();
    let all = capabilities(handler(), modern("server/discover", json!({}))).await;
    assert_eq!(
        all,
        json!({ "tools": {}, "resources": {}, "prompts": {}, "completions": {} }),
        "one message by itself cannot be told of anything"
    );
    let old = capabilities(handler(), initialize("2025-06-18")).await;
    assert_eq!(old, json!({ "tools": {}, "resources": {}, "prompts": {}, "completions": {} }));
    let none = capabilities(fixture().handler, modern("server/discover", json!({}))).await;
    assert_eq!(none, json!({ "tools": {} }));

    // What the surface can never list is not there.
    let invoker = Invoker::builder(registry()).unlimited().ownership(Projects).build().unwrap();
    let only = Surface::outside("outside", &invoker, Allow::only(["resource:context"])).build().unwrap();
    let some = capabilities(handler_of(only), modern("server/discover", json!({}))).await;
    assert_eq!(some, json!({ "tools": {}, "resources": {} }));
}

#[tokio::test]
async fn a_method_that_nothing_backs_does_not_exist() {
    let handler = fixture().handler;
    for (method, params) in [
        ("resources/list", json!({})),
        ("resources/templates/list", json!({})),
        ("resources/read", json!({ "uri": "a://b" })),
        ("prompts/list", json!({})),
        ("prompts/get", json!({ "name": "a" })),
        (
            "completion/complete",
            json!({ "ref": { "type": "ref/prompt", "name": "a" }, "argument": { "name": "a", "value": "" } }),
        ),
    ] {
        for message in [modern(method, params.clone()), legacy(method, params.clone())] {
            let answer = ask(&handler, message).await;
            assert_eq!(answer["error"]["code"], -32601, "{method}: {answer}");
        }
    }
}

#[tokio::test]
async fn resources_are_listed_with_the_keys_of_each_revision() {
    let handler = handler();
    let list = ask(&handler, modern("resources/list", json!({}))).await["result"].clone();
    assert_eq!(
        list["resources"],
        json!([
            { "uri": "app://context", "name": "context", "title": "Context", "description": "Who you are." },
            {
                "uri": "notes://logo", "name": "logo", "title": "Logo", "description": "The logo.",
                "mimeType": "image/png", "size": 3,
                "icons": [{ "src": "https://example.com/a.png" }],
                "annotations": { "audience": ["user"], "priority": 0.5 },
                "_meta": { "k": 1 }
            }
        ])
    );
    assert_eq!((&list["ttlMs"], &list["cacheScope"]), (&json!(0), &json!("private")));
    assert_eq!(list["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "samples");

    let old = ask(&handler, legacy("resources/list", json!({}))).await["result"].clone();
    assert!(old.get("ttlMs").is_none() && old.get("_meta").is_none(), "{old}");
    let templates = ask(&handler, modern("resources/templates/list", json!({}))).await;
    assert_eq!(
        templates["result"]["resourceTemplates"],
        json!([{
            "uriTemplate": "notes://{project}/{note}", "name": "note", "title": "Note",
            "description": "One note.", "mimeType": "text/plain"
        }])
    );
}

#[tokio::test]
async fn lists_are_cut_into_pages() {
    let handler = handler().with_page_size(NonZeroUsize::MIN);
    let first = ask(&handler, modern("resources/list", json!({}))).await["result"].clone();
    let next = modern("resources/list", json!({ "cursor": first["nextCursor"] }));
    let second = ask(&handler, next).await["result"].clone();
    assert_eq!(
        (&first["resources"][0]["uri"], &second["resources"][0]["uri"]),
        (&json!("app://context"), &json!("notes://logo"))
    );
    assert!(second.get("nextCursor").is_none(), "{second}");
    let odd = ask(&handler, modern("resources/list", json!({ "cursor": "x" }))).await;
    assert_eq!(odd["error"]["code"], -32602);
    let wrong = ask(&handler, modern("resources/list", json!({ "cursor": 5 }))).await;
    assert!(wrong["error"]["message"].as_str().unwrap().contains("`cursor` must be a string"), "{wrong}");
}

#[tokio::test]
async fn what_is_read_is_text_or_bytes() {
    let handler = handler();
    let read = async |uri: &str| {
        ask(&handler, modern("resources/read", json!({ "uri": uri }))).await["result"].clone()
    };
    let context = read("app://context").await;
    assert_eq!(
        context["contents"],
        json!([{ "uri": "app://context", "mimeType": "application/json", "text": r#"{"caller":"alice"}"# }])
    );
    assert_eq!((&context["ttlMs"], &context["cacheScope"]), (&json!(0), &json!("private")));
    assert_eq!(
        read("notes://logo").await["contents"],
        json!([{ "uri": "notes://logo", "mimeType": "image/png", "blob": "AQID" }])
    );
    assert_eq!(
        read("notes://p-alice/a%20b").await["contents"],
        json!([{ "uri": "notes://p-alice/a%20b", "mimeType": "text/plain", "text": "a b of p-alice" }])
    );
}

#[tokio::test]
async fn over_http_the_header_names_the_address() {
    let mount = mount_of(handler());
    let read = modern("resources/read", json!({ "uri": "app://context" }));
    let answer = async |named: &str| {
        let request = with(post(&read), HeaderName::from_static("mcp-name"), named);
        serde_json::from_str::<Value>(&text(mount.respond(request).await).await).unwrap()
    };
    let found = answer("app://context").await;
    assert_eq!(found["result"]["contents"][0]["text"], r#"{"caller":"alice"}"#);
    assert_eq!(answer("notes://logo").await["error"]["code"], -32020, "the header is another one");
    let discovered = text(mount.respond(post(&modern("server/discover", json!({})))).await).await;
    let discovered: Value = serde_json::from_str(&discovered).unwrap();
    assert_eq!(
        discovered["result"]["capabilities"]["resources"],
        json!({ "subscribe": true, "listChanged": true })
    );
    let old = text(mount.respond(post(&initialize("2025-06-18"))).await).await;
    let old: Value = serde_json::from_str(&old).unwrap();
    assert_eq!(old["result"]["capabilities"]["resources"], json!({}), "nothing can be told there");
}

#[tokio::test]
async fn an_unknown_resource_is_one_answer() {
    let handler = handler();
    let read = async |message| ask(&handler, message).await["error"].to_string();
    let modern_unknown = read(modern("resources/read", json!({ "uri": "nothing://at/all" }))).await;
    let legacy_unknown = read(legacy("resources/read", json!({ "uri": "nothing://at/all" }))).await;
    assert_eq!(modern_unknown, r#"{"code":-32602,"message":"Resource not found"}"#);
    assert_eq!(legacy_unknown, r#"{"code":-32002,"message":"Resource not found"}"#);
    for uri in ["notes://internal", "notes://p-bob/a", "notes://p-nobody/a", "", "notes://p-alice/..%2f"] {
        assert_eq!(read(modern("resources/read", json!({ "uri": uri }))).await, modern_unknown, "{uri}");
        assert_eq!(read(legacy("resources/read", json!({ "uri": uri }))).await, legacy_unknown, "{uri}");
    }
    for params in [json!({}), json!({ "uri": 1 }), json!({ "uri": null })] {
        let answer = read(modern("resources/read", params)).await;
        assert!(answer.contains("-32602") && answer.contains("`uri` must be a string"), "{answer}");
    }
}

#[tokio::test]
async fn what_is_switched_off_says_so() {
    let registry = registry();
    let handler = handler_of(surface(&registry));
    registry.disable("resource:context", "incident 42").unwrap();
    let answer = ask(&handler, modern("resources/read", json!({ "uri": "app://context" }))).await;
    assert_eq!(answer["error"]["code"], -32603);
    let text = answer["error"]["message"].as_str().unwrap();
    assert!(text.starts_with("unavailable: ") && !text.contains("incident"), "{text}");
}
