//! What a client is sent: every kind of request, and to whom which.

use serde_json::{Value, json};
use tool_core::{Field, InputKind, InputRequest, TextFormat, ToolCall, ToolError, ToolOutput};

use super::{again, approving, ask, asking, everything, of_legacy, server, text};
use crate::ask::{Asking, delete, sure};

fn all_kinds(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    let form = InputRequest::form("form", "Who are you?")
        .with_field(Field::text("name").with_title("Name").with_description("Your name.").with_min_length(1))
        .with_field(Field::text("mail").with_format(TextFormat::Email).optional())
        .with_field(Field::integer("age").with_minimum(18).with_maximum(150).with_default(30))
        .with_field(Field::number("height").with_maximum(2.5).optional())
        .with_field(Field::boolean("member").with_default(false))
        .with_field(Field::choice("colour", ["red", "blue"]).with_default("red").optional())
        .with_field(Field::titled_choice("code", [("#f00", "Red")]))
        .with_field(Field::choices("days", ["Mo", "Tu"]).with_min_items(1).with_max_items(2))
        .with_field(Field::titled_choices("codes", [("#f00", "Red")]).optional());
    let url = InputRequest::url("key", "Your key is needed.", "https://example.com/key");
    let model = InputRequest::sampling("capital", "What is the capital of France?", 100)
        .with_system_prompt("Be brief.");
    let answers = call.inputs().ask_all([&form, &url, &model, &InputRequest::roots("folders")])?;
    let said = answers.into_iter().map(|answer| answer.into_content().map(Value::Object));
    Ok(ToolOutput::json(json!({ "all": said.collect::<Result<Vec<_>, _>>()? })))
}

/// What the form of [`all_kinds`] is on the wire.
fn form_as_written() -> Value {
    json!({
        "method": "elicitation/create",
        "params": {
            "mode": "form",
            "message": "Who are you?",
            "requestedSchema": {
                "type": "object",
                "properties": {
                    "name": { "type": "string", "title": "Name", "description": "Your name.", "minLength": 1 },
                    "mail": { "type": "string", "format": "email" },
                    "age": { "type": "integer", "minimum": 18, "maximum": 150, "default": 30 },
                    "height": { "type": "number", "maximum": 2.5 },
                    "member": { "type": "boolean", "default": false },
                    "colour": { "type": "string", "enum": ["red", "blue"], "default": "red" },
                    "code": { "type": "string", "oneOf": [{ "const": "#f00", "title": "Red" }] },
                    "days": {
                        "type": "array",
                        "items": { "type": "string", "enum": ["Mo", "Tu"] },
                        "minItems": 1,
                        "maxItems": 2
                    },
                    "codes": { "type": "array", "items": { "anyOf": [{ "const": "#f00", "title": "Red" }] } }
                },
                "required": ["name", "age", "member", "code", "days"]
            }
        }
    })
}

#[tokio::test]
async fn each_kind_of_request_is_written_as_the_specification_has_it() {
    let server = server([Asking::new("all", all_kinds)]);
    let first = ask(&server, asking("all", everything())).await;
    let result = &first["result"];
    assert_eq!(result["resultType"], "input_required");
    assert!(result["requestState"].is_string() && result.get("content").is_none(), "{result}");
    assert_eq!(
        result["_meta"]["io.modelcontextprotocol/serverInfo"],
        json!({ "name": "asking", "version": "1.0.0" })
    );
    let requests = &result["inputRequests"];
    assert_eq!(requests["form"], form_as_written());
    let url = &requests["key"];
    assert_eq!((&url["method"], &url["params"]["mode"]), (&json!("elicitation/create"), &json!("url")));
    assert_eq!(url["params"]["url"], "https://example.com/key");
    assert_eq!(url["params"]["message"], "Your key is needed.");
    assert_eq!(
        requests["capital"],
        json!({
            "method": "sampling/createMessage",
            "params": {
                "messages": [{
                    "role": "user",
                    "content": { "type": "text", "text": "What is the capital of France?" }
                }],
                "systemPrompt": "Be brief.",
                "maxTokens": 100
            }
        })
    );
    assert_eq!(requests["folders"]["method"], "roots/list");

    let form = json!({ "name": "Ann", "age": 30, "member": true, "code": "#f00", "days": ["Mo"] });
    let sampled =
        json!({ "role": "assistant", "content": { "type": "text", "text": "Paris" }, "model": "m" });
    let folders = json!({ "roots": [{ "uri": "file:///a", "name": "A" }] });
    let responses = json!({
        "form": { "action": "accept", "content": form },
        "key": { "action": "accept" },
        "capital": sampled,
        "folders": folders
    });
    let second = ask(&server, again(asking("all", everything()), &first, responses)).await;
    assert_eq!(second["result"]["structuredContent"], json!({ "all": [form, {}, sampled, folders] }));
    assert_ne!(second["result"]["resultType"], "input_required");
}

