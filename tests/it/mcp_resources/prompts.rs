//! Prompts and completions on the wire.

use serde_json::json;

use super::{ask, handler};
use crate::mcp_fixture::{legacy, modern};

#[tokio::test]
async fn prompts_are_listed_and_rendered() {
    let handler = handler();
    let list = ask(&handler, modern("prompts/list", json!({}))).await["result"].clone();
    assert_eq!(
        list["prompts"],
        json!([{
            "name": "summarise", "title": "Summarise", "description": "Summarises a project.",
            "arguments": [{ "name": "project", "description": "Its id.", "required": true }]
        }])
    );
    assert_eq!(list["cacheScope"], "private");

    let get = json!({ "name": "summarise", "arguments": { "project": "p-alice" } });
    let rendered = ask(&handler, modern("prompts/get", get.clone())).await["result"].clone();
    assert_eq!(rendered["description"], "Summarises a project.");
    assert_eq!(
        rendered["messages"],
        json!([
            { "role": "user", "content": { "type": "text", "text": "Summarise p-alice." } },
            { "role": "assistant", "content": { "type": "text", "text": "Gladly." } },
            { "role": "user", "content": { "type": "audio", "data": "AQID", "mimeType": "audio/wav" } }
        ])
    );
    assert_eq!(ask(&handler, legacy("prompts/get", get)).await["result"]["messages"], rendered["messages"]);
}

#[tokio::test]
async fn a_prompt_that_cannot_be_rendered_is_an_error_of_the_protocol() {
    let handler = handler();
    let get = async |params| ask(&handler, modern("prompts/get", params)).await["error"].clone();
    assert_eq!(
        get(json!({ "name": "nothing" })).await,
        json!({ "code": -32602, "message": "Unknown prompt: nothing" })
    );
    let foreign = get(json!({ "name": "summarise", "arguments": { "project": "p-bob" } })).await;
    let missing = get(json!({ "name": "summarise", "arguments": { "project": "p-nobody" } })).await;
    assert_eq!(foreign, missing);
    assert_eq!(foreign, json!({ "code": -32602, "message": "Unknown prompt: summarise" }));
    let without = get(json!({ "name": "summarise" })).await;
    assert_eq!(without["code"], -32602);
    assert!(without["message"].as_str().unwrap().starts_with("invalid-arguments: /project"), "{without}");
    for (params, why) in [
        (json!({}), "`name` must be a string"),
        (json!({ "name": "summarise", "arguments": { "project": 1 } }), "an object of strings"),
        (json!({ "name": "summarise", "arguments": [] }), "an object of strings"),
    ] {
        let answer = get(params).await;
        assert!(answer["message"].as_str().unwrap().contains(why), "{answer}");
    }
}

#[tokio::test]
async fn arguments_are_completed() {
    let handler = handler();
    let complete = async |of, argument: &str, given| {
        let params = json!({
            "ref": of, "argument": { "name": argument, "value": "n-" }, "context": { "arguments": given }
        });
        ask(&handler, modern("completion/complete", params)).await
    };
    let prompt = json!({ "type": "ref/prompt", "name": "summarise" });
    let template = json!({ "type": "ref/resource", "uri": "notes://{project}/{note}" });
    assert_eq!(
        complete(prompt, "project", json!({})).await["result"]["completion"],
        json!({ "values": ["p-alice"], "total": 1, "hasMore": false })
    );
    let found = complete(template.clone(), "note", json!({ "project": "p-alice" })).await;
    assert_eq!(found["result"]["completion"]["values"], json!(["n-1"]));
    let nothing = json!({ "values": [], "total": 0, "hasMore": false });
    for project in ["p-bob", "p-nobody"] {
        let foreign = complete(template.clone(), "note", json!({ "project": project })).await;
        assert_eq!(foreign["result"]["completion"], nothing, "{foreign}");
    }
    let unknown = complete(json!({ "type": "ref/prompt", "name": "nothing" }), "a", json!({})).await;
    assert_eq!(
        unknown["error"],
        json!({ "code": -32602, "message": "Unknown prompt, template or argument" })
    );
    for (params, why) in [
        (json!({ "argument": { "name": "a", "value": "" } }), "`ref` must be"),
        (json!({ "ref": { "type": "ref/prompt", "name": "a" } }), "`argument` must have"),
        (
            json!({
                "ref": { "type": "ref/prompt", "name": "a" }, "argument": { "name": "a", "value": "" },
                "context": { "arguments": { "a": 1 } }
            }),
            "`context.arguments` must be",
        ),
    ] {
        let answer = ask(&handler, modern("completion/complete", params)).await;
        assert!(answer["error"]["message"].as_str().unwrap().contains(why), "{answer}");
    }
}
