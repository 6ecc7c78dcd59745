//! Results that are longer than a surface shows: cut at the end of a list, with a word about it and a way to the rest, which
//! is its owner's alone.

use std::time::Duration;

use serde_json::{Value, json};
use tool_core::{
    Allow, Caller, Content, Continuations, Invoker, Reply, Surface, ToolOutput, parity, testing::TestSurface,
};
use tool_mcp::{Handler, ServerIdentity};

use crate::{
    mcp_fixture::{alice, call, modern},
    support::{Fixture, registering},
};

const MOST: usize = 1024;

fn list() -> Value {
    json!({ "type": "array", "items": { "type": "string" } })
}

/// Items of 30 bytes with their comma: `"item 007 ..................",`.
fn items(count: usize) -> Vec<String> {
    (0..count).map(|n| format!("item {n:03} {}", ".".repeat(18))).collect()
}

fn surface_of(tools: impl IntoIterator<Item = Fixture>, allow: Allow) -> Surface {
    let rest = Continuations::new();
    let registry = registering(tools).register(rest.tool()).build().unwrap();
    let invoker = Invoker::builder(registry).unlimited().build().unwrap();
    Surface::outside("outside", &invoker, allow).longest_result(MOST, &rest).build().unwrap()
}

fn surface(tool: Fixture) -> Surface {
    surface_of([tool], Allow::exposed())
}

async fn ask(surface: &Surface, caller: &str, name: &str, arguments: Value) -> Reply {
    TestSurface::new(surface).as_caller(caller).call(name, arguments).await.reply().clone()
}

/// Returns the continuation that a reply names.
fn continuation(reply: &Reply) -> Option<String> {
    let more = reply.structured.as_ref()?.get("more")?.as_str()?;
    let is_id = |word: &&str| word.len() == 32 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    more.split(' ').find(is_id).map(str::to_owned)
}

fn strings(value: &Value) -> Vec<String> {
    serde_json::from_value(value.clone()).unwrap()
}

fn long_list() -> Fixture {
    Fixture::new("list").output(list()).returns(json!(items(100)))
}

#[tokio::test]
async fn what_fits_is_left_alone() {
    let surface = surface(Fixture::new("list").output(list()).returns(json!(items(20))));
    let reply = ask(&surface, "alice", "list", json!({})).await;
    assert_eq!(Value::Object(reply.structured.unwrap()), json!({ "items": items(20) }));
    assert!(reply.meta.is_empty());
}

#[tokio::test]
async fn a_long_list_is_read_page_by_page_to_its_end() {
    let surface = surface(long_list());
    let first = ask(&surface, "alice", "list", json!({})).await;
    let root = first.structured.clone().unwrap();
    let shown = strings(&root["items"]);
    let id = continuation(&first).unwrap();
    let said = format!(
        "{} of 100 items of /items are shown; call continue_result with the continuation {id} for the rest",
        shown.len()
    );
    assert_eq!(root["more"], said);
    let text: Value = serde_json::from_str(&first.text()).unwrap();
    assert_eq!(text, Value::Object(root));

    let (mut all, mut next, mut pages) = (shown, Some(id), 1);
    while let Some(id) = next {
        let page = ask(&surface, "alice", "continue_result", json!({ "continuation": id })).await;
        assert!(page.text().len() <= MOST, "{}", page.text().len());
        all.extend(strings(&page.structured.as_ref().unwrap()["items"]));
        next = continuation(&page);
        pages += 1;
    }
    assert_eq!(all, items(100));
    // 3000 bytes at up to 1024 less what is said.
    assert!((4..=6).contains(&pages), "{pages}");
}

#[tokio::test]
async fn it_says_to_ask_for_less_where_the_rest_cannot_be_read() {
    let surface = surface_of([long_list()], Allow::only(["list"]));
    let reply = ask(&surface, "alice", "list", json!({})).await;
    let more = reply.structured.as_ref().unwrap()["more"].as_str().unwrap();
    assert!(more.ends_with(" of 100 items of /items are shown; ask for less to see the rest"), "{more}");
}

#[tokio::test(start_paused = true)]
async fn the_rest_of_somebody_else_one_that_is_too_old_and_one_that_never_was_are_one_answer() {
    let surface = surface(long_list());
    let id = continuation(&ask(&surface, "alice", "list", json!({})).await).unwrap();
    let rest = async |caller: &str, id: &str| {
        ask(&surface, caller, "continue_result", json!({ "continuation": id })).await
    };
    let unknown = rest("alice", &"0".repeat(32)).await;
    assert_eq!(unknown.text(), "not-found: no such continuation; make the first call again");
    assert_eq!(rest("bob", &id).await, unknown);
    assert_eq!(rest("alice", "mine").await, unknown);
    assert!(!rest("alice", &id).await.is_error());
    assert!(!rest("alice", &id).await.is_error(), "it can be read again");
    tokio::time::advance(Duration::from_mins(10)).await;
    assert_eq!(rest("alice", &id).await, unknown);
}