#[expect(clippy::unnecessary_wraps, reason = "it is a body like the others")]
fn one_of_each(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    let inputs = call.inputs();
    let known = [InputKind::Form, InputKind::Url, InputKind::Sampling, InputKind::Roots]
        .map(|kind| inputs.can_ask(kind));
    Ok(ToolOutput::json(json!({ "known": known })))
}

#[tokio::test]
async fn a_client_is_asked_for_what_it_declares_with_the_request_and_for_nothing_else() {
    let server = server([Asking::new("delete", delete), Asking::new("known", one_of_each)]);
    for (capabilities, known) in [
        (json!({}), [false; 4]),
        (json!({ "elicitation": {} }), [true, false, false, false]),
        (json!({ "elicitation": { "form": {} } }), [true, false, false, false]),
        (json!({ "elicitation": { "url": {} } }), [false, true, false, false]),
        (json!({ "sampling": {} }), [false, false, true, false]),
        (json!({ "roots": {} }), [false, false, false, true]),
        (everything(), [true; 4]),
    ] {
        let told = ask(&server, asking("known", capabilities.clone())).await;
        assert_eq!(told["result"]["structuredContent"]["known"], json!(known), "{capabilities}");
        let answer = ask(&server, asking("delete", capabilities.clone())).await;
        let is_asked = answer["result"]["resultType"] == "input_required";
        assert_eq!(is_asked, known[0], "{capabilities}: {answer}");
        if !is_asked {
            assert_eq!(
                answer["error"],
                json!({
                    "code": -32021,
                    "message": "input-unavailable: this call must ask first, and nobody can be asked here: Delete 3 notes? \
                                Call it from a client that can be asked",
                    "data": { "requiredCapabilities": { "elicitation": { "form": {} } } }
                })
            );
        }
    }
}

fn or_argument(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    call.ask(&sure().or_argument("word")).map(|_| ToolOutput::text("went on"))
}

#[tokio::test]
async fn a_client_with_a_handshake_reads_which_argument_to_send() {
    let server = server([Asking::new("clear", or_argument)]);
    let mut message = of_legacy("clear");
    // Not even when it says what only a later revision has.
    message["params"]["_meta"][super::CAPABILITIES] = everything();
    for message in [of_legacy("clear"), message] {
        let answer = ask(&server, message).await;
        assert_eq!(answer["result"]["isError"], true);
        assert_eq!(
            text(&answer),
            "input-unavailable: this call must ask first, and nobody can be asked here: Delete 3 notes? Find out, and \
             call it again with the argument `word`"
        );
    }
}

#[tokio::test]
async fn an_approval_is_asked_for_where_the_host_says_so() {
    let tool = Asking::new("purge", |_| Ok(ToolOutput::text("purged")));
    let server = approving([tool.clone()]);
    let first = ask(&server, asking("purge", everything())).await;
    let request = &first["result"]["inputRequests"]["tool-core/approval"]["params"];
    assert_eq!(
        request["message"],
        "Approve this call? this tool may overwrite or delete something\npurge\n{\"word\":\"a\"}"
    );
    assert_eq!(request["requestedSchema"]["required"], json!(["approve"]));
    let approved = json!({ "tool-core/approval": { "action": "accept", "content": { "approve": true } } });
    let second = ask(&server, again(asking("purge", everything()), &first, approved.clone())).await;
    assert_eq!(text(&second), "purged");
    let third = ask(&server, again(asking("purge", everything()), &first, approved)).await;
    assert_eq!(third["result"]["resultType"], "input_required", "once");
    assert_eq!(tool.begun(), 1);

    let refused = ask(&server, of_legacy("purge")).await;
    assert!(text(&refused).starts_with("approval-required: "), "{refused}");
    assert!(refused["result"]["_meta"]["tool-core/approval-request"].is_string());
}
