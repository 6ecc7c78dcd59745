//! Which key exists in which revision, on the wire: every key of a listed tool, of a result and of the handshake, in all
//! five. Checked by hand against `schema/REVISION/schema.ts` of <https://github.com/modelcontextprotocol/modelcontextprotocol>.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tool_core::{
    Annotations, Content, Effect, Exposure, HostMetadata, Icon, Invoker, Registry, Tool, ToolCall,
    ToolDefinition, ToolError, ToolOutput,
};
use tool_mcp::{Handler, ServerIdentity, stdio};

use crate::{
    mcp_fixture::{alice, call, legacy, modern},
    mcp_stdio::Pipe,
    support::outside,
};

const REVISIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

/// A tool that says everything that can be said.
struct Everything;

#[tool_core::async_trait]
impl Tool for Everything {
    fn definition(&self) -> ToolDefinition {
        let region = json!({ "type": "string", "description": "A region." });
        ToolDefinition::new("everything", "Says everything.")
            .with_input_schema(json!({
                "type": "object", "properties": { "region": region }, "additionalProperties": false
            }))
            .with_header("region", "Region")
            .with_output_schema(json!({
                "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"]
            }))
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default()
            .with_title("Everything")
            .with_exposure(Exposure::Both)
            .with_effect(Effect::ReadOnly)
            .with_icon(Icon::new("https://example.com/a.png"))
            .with_meta("example.com/colour", json!("red"))
    }

    async fn call(&self, _: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        let hints = Annotations::new()
            .for_user()
            .with_priority(0.5)
            .with_last_modified(std::time::UNIX_EPOCH + std::time::Duration::from_hours(24));
        Ok(ToolOutput::json(json!({ "n": 1 }))
            .with_content(
                Content::Image { data: vec![1], mime_type: "image/png".into() }.with_annotations(hints),
            )
            .with_content(Content::Audio { data: vec![1], mime_type: "audio/wav".into() })
            .with_content(Content::Blob { uri: "file:///a".into(), mime_type: None, data: vec![1, 2, 3] })
            .with_content(Content::ResourceLink {
                uri: "file:///b".into(),
                name: "b".into(),
                mime_type: None,
                description: None,
            }))
    }
}

/// One connection of a client of one revision.
struct Client {
    pipe: Pipe,
    revision: &'static str,
    greeting: Value,
}

impl Client {
    async fn of(revision: &'static str) -> Self {
        let registry = Registry::builder(()).register(Everything).build().unwrap();
        let invoker = Invoker::builder(registry).unlimited().build().unwrap();
        let identity = ServerIdentity::new("samples", "1.2.3").with_title("Samples");
        let handler = Handler::new(outside(&invoker), identity).with_log();
        let mut pipe = Pipe::new(handler, stdio::as_local(alice()));
        let greeting = if revision == "2026-07-28" {
            pipe.ask(&modern("server/discover", json!({}))).await
        } else {
            let client = json!({ "name": "c", "version": "0" });
            let hello = json!({ "protocolVersion": revision, "capabilities": {}, "clientInfo": client });
            let greeting = pipe.ask(&legacy("initialize", hello)).await;
            assert_eq!(greeting["result"]["protocolVersion"], revision);
            greeting
        };
        Self { pipe, revision, greeting: greeting["result"].clone() }
    }

    async fn ask(&mut self, method: &str, params: Value) -> Value {
        let message =
            if self.revision == "2026-07-28" { modern(method, params) } else { legacy(method, params) };
        let mut answer = self.pipe.ask(&message).await;
        answer["result"].take()
    }
}

/// The keys of an object, as one text.
fn keys(object: &Value) -> String {
    let keys: BTreeSet<_> = object.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.into_iter().collect::<Vec<_>>().join(" ")
}

/// Compares what each revision has with one row for each.
fn rows(seen: &[String], expected: [&str; 5]) {
    for ((revision, seen), expected) in REVISIONS.iter().zip(seen).zip(expected) {
        assert_eq!(seen, expected, "{revision}");
    }
}

