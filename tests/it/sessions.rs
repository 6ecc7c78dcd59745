//! The name that ties the calls of a caller without a conversation together: made by the first, echoed by all, seen by no
//! tool's arguments, and no credential.

use serde_json::{Value, json};
use tool_core::{
    Allow, BoxError, Caller, Content, Exposure, Footer, HostMetadata, Invoker, Registry, Reply, Surface,
    Tool, ToolCall, ToolDefinition, ToolError, ToolOutput, parity, testing::TestSurface,
};
use tool_mcp::{Handler, ServerIdentity};

use crate::{
    mcp_fixture::{alice, call, modern},
    support::{Fixture, invoker, one_word, project_id, reply},
};

const LINE: &str = "2 conflicts are open";

struct Says;

#[tool_core::async_trait]
impl Footer for Says {
    async fn line(&self, _: &Caller, _: &Surface) -> Result<Option<String>, BoxError> {
        Ok(Some(LINE.to_owned()))
    }
}

/// Tells which session and which arguments it was called with; as `outer`, what `inner` tells.
struct Sees(&'static str);

#[tool_core::async_trait]
impl Tool for Sees {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new(self.0, "Tells what it sees.")
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default().with_title("Sees").with_exposure(Exposure::Both)
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        if self.0 == "outer" {
            return call.invoke("inner", json!({})).await.into_result();
        }
        let session = call.session().map(|id| id.as_str().to_owned());
        Ok(ToolOutput::json(json!({ "saw": session, "arguments": call.arguments() })))
    }
}

fn seeing() -> Invoker {
    let registry = Registry::builder(()).register(Sees("inner")).register(Sees("outer")).build().unwrap();
    Invoker::builder(registry).unlimited().build().unwrap()
}

fn surface(invoker: &Invoker) -> Surface {
    let builder = Surface::outside("outside", invoker, Allow::exposed()).target_argument(project_id());
    builder.session_id().build().unwrap()
}

async fn ask(surface: &Surface, name: &str, arguments: Value) -> Reply {
    reply(surface.call(surface.request(alice(), name, Some(arguments))).await)
}

fn session(reply: &Reply) -> String {
    let inside = reply.structured.as_ref().and_then(|root| root.get("session_id"));
    let id = inside.or_else(|| reply.meta.get("session_id")).and_then(Value::as_str).unwrap().to_owned();
    assert!(reply.text().contains(&id), "{}", reply.text());
    id
}

#[tokio::test]
async fn the_first_call_makes_it_and_every_later_one_echoes_it() {
    let surface = surface(&seeing());
    let first = ask(&surface, "inner", json!({})).await;
    let id = session(&first);
    assert!(
        id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte)),
        "{id}"
    );
    assert_eq!(first.structured.unwrap()["saw"], json!(id));
    let second = ask(&surface, "inner", json!({ "session_id": id })).await;
    assert_eq!(session(&second), id);
    assert_eq!(
        Value::Object(second.structured.unwrap()),
        json!({ "saw": id, "arguments": {}, "session_id": id })
    );
    assert_ne!(session(&ask(&surface, "inner", json!({})).await), id, "another first call");
    // A name and no credential: it is bound to nobody.
    let bob = surface.request(Caller::new("bob"), "inner", Some(json!({ "session_id": id })));
    assert_eq!(session(&reply(surface.call(bob).await)), id);
}

