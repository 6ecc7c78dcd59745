//! Arguments that clients repeat in a header: who is told, and that both must say the same.

use http::StatusCode;
use serde_json::{Value, json};
use tool_core::{Invoker, Registry, tool};
use tool_mcp::{Handler, ServerIdentity, http::Mount};

use crate::{
    mcp_fixture::{call, legacy, modern, tools},
    mcp_http::{mount_of, post, text},
    support::outside,
};

/// Counts the orders of a region.
#[tool(title = "Count orders", exposure = both, effect = read_only)]
fn count_orders(
    /// The region.
    #[schemars(extend("x-mcp-header" = "Region"))]
    region: &str,
    /// Whether those that wait count.
    #[schemars(extend("x-mcp-header" = "With-Waiting"))]
    with_waiting: Option<bool>,
) -> String {
    format!("{region} {with_waiting:?}")
}

fn mount() -> Mount {
    let registry = Registry::builder(()).tool(count_orders_tool()).build().unwrap();
    let invoker = Invoker::builder(registry).unlimited().build().unwrap();
    mount_of(Handler::new(outside(&invoker), ServerIdentity::new("samples", "1.2.3")))
}

async fn ask(message: &Value, headers: &[(&'static str, &str)]) -> (StatusCode, Value) {
    let mut request = post(message);
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    let response = mount().respond(request).await;
    (response.status(), serde_json::from_str(&text(response).await).unwrap())
}

#[tokio::test]
async fn the_newest_revision_is_told_and_no_other() {
    let listed =
        async |message: &Value| tools(&ask(message, &[]).await.1)["count_orders"]["inputSchema"].clone();
    let newest = listed(&modern("tools/list", json!({}))).await;
    assert_eq!(newest["properties"]["region"]["x-mcp-header"], "Region");
    assert_eq!(newest["properties"]["with_waiting"]["x-mcp-header"], "With-Waiting");
    let older = listed(&legacy("tools/list", json!({}))).await;
    assert!(!older.to_string().contains("x-mcp-header"), "{older}");
}

#[tokio::test]
async fn a_header_and_its_argument_must_say_the_same() {
    let north = modern("tools/call", call("count_orders", json!({ "region": "north" })));
    for (headers, code) in [
        (&[("mcp-param-region", "north")][..], None),
        (&[("mcp-param-region", "=?base64?bm9ydGg=?=")], None),
        (&[], Some(-32020)),
        (&[("mcp-param-region", "south")], Some(-32020)),
    ] {
        let (status, answer) = ask(&north, headers).await;
        assert_eq!(answer["error"].get("code").and_then(Value::as_i64), code, "{headers:?} {answer}");
        assert_eq!(status == StatusCode::OK, code.is_none(), "{headers:?}");
    }
    let both = modern("tools/call", call("count_orders", json!({ "region": "north", "with_waiting": true })));
    let headers = [("mcp-param-region", "north"), ("mcp-param-with-waiting", "true")];
    assert_eq!(ask(&both, &headers).await.1["result"]["content"][0]["text"], "north Some(true)");
    let older = legacy("tools/call", call("count_orders", json!({ "region": "north" })));
    assert_eq!(ask(&older, &[]).await.1["result"]["content"][0]["text"], "north None");
}