#[tokio::test]
async fn a_listed_tool_has_the_keys_of_the_revision() {
    let (mut tools, mut lists, mut properties) = (Vec::new(), Vec::new(), Vec::new());
    for revision in REVISIONS {
        let list = Client::of(revision).await.ask("tools/list", json!({})).await;
        lists.push(keys(&list));
        tools.push(keys(&list["tools"][0]));
        properties.push(keys(&list["tools"][0]["inputSchema"]["properties"]["region"]));
    }
    rows(
        &tools,
        [
            "description inputSchema name",
            "annotations description inputSchema name",
            "_meta annotations description inputSchema name outputSchema title",
            "_meta annotations description icons inputSchema name outputSchema title",
            "_meta annotations description icons inputSchema name outputSchema title",
        ],
    );
    rows(&lists, ["tools", "tools", "tools", "tools", "_meta cacheScope resultType tools ttlMs"]);
    let old = "description type";
    rows(&properties, [old, old, old, old, "description type x-mcp-header"]);
}

#[tokio::test]
async fn a_result_has_the_keys_and_the_blocks_of_the_revision() {
    let (mut results, mut blocks, mut hints) = (Vec::new(), Vec::new(), Vec::new());
    for revision in REVISIONS {
        let result = Client::of(revision).await.ask("tools/call", call("everything", json!({}))).await;
        results.push(keys(&result));
        hints.push(keys(&result["content"][1]["annotations"]));
        let kinds = result["content"].as_array().unwrap().iter().map(|block| block["type"].as_str().unwrap());
        blocks.push(kinds.collect::<Vec<_>>().join(" "));
        assert_eq!(result["content"][0]["text"], r#"{"n":1}"#, "{revision}");
        let blob = &result["content"][3]["resource"];
        assert_eq!(*blob, json!({ "uri": "file:///a", "blob": "AQID" }), "{revision}");
    }
    rows(
        &results,
        [
            "content",
            "content",
            "content structuredContent",
            "content structuredContent",
            "_meta content resultType structuredContent",
        ],
    );
    rows(
        &blocks,
        [
            "text image text resource text",
            "text image audio resource text",
            "text image audio resource resource_link",
            "text image audio resource resource_link",
            "text image audio resource resource_link",
        ],
    );
    let newer = "audience lastModified priority";
    rows(&hints, ["audience priority", "audience priority", newer, newer, newer]);
}

#[tokio::test]
async fn what_a_block_says_of_itself_is_as_it_was_said() {
    let result = Client::of("2025-11-25").await.ask("tools/call", call("everything", json!({}))).await;
    assert_eq!(
        result["content"][1]["annotations"],
        json!({ "audience": ["user"], "priority": 0.5, "lastModified": "1970-01-02T00:00:00.000Z" })
    );
}

#[tokio::test]
async fn a_greeting_has_the_keys_of_the_revision() {
    let (mut greetings, mut servers, mut capabilities) = (Vec::new(), Vec::new(), Vec::new());
    for revision in REVISIONS {
        let client = Client::of(revision).await;
        greetings.push(keys(&client.greeting));
        capabilities.push(client.greeting["capabilities"].to_string());
        let server = client.greeting.get("serverInfo");
        servers.push(keys(server.unwrap_or(&client.greeting["_meta"]["io.modelcontextprotocol/serverInfo"])));
    }
    let old = "capabilities instructions protocolVersion serverInfo";
    let new = "_meta cacheScope capabilities instructions resultType supportedVersions ttlMs";
    rows(&greetings, [old, old, old, old, new]);
    rows(
        &servers,
        ["name version", "name version", "name title version", "name title version", "name title version"],
    );
    let all = r#"{"logging":{},"tools":{"listChanged":true}}"#;
    rows(&capabilities, [all; 5]);
}
