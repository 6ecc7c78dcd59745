//! Schemas that are kept as their author wrote them: what is listed, what is accepted, and what is refused when a tool
//! is declared or offered.

use serde_json::{Map, Value, json};
use tool_core::{
    Allow, BuildErrors, Effect, Exposure, HostMetadata, Invoker, Registry, Side, Surface, TargetArgument,
    Tool, ToolCall, ToolDefinition, ToolError, ToolOutput,
    testing::{TestAnswer, TestSurface},
};
use tool_mcp::{Handler, ServerIdentity};

use crate::{
    mcp_fixture::{alice, legacy, tools},
    support::Projects,
};

/// A tool with schemas that are kept as written. It returns what it was called with.
#[derive(Clone)]
struct Written {
    definition: ToolDefinition,
    target: bool,
}

impl Written {
    fn input(schema: Value) -> Self {
        let definition = ToolDefinition::new("written", "Returns its arguments.");
        Self { definition: definition.with_verbatim_input_schema(schema), target: false }
    }

    fn output(schema: Value) -> Self {
        let any = json!({ "type": "object", "additionalProperties": true });
        let definition = ToolDefinition::new("written", "Returns its arguments.").with_input_schema(any);
        Self { definition: definition.with_verbatim_output_schema(schema), target: false }
    }

    fn about_a_project(self) -> Self {
        Self { target: true, ..self }
    }

    fn registry(&self) -> Result<Registry, BuildErrors> {
        Registry::builder(()).register(self.clone()).build()
    }

