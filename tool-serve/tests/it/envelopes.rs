//! An envelope program over the wire: what each revision of the protocol is told.

use serde_json::{Value, json};

use crate::support::{World, script};

const PRINTED: &str = r#"{"ok":false, "schema":"x/1","failures":[{"code":"taken"}], "n":1.50}"#;

fn world() -> World {
    let world = World::new();
    world.write("codes.json", r#"[{"code": "taken", "meaning": "somebody has it"}]"#);
    let envelope = "[envelope]\nschema = \"x/1\"\n[envelope.codes]\nid = \"x::codes\"\ntitle = \"Codes\"\nsummary = \"Lists codes.\"\n\
        exposure = \"external\"\nfrom = { file = \"codes.json\" }\n";
    let tool = script("x::claim", &format!("echo ran >>ran; echo '{PRINTED}'; exit 1"));
    let input = "output = { form = \"envelope\" }\ninput = [{ name = \"name\", description = \"A name.\", type = \"id\", travels = \"positional\" }]\n";
    world.write("m.toml", &format!("version = 1\n{envelope}{tool}{input}"));
    world
}

#[tokio::test]
async fn the_text_is_the_line_and_the_data_is_the_object_for_peers_that_take_it() {
    let world = world();
    for (revision, takes_data) in
        [("2024-11-05", false), ("2025-03-26", false), ("2025-06-18", true), ("2025-11-25", true)]
    {
        let mut client = world.client(&["m.toml"]);
        let params = json!({ "protocolVersion": revision, "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
        let welcome = client.ask("initialize", params).await;
        let instructions = welcome["result"]["instructions"].as_str().unwrap();
        assert!(
            instructions.contains("one JSON object always") && instructions.contains("x__codes"),
            "{instructions}"
        );
        let listed = client.ask("tools/list", json!({})).await;
        let claim = &listed["result"]["tools"][0];
        assert_eq!((&claim["name"], claim["outputSchema"].is_object()), (&json!("x__claim"), takes_data));
        let required = json!(["schema", "ok", "failures"]);
        assert!(!takes_data || claim["outputSchema"]["required"] == required);

        let refused = client.call("x__claim", json!({ "name": "-h" })).await["result"].clone();
        assert!(!world.path("ran").exists());
        let answer = client.call("x__claim", json!({ "name": "ada" })).await["result"].clone();
        std::fs::remove_file(world.path("ran")).unwrap();
        assert_eq!(answer["content"], json!([{ "type": "text", "text": PRINTED }]), "{revision}");
        for result in [refused, answer] {
            assert_eq!(result["isError"], true);
            let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
            assert_eq!((&text["schema"], &text["ok"]), (&json!("x/1"), &json!(false)));
            assert_eq!(result["structuredContent"], if takes_data { text } else { Value::Null });
        }
        let codes = client.call("x__codes", json!({})).await["result"]["content"][0]["text"].to_string();
        assert!(codes.contains("taken") && codes.contains("mcp-invalid-arguments"), "{codes}");
    }
}

#[tokio::test]
async fn codes_that_the_catalogue_lacks_pass_and_are_counted_on_standard_error() {
    let world = World::new();
    world.write("codes.json", r#"{"codes": [{"code": "b"}, {"code": "a"}]}"#);
    let envelope = "[envelope]\nschema = 1\n[envelope.codes]\nid = \"codes\"\ntitle = \"Codes\"\nsummary = \"Lists codes.\"\n\
        exposure = \"external\"\nfrom = { file = \"codes.json\" }\n";
    let line = r#"{"schema":1,"ok":false,"failures":[{"code":"a"},{"code":"new"},{"code":"newer"}]}"#;
    let tool = script("fails", &format!("echo '{line}'")) + "output = { form = \"envelope\" }\n";
    world.write("m.toml", &format!("version = 1\n{envelope}{tool}"));
    let mut client = world.client(&["m.toml"]);
    client.initialize().await;
    for _ in 0..2 {
        assert_eq!(client.call("fails", json!({})).await["result"]["content"][0]["text"], line);
    }
    let codes = client.call("codes", json!({})).await["result"]["structuredContent"]["codes"].clone();
    let sources: Vec<_> = codes.as_array().unwrap().iter().map(|code| code["source"].clone()).collect();
    assert_eq!(
        (&codes[0]["code"], &codes[1]["code"], &codes[2]["code"]),
        (&json!("b"), &json!("a"), &json!("mcp-approval-denied"))
    );
    assert!(sources[..2].iter().all(|source| source == "program"));
    assert!(sources[2..].iter().all(|source| source == "mcp"));
    client.vanish();
    let said = client.ended().await.1;
    assert!(said.contains("so_far=2") && said.contains("so_far=4"), "{said}");
    assert!(!said.contains("newer"), "{said}");
}
