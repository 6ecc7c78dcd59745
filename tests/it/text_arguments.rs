//! Arguments that come as JSON text, as model providers hand them over.

use serde_json::{Value, json};
use tool_core::{Allow, Answer, Caller, Effect, Exposure, Surface, Tool, ToolError, ToolOutput};
use tool_mcp::{Handler, ServerIdentity, stdio};

use crate::{
    mcp_stdio::Pipe,
    support::{Fixture, invoker, one_word, outside, reply},
};

/// A tool that takes anything and says what reached it.
fn echo() -> Fixture {
    Fixture::new("echo")
        .input(json!({ "type": "object", "additionalProperties": true }))
        .host(|host| host.with_exposure(Exposure::Internal).with_effect(Effect::ReadOnly))
        .echo()
}

fn assistant(tool: Fixture) -> Surface {
    let allow = Allow::only([tool.definition().name]);
    Surface::first_party("assistant", &invoker([tool]), allow).build().unwrap()
}

async fn call(surface: &Surface, name: &str, text: &str) -> Answer {
    surface.call(surface.request_text(Caller::new("alice"), name, text)).await
}

/// Returns what reached the tool.
async fn got(text: &str) -> Value {
    match call(&assistant(echo()), "echo", text).await {
        Answer::Reply(reply) if !reply.is_error() => reply.structured.unwrap()["got"].clone(),
        other => panic!("{text}: {other:?}"),
    }
}

/// Returns the text of the refusal, after a tool of any arguments did not run.
async fn refusal(text: &str) -> String {
    let tool = echo();
    let runs = tool.runs();
    let reply = reply(call(&assistant(tool), "echo", text).await);
    assert_eq!((reply.is_error(), runs.count()), (true, 0), "{text}");
    reply.text().strip_prefix("invalid-arguments: ").unwrap().to_owned()
}

#[tokio::test]
async fn text_says_what_the_same_value_says() {
    for value in [json!({}), json!({ "word": "a\n\"b\"", "list": [1, -2.5, true, null, { "x": {} }] })] {
        assert_eq!(got(&value.to_string()).await, value);
    }
    assert_eq!(got(" {\n\t\"a\" : [ ] }\r\n").await, json!({ "a": [] }));
}

#[tokio::test]
async fn blank_text_and_null_are_no_arguments() {
    for text in ["", "  ", "\r\n\t", "null", " null\n"] {
        assert_eq!(got(text).await, json!({}), "{text:?}");
    }
}