#[tokio::test]
async fn what_one_caller_has_kept_is_bounded_and_the_oldest_goes_first() {
    // 3 MiB each, and 4 MiB are kept for a caller. One page is taken, which cuts its rest anew.
    let big = Fixture::new("list").output(list()).returns(json!(vec!["x".repeat(512); 6 * 1024]));
    let surface = surface(big);
    let first = continuation(&ask(&surface, "alice", "list", json!({})).await).unwrap();
    let bobs = continuation(&ask(&surface, "bob", "list", json!({})).await).unwrap();
    let second = continuation(&ask(&surface, "alice", "list", json!({})).await).unwrap();
    let code = async |caller: &str, id: &str| {
        ask(&surface, caller, "continue_result", json!({ "continuation": id })).await.code
    };
    assert_eq!(code("alice", &first).await.as_deref(), Some("not-found"));
    assert_eq!(code("bob", &bobs).await, None, "another caller's is not touched");
    assert_eq!(code("alice", &second).await, None);
}

#[tokio::test]
async fn a_result_that_cannot_be_cut_is_an_error_that_says_so() {
    let long = "x".repeat(2000);
    let object =
        json!({ "type": "object", "properties": { "text": { "type": "string" } }, "required": ["text"] });
    let fixed = json!({ "type": "array", "items": { "type": "string" }, "minItems": 100 });
    let block = long.clone();
    let tools = [
        Fixture::new("blocks").body(move |_| std::future::ready(Ok(ToolOutput::text(block.clone())))),
        Fixture::new("fixed").output(fixed).returns(json!(items(100))),
        Fixture::new("object").output(object.clone()).returns(json!({ "text": long })),
        Fixture::new("text").output(json!({ "type": "string" })).returns(json!(long)),
        Fixture::new("verbatim").verbatim_output(object).returns(json!({ "text": long })),
    ];
    let surface = surface_of(tools, Allow::exposed());
    for name in ["blocks", "fixed", "object", "text", "verbatim"] {
        let reply = ask(&surface, "alice", name, json!({})).await;
        let text = reply.text();
        assert_eq!((reply.code.as_deref(), reply.structured), (Some("result-too-long"), None), "{name}");
        assert!(text.starts_with("result-too-long: the result has "), "{text}");
        assert!(
            text.ends_with(" bytes, 1024 is the most here, and it cannot be cut; ask for less of it"),
            "{text}"
        );
    }
}

#[tokio::test]
async fn as_many_items_are_left_as_the_schema_asks_for() {
    let schema = json!({ "type": "array", "items": { "type": "string" }, "minItems": 10 });
    let surface = surface(Fixture::new("list").output(schema).returns(json!(items(100))));
    // The test kit panics when the cut result does not fit what is advertised.
    let reply = ask(&surface, "alice", "list", json!({})).await;
    assert!(strings(&reply.structured.unwrap()["items"]).len() >= 10);
}

#[tokio::test]
async fn blocks_beside_a_payload_count() {
    let tool = Fixture::new("list").output(list()).body(|_| {
        let picture = Content::Image { data: vec![0; 360], mime_type: "image/png".into() };
        std::future::ready(Ok(ToolOutput::json(json!(items(20))).with_content(picture)))
    });
    // The list alone has 612 bytes and would fit; with the 480 of the picture it does not.
    assert!(continuation(&ask(&surface(tool), "alice", "list", json!({})).await).is_some());
}

#[tokio::test]
async fn over_mcp_the_payload_and_the_text_both_say_it() {
    let surface = surface(long_list());
    let handler = Handler::new(surface.clone(), ServerIdentity::new("notes", "1.0.0"));
    let answer = handler.handle(modern("tools/call", call("list", json!({}))), alice()).await.unwrap();
    let result = &answer["result"];
    let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(text, result["structuredContent"]);
    assert!(text["more"].as_str().unwrap().contains(" of 100 items of /items are shown"), "{text}");
    parity::assert_parity(&surface, &Caller::new("alice")).await;
    parity::assert_presentable(&surface, &Caller::new("alice"));
}

#[test]
fn a_limit_without_room_and_a_tool_with_the_key_are_faults() {
    let rest = Continuations::new();
    let taken = json!({ "type": "object", "properties": { "more": { "type": "boolean" } } });
    let build = |tool: Fixture, bytes| {
        let registry = registering([tool]).build().unwrap();
        let invoker = Invoker::builder(registry).unlimited().build().unwrap();
        let builder = Surface::outside("outside", &invoker, Allow::exposed()).longest_result(bytes, &rest);
        builder.build().unwrap_err().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let collision = build(Fixture::new("list").output(taken), 1024);
    assert!(collision[0].contains("returns a `more` of its own, which is what the surface adds to results"));
    assert_eq!(
        build(Fixture::new("list"), 1023),
        [
            "longest_result(1023, ..) leaves no room for a result and what is said of a cut; write 1024 bytes at least"
        ]
    );
}