    fn surface(&self) -> Result<Surface, BuildErrors> {
        let invoker = Invoker::builder(self.registry()?).unlimited().ownership(Projects).build().unwrap();
        let argument = TargetArgument::new("project", "project_id", "The project.");
        Surface::outside("outside", &invoker, Allow::exposed())
            .target_argument(argument)
            .repair_arguments()
            .build()
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

#[tool_core::async_trait]
impl Tool for Written {
    fn definition(&self) -> ToolDefinition {
        self.definition.clone()
    }

    fn host(&self) -> HostMetadata {
        let host = HostMetadata::default().with_title("Written").with_exposure(Exposure::Both);
        let host = host.with_effect(Effect::ReadOnly);
        if self.target { host.with_target("project") } else { host }
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::json(Value::Object(call.arguments().clone())))
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
    let mut written = Written::input(rich());
    written.definition = written.definition.with_verbatim_output_schema(output.clone());

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

/// Nested lists of one schema inside each other.
fn nested(levels: usize) -> Value {
    (0..levels).fold(json!({ "type": "string" }), |inner, _| json!({ "items": inner }))
}

#[test]
fn what_nobody_could_check_is_refused_when_the_tool_is_declared() {
    let with =
        |property: Value| json!({ "type": "object", "properties": { "a": property }, "$defs": { "B": {} } });
    for (schema, place, words) in [
        (json!(true), "/: ", "has to say {\"type\": \"object\", ..}"),
        (json!({ "properties": {} }), "/: ", "has to say {\"type\": \"object\", ..}"),
        (json!({ "type": ["object", "null"] }), "/: ", "has to say {\"type\": \"object\", ..}"),
        (with(json!({ "minimum": "1" })), "/properties/a/minimum: ", "does not compile"),
        (with(json!({ "pattern": "(" })), "/properties/a/pattern: ", "does not compile"),
        (with(json!({ "$ref": "#/$defs/C" })), "/properties/a/$ref: ", "finds nothing"),
        (with(json!({ "$ref": "#/x-more", "x-more": {} })), "/properties/a/$ref: ", "finds nothing"),
        (
            with(json!({ "$ref": "#/properties/a/x", "x": { "$ref": "#/properties/a" } })),
            "/properties/a/$ref: ",
            "finds nothing",
        ),
        (with(json!({ "$ref": "#c" })), "/properties/a/$ref: ", "finds nothing"),
        (with(json!({ "$dynamicRef": "#c" })), "/properties/a/$dynamicRef: ", "finds nothing"),
        (with(json!({ "$ref": "https://127.0.0.1:1/a.json" })), "/properties/a/$ref: ", "nothing is fetched"),
        (with(json!({ "$ref": "file:///etc/passwd" })), "/properties/a/$ref: ", "nothing is fetched"),
        (with(json!({ "$ref": DIALECT })), "/properties/a/$ref: ", "nothing is fetched"),
        (
            with(json!({ "$id": "a.json", "type": "string" })),
            "/properties/a/$id: ",
            "`$id` makes a document of its own",
        ),
        (
            json!({ "type": "object", "$schema": "http://json-schema.org/draft-07/schema#" }),
            "/$schema: ",
            "2020-12",
        ),
        (json!({ "type": "object", "allOf": [{ "$ref": "#" }] }), "", "nothing but itself"),
        (
            json!({ "type": "object", "$ref": "#/$defs/A", "$defs": { "A": { "not": { "$ref": "#/$defs/A" } } } }),
            "",
            "nothing but itself",
        ),
        (
            json!({ "type": "object", "properties": { "a": nested(62) } }),
            "/: ",
            "more than 64 objects and lists inside each other",
        ),
        (with(json!({ "description": "x".repeat(64 * 1024) })), "/: ", "65536 is the most"),
    ] {
        let text = Written::input(schema.clone()).registry().map(|_| ()).unwrap_err().to_string();
        assert!(
            text.contains(&format!("input schema, {place}")) && text.contains(words),
            "{schema} gave {text}"
        );
        let text = Written::output(schema).registry().map(|_| ()).unwrap_err().to_string();
        assert!(text.contains("output schema, ") && text.contains(words), "{text}");
    }
    // What only looks like a reference is none.
    let words = json!({ "type": "object", "properties": { "$ref": { "const": { "$ref": "https://a" } }, "a": nested(61) } });
    assert!(Written::input(words).registry().is_ok());
}

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

#[tokio::test]
async fn a_surface_adds_its_argument_where_the_schema_leaves_room() {
    let schema = json!({
        "type": "object",
        "properties": { "a": { "type": "string" } },
        "required": ["a"],
        "additionalProperties": false,
        "unevaluatedProperties": false,
        "if": { "required": ["a"] },
        "then": { "properties": { "a": { "minLength": 2 } } }
    });
    let tool = Written::input(schema.clone()).about_a_project();
    let surface = tool.surface().unwrap();
    let listed = &surface.catalogue(&alice()).tools[0].input_schema;
    assert_eq!(listed["required"], json!(["project_id", "a"]));
    assert_eq!(listed["properties"]["project_id"]["type"], "string");
    for (keyword, written) in schema.as_object().unwrap() {
        if !["properties", "required"].contains(&keyword.as_str()) {
            assert_eq!(listed.get(keyword), Some(written));
        }
    }
    assert_eq!(tool.got(json!({ "project_id": "p-alice", "a": "xy" })).await, Ok(json!({ "a": "xy" })));
    for (arguments, expected) in [
        (json!({ "a": "xy" }), "/project_id: missing"),
        (json!({ "project_id": "p-alice", "a": "x" }), "/a: expected a string of at least 2 characters"),
        (json!({ "project_id": "p-alice", "a": "xy", "b": 1 }), "/b: unknown argument"),
    ] {
        let text = tool.got(arguments).await.unwrap_err();
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn a_surface_is_refused_where_the_schema_is_about_all_arguments() {
    for (keywords, place) in [
        (json!({ "$ref": "#/$defs/A", "$defs": { "A": {} } }), "/$ref: "),
        (json!({ "$dynamicRef": "#a", "$defs": { "A": { "$dynamicAnchor": "a" } } }), "/$dynamicRef: "),
        (json!({ "maxProperties": 1 }), "/maxProperties: "),
        (json!({ "minProperties": 1 }), "/minProperties: "),
        (json!({ "propertyNames": { "maxLength": 3 } }), "/propertyNames: "),
        (json!({ "patternProperties": { "^p": { "type": "integer" } } }), "/patternProperties: "),
        (json!({ "enum": [{ "a": 1 }] }), "/enum: "),
        (json!({ "const": {} }), "/const: "),
        (
            json!({ "allOf": [{ "properties": { "a": {} }, "additionalProperties": false }] }),
            "/allOf/0/additionalProperties: ",
        ),
        (json!({ "oneOf": [{ "unevaluatedProperties": false }] }), "/oneOf/0/unevaluatedProperties: "),
        (json!({ "not": { "maxProperties": 2 } }), "/not/maxProperties: "),
        (json!({ "required": ["project_id"] }), "/required: "),
        (json!({ "anyOf": [{ "properties": { "project_id": {} } }] }), "/anyOf/0/properties: "),
        (json!({ "if": { "required": ["project_id"] } }), "/if/required: "),
        (json!({ "dependentRequired": { "a": ["project_id"] } }), "/dependentRequired: "),
        (json!({ "dependentSchemas": { "a": { "const": 1 } } }), "/dependentSchemas/a/const: "),
    ] {
        let mut schema: Map<String, Value> = keywords.as_object().unwrap().clone();
        schema.insert("type".to_owned(), "object".into());
        let tool = Written::input(schema.into());
        assert!(tool.surface().is_ok(), "nothing is added, so nothing is refused");
        let text = tool.about_a_project().surface().map(|_| ()).unwrap_err().to_string();
        let expected = format!("input schema, {place}a surface adds the argument \"project_id\" to the root");
        assert!(text.contains(&expected), "{keywords} gave {text}");
    }
    // About an argument, and not about the arguments.
    let inner = json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/A" } }, "$defs": { "A": { "maxProperties": 1 } } });
    assert!(Written::input(inner).about_a_project().surface().is_ok());
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