#[tokio::test]
async fn a_name_that_is_given_twice_is_refused_wherever_it_is() {
    for (text, expected) in [
        (r#"{"a":1,"b":2,"a":1}"#, &["/a"][..]),
        (r#"{"a":1,"a":2,"a":3}"#, &["/a"]),
        // Two ways of writing one name.
        (r#"{"a":1,"\u0061":2}"#, &["/a"]),
        (r#"{"a":{"b":[0,{"c":1,"c":{}}]}}"#, &["/a/b/1/c"]),
        // What is twice in different objects, or is a value, is not twice.
        (r#"{"a":{"a":"a"},"b":[{"x":1},{"x":1},"b","b"],"z":0,"z":0}"#, &["/z"]),
        // In the value that would lose, and in the one that would win.
        (r#"{"a":{"x":1,"x":2},"a":{"y":1,"y":2}}"#, &["/a", "/a/x", "/a/y"]),
        (r#"{"p/q~":1,"p/q~":2}"#, &["/p~1q~0"]),
        (r#"{"a\nb":1,"a\nb":2}"#, &["/a\\nb"]),
    ] {
        let lines = expected
            .iter()
            .map(|pointer| format!("{pointer}: expected one value, found two or more; give it once"));
        assert_eq!(refusal(text).await, lines.collect::<Vec<_>>().join("\n"), "{text}");
    }
}

#[tokio::test]
async fn many_names_given_twice_are_ten_lines() {
    let twice: Vec<_> = (0..500).map(|n| format!("\"x{n:03}\":0,\"x{n:03}\":0")).collect();
    let lines = refusal(&format!("{{{}}}", twice.join(","))).await;
    assert_eq!(lines.lines().count(), 11, "{lines}");
    assert!(lines.ends_with("\nand at least 90 more"), "{lines}");
}

#[tokio::test]
async fn text_that_is_no_json_is_refused_with_its_place() {
    for (text, place) in [
        ("canary-4711", "line 1, column 1"),
        ("{\"a\": canary-4711}", "line 1, column 7"),
        ("{\n  \"a\": 1,\n}", "line 3, column 1"),
        ("{'canary-4711': 1}", "line 1, column 2"),
        ("{\"a\": 1} {\"canary-4711\": 2}", "line 1, column 10"),
        ("{\"a\": 01}", "line 1, column 8"),
        ("{\"a\": NaN}", "line 1, column 7"),
        ("{\"a\": 1e400}", "line 1, column 11"),
        ("{\"canary-4711\": \"\\ud800\"}", "line 1, column 24"),
    ] {
        assert_eq!(
            refusal(text).await,
            format!("arguments: expected an object, found text that cannot be read as JSON at {place}"),
            "{text}"
        );
    }
    // As a model writes it that ran out of tokens.
    assert_eq!(
        refusal("{\"query\": \"canary-47").await,
        "arguments: expected an object, found JSON text that breaks off at line 1, column 20; send all of it"
    );
}

#[tokio::test]
async fn text_is_read_once_and_has_to_hold_an_object() {
    for (text, found) in [
        ("[]", "a list"),
        ("true", "a boolean"),
        ("7", "an integer"),
        ("\"\"", "a string"),
        (r#""{\"a\":1}""#, "a string; write the JSON itself, not text that holds it"),
    ] {
        assert_eq!(refusal(text).await, format!("arguments: expected an object, found {found}"), "{text}");
    }
}

#[tokio::test]
async fn the_bounds_are_those_of_a_value_and_looked_at_first() {
    let deep = "arguments: expected at most 32 objects and lists inside each other, \
                found arguments nested too deeply";
    let large = "arguments: expected at most 1048576 bytes, found arguments that are too large";
    let nested = |levels: usize| format!("{{\"a\":{}{}}}", "[".repeat(levels - 1), "]".repeat(levels - 1));
    assert!(got(&nested(32)).await["a"].is_array());
    assert_eq!(refusal(&nested(33)).await, deep);
    // As deep as a mebibyte can be; anything that recursed would be out of stack.
    assert_eq!(refusal(&"[".repeat(1024 * 1024)).await, deep);
    assert_eq!(refusal(&"{\"a\":".repeat(200_000)).await, deep);
    assert_eq!(refusal(&" ".repeat(1024 * 1024 + 1)).await, large);
    // Short enough as text, and too many values.
    assert_eq!(refusal(&format!("{{\"a\":[{}0]}}", "0,".repeat(100_000))).await, large);
}

#[tokio::test]
async fn the_faults_of_readable_text_are_those_of_its_value() {
    let surface = assistant(Fixture::new("say").input(one_word()));
    let reply = reply(call(&surface, "say", r#"{"wrd":"a"}"#).await);
    assert_eq!(
        reply.text(),
        "invalid-arguments: /word: missing; expected a string\n\
         /wrd: unknown argument; did you mean word? declared: word"
    );
}

#[tokio::test]
async fn whatever_the_text_is_the_checks_before_it_come_first() {
    let about_a_project = Fixture::new("rename").host(|host| host.with_target("project")).input(one_word());
    let inside = Fixture::new("inside").host(|host| host.with_exposure(Exposure::Internal));
    let invoker = invoker([Fixture::new("off"), inside, about_a_project]);
    invoker.registry().disable("off", "it is broken").unwrap();
    let surface = outside(&invoker);
    for text in ["{\"a\":1,\"a\":1}", "no JSON", "{\"a\":", &"[".repeat(99)] {
        for unknown in ["inside", "no_such_tool"] {
            assert!(matches!(call(&surface, unknown, text).await, Answer::UnknownTool), "{unknown}: {text}");
        }
        let off = reply(call(&surface, "off", text).await);
        assert_eq!(off.text(), "unavailable: its operator has switched this tool off", "{text}");
    }
    // Somebody else's project and one that does not exist are one answer, before any fault of the arguments.
    for project in ["p-bob", "p-nobody"] {
        let text = json!({ "project_id": project, "wrong": 1 }).to_string();
        let reply = reply(call(&surface, "rename", &text).await);
        assert_eq!(reply.text(), "not-found: no such project");
    }
    // A project that is named twice is nobody's.
    let text = r#"{"project_id":"p-bob","word":"a","project_id":"p-alice"}"#;
    let reply = reply(call(&surface, "rename", text).await);
    assert_eq!(
        reply.text(),
        "invalid-arguments: /project_id: expected one value, found two or more; give it once"
    );
}

#[tokio::test]
async fn over_mcp_the_last_value_of_a_name_counts_as_its_documentation_says() {
    let say = Fixture::new("say").input(one_word()).body(|seen| async move {
        Ok::<_, ToolError>(ToolOutput::text(seen.arguments["word"].as_str().unwrap()))
    });
    let handler = Handler::new(outside(&invoker([say])), ServerIdentity::new("test", "1.0.0"));
    let mut pipe = Pipe::new(handler, stdio::as_local(Caller::new("alice")));
    let params = r#"{"name":"say","arguments":{"word":"first","word":"last"}}"#;
    pipe.send(&format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#)).await;
    assert_eq!(pipe.receive().await.unwrap()["result"]["content"][0]["text"], "last");
}
