//! How results look to callers: an object at the root, decided by the schema; errors as text only.

use serde_json::{Value, json};
use tool_core::{Answer, Caller, Content, Invoker, Reply, ToolError, testing::TestSurface};

use crate::{
    observed::Log,
    support::{self, Fixture, invoker, outside, registry},
};

/// Returns the reply to a tool that advertises this schema and returns this value.
async fn reply(schema: Option<Value>, value: Value) -> Reply {
    let mut tool = Fixture::new("tool").returns(value);
    if let Some(schema) = schema {
        tool = tool.output(schema);
    }
    let surface = outside(&invoker([tool]));
    support::reply(surface.call(surface.request(Caller::new("alice"), "tool", None)).await)
}

/// A tool whose result is not quite what it advertises.
fn unfit() -> Fixture {
    let schema = json!({
        "type": "array",
        "items": { "type": "object", "properties": { "id": { "type": "string" } }, "required": ["id"] }
    });
    Fixture::new("tool").output(schema).returns(json!([{ "id": "n_1" }, { "id": ["secret"] }]))
}

fn structured(reply: &Reply) -> Value {
    reply.structured.clone().map_or(Value::Null, Value::Object)
}

#[tokio::test]
async fn an_object_is_itself_and_its_text_says_the_same() {
    let schema = json!({ "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"] });
    let reply = reply(Some(schema), json!({ "n": 1 })).await;
    assert_eq!(structured(&reply), json!({ "n": 1 }));
    assert_eq!(reply.content, [Content::Text(r#"{"n":1}"#.into())]);
    assert!(!reply.is_error());
}

#[tokio::test]
async fn an_array_and_a_number_are_wrapped_by_the_schemas_root_also_when_they_are_empty() {
    let array = json!({ "type": "array", "items": { "type": "integer" } });
    assert_eq!(structured(&reply(Some(array.clone()), json!([1, 2])).await), json!({ "items": [1, 2] }));
    assert_eq!(structured(&reply(Some(array), json!([])).await), json!({ "items": [] }));
    assert_eq!(
        structured(&reply(Some(json!({ "type": "integer" })), json!(7)).await),
        json!({ "result": 7 })
    );
}

#[tokio::test]
async fn text_is_text_and_nothing_is_nothing() {
    let text = reply(Some(json!({ "type": "string" })), json!("plain \"text\"")).await;
    assert_eq!((text.text().as_str(), structured(&text)), ("plain \"text\"", Value::Null));
    let nothing = reply(Some(json!({ "type": "null" })), Value::Null).await;
    assert_eq!((nothing.content.len(), structured(&nothing)), (0, Value::Null));
}

#[tokio::test]
async fn optional_blocks_are_left_out_and_nulls_that_mean_something_stay() {
    let schema = json!({
        "type": "object",
        "properties": {
            "absent": { "type": ["string", "null"] },
            "known": { "anyOf": [{ "type": "string" }, { "type": "null" }] }
        },
        "required": ["known"]
    });
    let reply = reply(Some(schema), json!({ "absent": null, "known": null })).await;
    assert_eq!(structured(&reply), json!({ "known": null }));
    assert_eq!(reply.text(), r#"{"known":null}"#);
}

#[tokio::test]
async fn nothing_is_escaped_that_need_not_be() {
    let schema = json!({ "type": "object", "properties": { "s": { "type": "string" } }, "required": ["s"] });
    assert_eq!(reply(Some(schema), json!({ "s": "<é/𝄞>" })).await.text(), r#"{"s":"<é/𝄞>"}"#);
}

#[tokio::test]
async fn a_result_that_breaks_its_own_root_is_an_internal_error() {
    let schema = json!({ "type": "object", "properties": {} });
    let reply = reply(Some(schema), json!("secret")).await;
    assert_eq!(reply.code.as_deref(), Some("internal"));
    assert!(!reply.text().contains("secret"));
}

#[tokio::test]
async fn an_integer_that_hosts_would_round_is_never_sent() {
    let schema =
        json!({ "type": "object", "properties": { "id": { "type": "integer", "format": "uint64" } } });
    assert_eq!(structured(&reply(Some(schema.clone()), json!({ "id": 7 })).await), json!({ "id": 7 }));
    let rounded = reply(Some(schema), json!({ "id": 9_007_199_254_740_993_u64 })).await;
    assert_eq!(rounded.code.as_deref(), Some("internal"));
    assert_eq!(reply(None, json!([u64::MAX])).await.code.as_deref(), Some("internal"));
}

#[tokio::test]
async fn a_result_that_cannot_be_sent_is_in_the_log_under_the_id_that_the_caller_reads() {
    let (log, _guard) = Log::start("error");
    // Twice, because another test may have told tracing in between that nobody listens.
    for _ in 0..2 {
        tracing::callsite::rebuild_interest_cache();
        let text = reply(None, json!([u64::MAX])).await.text();
        let id = text.rsplit(' ').next().unwrap();
        let log = log.text();
        assert!(log.contains(id) && log.contains("tool=tool"), "{text}\n{log}");
    }
}

#[tokio::test]
async fn a_result_that_does_not_fit_its_schema_is_an_internal_error_and_the_log_says_where_when_asked() {
    let (log, _guard) = Log::start("error");
    let builder = || Invoker::builder(registry([unfit()])).unlimited();
    let place = "/items/1/id: expected a string, found a list";
    // A place can be the key of a map, which is a part of the result.
    for (invoker, says_where) in [(builder(), false), (builder().log_failure_details(), true)] {
        let surface = outside(&invoker.build().unwrap());
        // Twice, because another test may have told tracing in between that nobody listens.
        for _ in 0..2 {
            tracing::callsite::rebuild_interest_cache();
            let request = surface.request(Caller::new("alice"), "tool", None);
            let Answer::Reply(reply) = surface.call(request).await else { panic!("tool is listed") };
            assert_eq!(reply.code.as_deref(), Some("internal"));
            let text = reply.text();
            let id = text.rsplit(' ').next().unwrap();
            let log = log.text();
            let line = log.lines().find(|line| line.contains(id)).unwrap();
            assert!(line.contains("a result does not fit its output schema"), "{line}");
            assert!(line.contains("tool=tool"), "{line}");
            assert_eq!(line.contains(place), says_where, "{line}");
            assert!(!log.contains("secret") && !text.contains("secret"), "{log}");
        }
    }
}

#[tokio::test]
async fn a_test_that_gets_such_a_result_fails() {
    let surface = TestSurface::new(&outside(&invoker([unfit()])));
    let failed = tokio::spawn(async move { surface.call("tool", json!({})).await }).await.unwrap_err();
    let message = *failed.into_panic().downcast::<String>().unwrap();
    assert_eq!(
        message,
        "`tool` returned what its output schema does not promise; correct the schema, or return what it says:\n\
         /items/1/id: expected a string, found a list"
    );
}

#[tokio::test]
async fn a_test_that_gets_an_integer_that_hosts_would_round_fails() {
    let surface = TestSurface::new(&outside(&invoker([Fixture::new("tool").returns(json!([1, u64::MAX]))])));
    let failed = tokio::spawn(async move { surface.call("tool", json!({})).await }).await.unwrap_err();
    let message = *failed.into_panic().downcast::<String>().unwrap();
    assert_eq!(
        message,
        "`tool` returned what cannot be sent: /1 of the result is an integer that hosts would round; \
         return an identifier as `tool_core::Id<u64>`, and another number as a string"
    );
}

#[tokio::test]
async fn a_schema_that_is_kept_as_written_is_what_results_are_checked_against() {
    let schema = json!({
        "type": "object",
        "properties": { "n": { "type": "integer" }, "gone": { "type": "string" } },
        "required": ["n"],
        "additionalProperties": false
    });
    for (result, fits) in [
        (json!({ "n": 1 }), true),
        (json!({ "n": 1, "more": true }), false),
        // Nothing is folded: results are sent as the tool returns them.
        (json!({ "n": 1, "gone": null }), false),
    ] {
        let tool = Fixture::new("tool").verbatim_output(schema.clone()).returns(result.clone());
        let surface = outside(&invoker([tool]));
        let request = surface.request(Caller::new("alice"), "tool", None);
        let Answer::Reply(reply) = surface.call(request).await else { panic!("tool is listed") };
        assert_eq!(reply.code.as_deref(), (!fits).then_some("internal"), "{result}");
    }
}

#[tokio::test]
async fn an_undescribed_result_is_shown_as_it_is() {
    assert_eq!(structured(&reply(None, json!({ "n": 1 })).await), json!({ "n": 1 }));
    let list = reply(None, json!([1])).await;
    assert_eq!((list.text().as_str(), structured(&list)), ("[1]", Value::Null));
}

#[tokio::test]
async fn a_refusal_is_text_with_its_code_first() {
    let surface = TestSurface::new(&outside(&invoker([Fixture::new("plain")])));
    let answer = surface.call("plain", json!({ "x": 1 })).await;
    let reply = answer.reply();
    assert!(reply.is_error() && reply.structured.is_none());
    assert!(reply.text().starts_with("invalid-arguments: "), "{}", reply.text());
}

#[tokio::test]
async fn a_test_reads_what_is_behind_an_internal_error_and_a_caller_does_not() {
    let broken = Fixture::new("broken").body(|_| async { Err(ToolError::internal("no such table: notes")) });
    let answer = TestSurface::new(&outside(&invoker([broken, Fixture::new("plain")])));
    let (broken, plain) = (answer.call("broken", json!({})).await, answer.call("plain", json!({})).await);
    assert_eq!((broken.cause(), plain.cause()), (Some("no such table: notes"), None));
    assert!(!broken.text().contains("table"), "{}", broken.text());
}

#[tokio::test]
#[should_panic(expected = ", because no such table: notes")]
async fn a_test_that_expects_a_result_says_why_there_is_none() {
    let broken = Fixture::new("broken").body(|_| async { Err(ToolError::internal("no such table: notes")) });
    let answer = TestSurface::new(&outside(&invoker([broken]))).call("broken", json!({})).await;
    answer.structured();
}
