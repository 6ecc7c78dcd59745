//! How tools are declared in each format, and which are not.

use serde_json::{Value, json};
use tool_core::{Caller, Exposure, Headless};
use tool_providers::{Assistant, Format};

use super::{first_party, turn};
use crate::support::{Fixture, invoker};

/// As a registry holds it, so that the plain formats have it unchanged.
fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "limit": { "type": "integer", "description": "At most so many.", "minimum": 1, "maximum": 9 },
            "query": { "type": "string", "description": "Words to look for." }
        },
        "required": ["query"],
        "additionalProperties": false
    })
}

fn find() -> Fixture {
    Fixture::new("find").description("Finds notes.").input(schema())
}

fn fields(format: Format, tools: impl IntoIterator<Item = Fixture>) -> Value {
    turn(&invoker(tools), format).offer().fields().clone().into()
}

#[test]
fn openai_chat_has_the_function_in_an_object_of_its_own() {
    let parameters = json!({
        "type": "object",
        "properties": {
            "limit": {
                "anyOf": [{ "type": "integer", "minimum": 1, "maximum": 9 }, { "type": "null" }],
                "description": "At most so many."
            },
            "query": { "type": "string", "description": "Words to look for." }
        },
        "required": ["limit", "query"],
        "additionalProperties": false
    });
    let function =
        json!({ "name": "find", "description": "Finds notes.", "parameters": parameters, "strict": true });
    let expected = json!({ "tools": [{ "type": "function", "function": function }] });
    assert_eq!(fields(Format::OpenAiChat, [find()]), expected);

    let mut flat = function;
    flat["type"] = json!("function");
    assert_eq!(fields(Format::OpenAiResponses, [find()]), json!({ "tools": [flat] }));
}

#[test]
fn anthropic_and_bedrock_take_the_schema_as_it_is() {
    let tool = json!({ "name": "find", "description": "Finds notes.", "input_schema": schema() });
    assert_eq!(fields(Format::AnthropicMessages, [find()]), json!({ "tools": [tool] }));

    let tool = json!({ "name": "find", "description": "Finds notes.", "inputSchema": { "json": schema() } });
    let expected = json!({ "toolConfig": { "tools": [{ "toolSpec": tool }] } });
    assert_eq!(fields(Format::BedrockAnthropic, [find()]), expected);
}

#[test]
fn other_models_of_bedrock_are_told_in_words_what_they_refuse() {
    let mut open = schema();
    open.as_object_mut().unwrap().remove("additionalProperties");
    open["description"] = json!("no other keys");
    let tool = json!({ "name": "find", "description": "Finds notes.", "inputSchema": { "json": open } });
    let expected = json!({ "toolConfig": { "tools": [{ "toolSpec": tool }] } });
    assert_eq!(fields(Format::BedrockOther, [find()]), expected);
    let offered = turn(&invoker([find()]), Format::BedrockOther);
    let notes: Vec<_> = offered.offer().tools()[0].notes().iter().map(ToString::to_string).collect();
    assert_eq!(notes, ["the root: `additionalProperties`: not enforced, said in the description"]);
}

#[test]
fn gemini_has_one_entry_of_declarations_and_two_members_for_schemas() {
    let json_schema =
        json!({ "name": "find", "description": "Finds notes.", "parametersJsonSchema": schema() });
    let expected = json!({ "tools": [{ "functionDeclarations": [json_schema] }] });
    assert_eq!(fields(Format::GeminiJson, [find()]), expected);

    let mut open = schema();
    open.as_object_mut().unwrap().remove("additionalProperties");
    open["description"] = json!("no other keys");
    // A tool without arguments has no schema there at all.
    let declarations = json!([
        { "name": "find", "description": "Finds notes.", "parameters": open },
        { "name": "ping", "description": "Says that it ran." }
    ]);
    let none = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    let expected = json!({ "tools": [{ "functionDeclarations": declarations }] });
    assert_eq!(fields(Format::Gemini, [Fixture::new("ping").input(none), find()]), expected);
}

#[test]
fn a_tool_without_a_strict_form_is_offered_in_the_ordinary_one() {
    let map = json!({
        "type": "object",
        "properties": { "tags": { "type": "object", "description": "Tags.", "additionalProperties": { "type": "string" } } },
        "required": ["tags"],
        "additionalProperties": false
    });
    let invoker = invoker([Fixture::new("tag").input(map), find()]);
    for format in [Format::OpenAiChat, Format::OpenAiResponses] {
        let turn = turn(&invoker, format);
        let [find, tag] = turn.offer().tools() else { panic!("two tools are offered") };
        assert!(find.is_strict() && find.not_strict.is_none());
        assert!(!tag.is_strict());
        assert_eq!(
            tag.not_strict.as_deref(),
            Some(
                "/properties/tags: an open object or a map; name the properties, or take a list of keys and values"
            )
        );
        assert_eq!(
            tag.declaration.pointer("/function/strict").or(tag.declaration.get("strict")),
            Some(&json!(false))
        );
    }
}

