//! Schemas that are kept as their author wrote them: what is listed, what is accepted, and what is refused when a tool
//! is declared or offered.

mod declared;
mod own_words;

use serde_json::{Value, json};
use tool_core::{
    Allow, BuildErrors, Effect, Invoker, Registry, Side, Surface, ToolDefinition, ToolOutput,
    testing::{TestAnswer, TestSurface},
};
use tool_mcp::{Handler, ServerIdentity};

use crate::{
    mcp_fixture::{alice, legacy, tools},
    support::{Fixture, Projects, project_id, registering},
};

/// A tool with a schema that is kept as written. It returns what it was called with.
struct Written(Fixture);

impl Written {
    fn fixture() -> Fixture {
        Fixture::new("written")
            .host(|host| host.with_effect(Effect::ReadOnly))
            .body(|seen| async move { Ok(ToolOutput::json(seen.arguments)) })
    }

    fn input(schema: Value) -> Self {
        Self(Self::fixture().verbatim(schema))
    }

    fn output(schema: Value) -> Self {
        let any = json!({ "type": "object", "additionalProperties": true });
        Self(Self::fixture().input(any).verbatim_output(schema))
    }

    fn about_a_project(self) -> Self {
        Self(self.0.host(|host| host.with_target("project")))
    }

    fn registry(&self) -> Result<Registry, BuildErrors> {
        registering([self.0.clone()]).build()
    }

    fn surface(&self) -> Result<Surface, BuildErrors> {
        let invoker = Invoker::builder(self.registry()?).unlimited().ownership(Projects).build().unwrap();
        let surface = Surface::outside("outside", &invoker, Allow::exposed());
        surface.target_argument(project_id()).repair_arguments().build()
    }

    async fn call(&self, arguments: Value) -> TestAnswer {
        TestSurface::new(&self.surface().unwrap()).as_caller("alice").call("written", arguments).await
    }

    /// Returns what the tool was called with, or why it was not.
    async fn got(&self, arguments: Value) -> Result<Value, String> {
        let answer = self.call(arguments).await;
        match answer.code() {
            None => Ok(answer.reply().structured.clone().unwrap().into()),
            Some(_) => Err(answer.text()),
        }
    }
}

/// A schema with what the canonical dialect refuses or rewrites.
fn rich() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Search",
        "type": "object",
        "properties": {
            "by": { "$ref": "#how" },
            "id": { "type": ["integer", "null"], "minimum": 1 },
            "text": { "type": "string", "minLength": 1 },
            "within": { "$ref": "#/$defs/Box", "description": "Where to look." },
            "sort": { "oneOf": [{ "const": "age" }, { "const": "name", "title": "By name" }] }
        },
        "required": ["by"],
        "if": { "properties": { "by": { "const": "text" } }, "required": ["by"] },
        "then": { "required": ["text"] },
        "else": { "required": ["id"] },
        "not": { "required": ["id", "sort"] },
        "additionalProperties": false,
        "$defs": {
            "How": { "$anchor": "how", "enum": ["id", "text"] },
            "Box": {
                "type": "object",
                "properties": { "width": { "type": "integer" }, "boxes": { "type": "array", "items": { "$ref": "#/$defs/Box" } } },
                "required": ["width"]
            }
        }
    })
}

#[tokio::test]
async fn what_is_written_is_what_is_listed_everywhere() {
    let output = json!({ "type": "object", "oneOf": [{ "required": ["a"] }, { "required": ["b"] }] });
    let written = Written(Written::input(rich()).0.verbatim_output(output.clone()));

    let registry = written.registry().unwrap();
    let snapshot = registry.snapshot();
    let entry = snapshot.get("written").unwrap();
    assert!(entry.is_verbatim());
    assert!(entry.definition().is_verbatim(Side::Input) && entry.definition().is_verbatim(Side::Output));
    assert_eq!(entry.definition().input_schema, rich());

    let handler = Handler::new(written.surface().unwrap(), ServerIdentity::new("test", "1"));
    let answer = handler.handle(legacy("tools/list", json!({})), alice()).await.unwrap();
    let listed = tools(&answer);
    assert_eq!(listed["written"]["inputSchema"], rich());
    assert_eq!(listed["written"]["outputSchema"], output);
}

#[test]
fn a_schema_that_is_set_again_without_the_word_is_canonical() {
    let definition = ToolDefinition::new("a", "A.").with_verbatim_input_schema(rich());
    assert!(definition.is_verbatim(Side::Input));
    assert!(!definition.with_input_schema(json!({ "type": "object" })).is_verbatim(Side::Input));
    assert!(!ToolDefinition::new("a", "A.").with_output_schema(json!({})).is_verbatim(Side::Output));
}

#[tokio::test]
async fn what_fits_reaches_the_tool_as_it_was_sent() {
    for arguments in [
        json!({ "by": "text", "text": "x", "sort": "name" }),
        json!({ "by": "id", "id": null }),
        json!({ "by": "id", "id": 3, "within": { "width": 1, "boxes": [{ "width": 2, "other": null }] } }),
    ] {
        assert_eq!(Written::input(rich()).got(arguments.clone()).await, Ok(arguments));
    }
}