#[tokio::test]
async fn arguments_that_are_text_and_nested_calls_have_the_same_session() {
    let surface = surface(&seeing());
    let id = session(&ask(&surface, "inner", json!({})).await);
    let text = format!(r#"{{ "session_id": "{id}" }}"#);
    let asked = reply(surface.call(surface.request_text(alice(), "inner", text)).await);
    assert_eq!((session(&asked), &asked.structured.unwrap()["saw"]), (id.clone(), &json!(id)));
    let nested = ask(&surface, "outer", json!({ "session_id": id })).await;
    assert_eq!((session(&nested), &nested.structured.unwrap()["saw"]), (id.clone(), &json!(id)));
}

#[tokio::test]
async fn one_that_cannot_be_an_id_is_refused_like_any_argument() {
    let surface = surface(&seeing());
    for wrong in [json!("mine"), json!("A".repeat(32)), json!(7), json!("0".repeat(33))] {
        let refused = ask(&surface, "inner", json!({ "session_id": wrong })).await;
        assert_eq!(refused.code.as_deref(), Some("invalid-arguments"));
        assert!(refused.text().starts_with("invalid-arguments: /session_id: "), "{}", refused.text());
        assert_eq!(session(&refused).len(), 32);
    }
    let absent = ask(&surface, "inner", json!({ "session_id": null })).await;
    assert!(!absent.is_error(), "{}", absent.text());
}

#[tokio::test]
async fn with_a_footer_and_a_target_both_stand_where_there_is_room() {
    let object = json!({ "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"] });
    let about = |tool: Fixture| tool.host(|host| host.with_target("project"));
    let tools = [
        about(
            Fixture::new("fails")
                .body(|_| std::future::ready(Err(ToolError::new("full", "the store is full")))),
        ),
        about(Fixture::new("object").output(object.clone()).returns(json!({ "n": 1 }))),
        about(Fixture::new("text").output(json!({ "type": "string" })).returns(json!("plain"))),
        about(Fixture::new("verbatim").verbatim_output(object).returns(json!({ "n": 1 }))),
    ];
    let invoker = invoker(tools);
    let builder = Surface::outside("outside", &invoker, Allow::exposed()).target_argument(project_id());
    let surface = builder.session_id().footer(Says).build().unwrap();
    let id = session(&ask(&surface, "text", json!({ "project_id": "p-alice" })).await);
    let arguments = json!({ "project_id": "p-alice", "session_id": id });
    let beside = format!("{LINE}\nsession_id: {id}");
    let meta = json!({ "footer": LINE, "session_id": id });
    let reply = async |name: &str| ask(&surface, name, arguments.clone()).await;

    let object = reply("object").await;
    assert_eq!(
        Value::Object(object.structured.unwrap()),
        json!({ "n": 1, "footer": LINE, "session_id": id })
    );
    assert!(object.meta.is_empty() && object.content.len() == 1);
    let text = reply("text").await;
    assert_eq!(text.content, [Content::Text("plain".into()), Content::Text(beside.clone())]);
    assert_eq!(Value::Object(text.meta), meta);
    let verbatim = reply("verbatim").await;
    assert_eq!(Value::Object(verbatim.structured.unwrap()), json!({ "n": 1 }));
    assert_eq!(verbatim.content, [Content::Text(r#"{"n":1}"#.into()), Content::Text(beside.clone())]);
    assert_eq!(Value::Object(verbatim.meta), meta);
    let fails = reply("fails").await;
    assert_eq!((fails.text(), fails.structured), (format!("full: the store is full\n{beside}"), None));
    assert_eq!(Value::Object(fails.meta), meta);

    let handler = Handler::new(surface.clone(), ServerIdentity::new("notes", "1.0.0"));
    let asked = modern("tools/call", call("verbatim", arguments.clone()));
    let answer = handler.handle(asked, alice()).await.unwrap();
    let result = &answer["result"];
    assert_eq!(result["structuredContent"], json!({ "n": 1 }));
    assert_eq!(result["_meta"]["tool-core/footer"], LINE);
    assert_eq!(result["_meta"]["tool-core/session-id"], json!(id));
    let fuzz = parity::Fuzz::new().with_target("p-alice").running_everything().with_cases(8);
    parity::assert_parity(&surface, &alice()).await;
    parity::assert_arguments(&surface, &alice(), fuzz).await;
    parity::assert_presentable(&surface, &alice());
}

#[tokio::test]
async fn every_tool_takes_it_and_none_requires_it() {
    let kept = json!({ "type": "object", "properties": { "word": { "type": "string" } } });
    let invoker = invoker([
        Fixture::new("canonical").input(one_word()).echo(),
        Fixture::new("kept").verbatim(kept).echo(),
    ]);
    let surface = surface(&invoker);
    let id = session(&ask(&surface, "canonical", json!({ "word": "tea" })).await);
    for tool in surface.catalogue(&alice()).tools {
        let declared = &tool.input_schema["properties"]["session_id"];
        assert_eq!(declared["type"], "string", "{}", tool.name);
        let required = tool.input_schema.get("required").cloned().unwrap_or_default();
        assert!(
            !required.as_array().is_some_and(|names| names.contains(&json!("session_id"))),
            "{}",
            tool.name
        );
        let got = ask(&surface, &tool.name, json!({ "word": "tea", "session_id": id })).await;
        assert_eq!(got.structured.as_ref().unwrap()["got"], json!({ "word": "tea" }), "{}", tool.name);
        assert_eq!(session(&got), id);
    }
    // Without the word for it there is none.
    let plain = TestSurface::new(&crate::support::outside(&invoker))
        .call("canonical", json!({ "word": "tea" }))
        .await;
    assert_eq!(plain.structured().get("session_id"), None);
}

#[test]
fn what_cannot_have_one_is_a_fault_of_the_build() {
    let taken = json!({
        "type": "object",
        "properties": { "session_id": { "type": "string", "description": "Mine." } },
        "additionalProperties": false
    });
    let fault = |tool: Fixture| {
        let builder = Surface::outside("outside", &invoker([tool]), Allow::exposed()).session_id();
        builder.build().unwrap_err().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        fault(Fixture::new("log").input(taken.clone())),
        [
            "`log` has an argument `session_id` of its own; rename it, or build the surface without session_id()"
        ]
    );
    let returned = fault(Fixture::new("log").output(taken));
    assert!(returned[0].contains("returns a `session_id` of its own"), "{returned:?}");
    // What the surface never offers may have it.
    let internal = Fixture::new("log").input(one_word()).host(|host| host.with_exposure(Exposure::Internal));
    let internal =
        internal.output(json!({ "type": "object", "properties": { "session_id": { "type": "string" } } }));
    assert!(Surface::outside("outside", &invoker([internal]), Allow::exposed()).session_id().build().is_ok());
    let own = Surface::first_party("assistant", &invoker([]), Allow::exposed()).session_id();
    assert_eq!(
        own.build().unwrap_err().to_string(),
        "1 fault\n- session_id() is for outside callers; the product's own have a conversation, so leave it out"
    );
}