#[test]
fn a_tool_that_has_no_form_at_all_is_left_out_with_tool_place_and_reason() {
    let tree = json!({
        "type": "object",
        "properties": { "tree": { "$ref": "#/$defs/Tree" } },
        "required": ["tree"],
        "additionalProperties": false,
        "$defs": { "Tree": {
            "type": "object",
            "description": "A tree.",
            "properties": {
                "below": { "type": "array", "description": "What is below.", "items": { "$ref": "#/$defs/Tree" } }
            },
            "additionalProperties": false
        } }
    });
    let long = "x".repeat(1_025);
    let plant = Fixture::new("plant").host(|host| host.with_exposure(Exposure::Internal)).input(tree);
    let talk = Fixture::new("talk").host(|host| host.with_exposure(Exposure::Internal)).description(&long);
    let hidden = Fixture::new("outer").host(|host| host.with_exposure(Exposure::External));
    let invoker = invoker([plant, talk, hidden, find()]);
    let left_out = |format| {
        let turn = turn(&invoker, format);
        turn.offer().omissions().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        left_out(Format::Gemini),
        [
            "outer: external: offered to outside callers only",
            "plant: /$defs/Tree/properties/below/items: `Tree` is recursive; bound the depth in the type, for example \
             with a list of rows",
        ]
    );
    assert_eq!(
        left_out(Format::OpenAiChat),
        [
            "outer: external: offered to outside callers only",
            "talk: the description has 1025 characters; write at most 1024",
        ]
    );
}

#[test]
fn strict_tools_of_anthropic_stay_within_what_one_request_may_have() {
    let small = |n: usize| {
        let required = json!({ "type": "object", "properties": {}, "additionalProperties": false });
        Fixture::new(&format!("t{n:02}")).input(required)
    };
    let surface = first_party(&invoker((0..22).map(small)));
    let assistant = Assistant::builder(&surface, Format::AnthropicMessages).strict(true).build().unwrap();
    let turn = assistant.turn(Caller::new("alice"));
    let tools = turn.offer().tools();
    assert!(tools[..20].iter().all(|tool| tool.declaration["strict"] == true));
    assert!(tools[20..].iter().all(|tool| tool.declaration.get("strict").is_none()));
    assert_eq!(
        tools[20].not_strict.as_deref(),
        Some("over the limit of the request for strict tools; 0 are left, and this has 1")
    );

    // 24 optional properties in all: three tools of ten are too many, and a smaller one still fits.
    let optional = |name: &str, count: usize| {
        let properties: serde_json::Map<_, _> = (0..count)
            .map(|n| (format!("p{n}"), json!({ "type": "string", "description": "A property." })))
            .collect();
        Fixture::new(name)
            .input(json!({ "type": "object", "properties": properties, "additionalProperties": false }))
    };
    let tools = [optional("a", 10), optional("b", 10), optional("c", 10), optional("d", 4)];
    let assistant = Assistant::builder(&first_party(&invoker(tools)), Format::AnthropicMessages)
        .strict(true)
        .build()
        .unwrap();
    let turn = assistant.turn(Caller::new("alice"));
    let strict: Vec<_> = turn.offer().tools().iter().map(tool_providers::Offered::is_strict).collect();
    assert_eq!(strict, [true, true, false, true]);
}

#[test]
fn the_product_s_own_model_is_offered_internal_tools_and_those_of_a_conversation() {
    let inside = Fixture::new("inside").host(|host| host.with_exposure(Exposure::Internal));
    let talk =
        Fixture::new("talk").host(|host| host.with_headless(Headless::Never("there is no user".into())));
    let invoker = invoker([talk, inside]);
    for format in Format::ALL {
        let turn = turn(&invoker, format);
        let names: Vec<_> = turn.offer().tools().iter().map(|tool| tool.name.clone()).collect();
        assert_eq!(names, ["inside", "talk"], "{format}");
    }
}

#[test]
fn without_a_tool_the_request_has_no_list_and_the_same_offer_has_the_same_bytes() {
    for format in Format::ALL {
        assert_eq!(fields(format, []), json!({}), "{format}");
        let tools = || [find(), Fixture::new("b"), Fixture::new("a")];
        assert_eq!(fields(format, tools()).to_string(), fields(format, tools()).to_string());
    }
}

#[test]
fn what_an_assistant_cannot_be_is_said_all_at_once() {
    let outside = crate::support::outside(&invoker([find()]));
    let refused = Assistant::builder(&outside, Format::OpenAiChat).images(true).build().unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the surface `outside` is for outside callers; make the assistant's with `Surface::first_party`\n\
         results have no place for pictures in openai_chat; leave `images(true)` out"
    );
    let inside = first_party(&invoker([find()]));
    let refused = Assistant::builder(&inside, Format::Gemini).strict(true).build().unwrap_err();
    assert_eq!(refused.to_string(), "no tool is strict in gemini; leave `strict(true)` out");
}