#[tokio::test]
async fn what_does_not_fit_is_refused_with_its_place() {
    for (arguments, expected) in [
        (json!({ "id": 1 }), "/by: missing; expected one of id, text"),
        (json!({ "by": "name", "id": 1 }), "/by: expected one of id, text, found another string"),
        (json!({ "by": "text" }), "/text: missing; expected"),
        (json!({ "by": "id" }), "/id: missing; expected an integer of at least 1 or null"),
        (
            json!({ "by": "id", "id": 0 }),
            "/id: expected an integer of at least 1 or null, found an integer out of range",
        ),
        (json!({ "by": "id", "id": "7" }), "/id: expected an integer of at least 1 or null, found a string"),
        (json!({ "by": "id", "id": 1, "teh": 1 }), "/teh: unknown argument"),
        (
            json!({ "by": "id", "id": 1, "within": { "width": 1, "boxes": [{ "width": 2 }, { "width": "a" }] } }),
            "/within/boxes/1/width: expected an integer, found a string",
        ),
        (
            json!({ "by": "text", "text": "x", "sort": "size" }),
            "/sort: expected a value that fits `oneOf` of the schema here",
        ),
        (
            json!({ "by": "id", "id": 1, "sort": "age" }),
            "arguments: expected a value that fits `if` and `not` of the schema here, found an object",
        ),
    ] {
        let text = Written::input(rich()).got(arguments.clone()).await.unwrap_err();
        assert!(text.contains(expected), "{arguments} gave {text}");
        assert!(text.lines().count() == 1, "{arguments} gave more than one fault: {text}");
    }
    let both = json!({ "type": "object", "oneOf": [{ "required": ["a"] }, { "required": ["b"] }] });
    let text = Written::input(both).got(json!({ "a": 1, "b": 1 })).await.unwrap_err();
    assert!(text.contains("exactly one form of `oneOf`, found a value of several forms"), "{text}");
}

#[tokio::test]
async fn a_null_is_absent_only_where_the_schema_has_no_null() {
    let schema = json!({
        "type": "object",
        "properties": {
            "data": { "type": ["string", "null"] },
            "listed": { "enum": ["a", null] },
            "plain": { "type": "string" },
            "needed": { "type": "string" },
            "inner": { "allOf": [{ "$ref": "#/$defs/Inner" }] }
        },
        "required": ["needed"],
        "$defs": { "Inner": { "type": "object", "properties": { "plain": { "type": "string" } } } }
    });
    let tool = Written::input(schema);
    assert_eq!(
        tool.got(
            json!({ "data": null, "listed": null, "plain": null, "needed": "x", "inner": { "plain": null } })
        )
        .await,
        Ok(json!({ "data": null, "listed": null, "needed": "x", "inner": {} }))
    );
    let text = tool.got(json!({ "needed": null })).await.unwrap_err();
    assert!(text.contains("/needed: expected a string, found null"), "{text}");
}

#[tokio::test]
async fn a_null_that_one_of_several_forms_has_is_never_taken_away() {
    let schema = json!({
        "type": "object",
        "anyOf": [
            { "properties": { "kind": { "const": "a" }, "x": { "type": "string" } }, "required": ["kind"] },
            { "properties": { "x": { "type": "null" } }, "required": ["x"] }
        ],
        "properties": { "n": { "type": "integer" } }
    });
    let tool = Written::input(schema);
    let fits = json!({ "kind": "b", "x": null });
    assert_eq!(tool.got(fits.clone()).await, Ok(fits));
    // Another null is absent, and that of the form stays.
    assert_eq!(tool.got(json!({ "x": null, "n": null })).await, Ok(json!({ "x": null })));
}

#[tokio::test]
async fn whole_numbers_are_integers_and_text_is_never_read_as_something_else() {
    let schema = json!({
        "type": "object",
        "properties": { "n": { "type": ["integer", "null"] }, "m": { "type": "integer" } }
    });
    let tool = Written::input(schema);
    let answer = tool.call(json!({ "n": 3.0 })).await;
    assert_eq!(answer.text(), r#"{"n":3}"#);
    let text = tool.got(json!({ "n": "3" })).await.unwrap_err();
    assert!(text.contains("/n: expected an integer or null, found a string"), "{text}");
    let text = tool.got(json!({ "m": "3" })).await.unwrap_err();
    assert!(text.contains("/m: expected an integer, found a string"), "{text}");
}

#[tokio::test]
async fn a_result_is_sent_as_the_tool_returns_it() {
    let properties = json!({ "a": { "type": ["string", "null"] }, "b": { "type": "integer" } });
    let schema = json!({ "type": "object", "properties": properties });
    let answer = Written::output(schema).call(json!({ "b": 1, "a": null })).await;
    assert_eq!(answer.structured(), json!({ "a": null, "b": 1 }).as_object().unwrap());
    let text: Value = serde_json::from_str(&answer.text()).unwrap();
    assert_eq!(text, json!({ "a": null, "b": 1 }));
}
