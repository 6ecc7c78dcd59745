//! Tools that word their errors themselves: one form for every answer, which stays an error.

use serde_json::{Value, json};
use tool_core::{
    Allow, Content, Effect, Exposure, HostMetadata, Invoker, NoResult, Registry, Surface, Tool, ToolCall,
    ToolDefinition, ToolError, ToolOutput,
    testing::{TestAnswer, TestSurface},
};

/// A tool whose every answer is `{"ok": ..}`.
struct Enveloped {
    verbatim: bool,
}

#[tool_core::async_trait]
impl Tool for Enveloped {
    fn definition(&self) -> ToolDefinition {
        let input = json!({
            "type": "object",
            "properties": { "how": { "type": "string", "description": "How." } },
            "required": ["how"],
            "additionalProperties": false
        });
        let output =
            json!({ "type": "object", "properties": { "ok": { "type": "boolean" } }, "required": ["ok"] });
        let definition = ToolDefinition::new("enveloped", "Answers in one form.").with_input_schema(input);
        if self.verbatim {
            definition.with_verbatim_output_schema(output)
        } else {
            definition.with_output_schema(output)
        }
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default()
            .with_title("Enveloped")
            .with_exposure(Exposure::Both)
            .with_effect(Effect::ReadOnly)
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        match call.arguments()["how"].as_str() {
            Some("fail") => Err(ToolError::new("full", "the shelf is full")),
            // More digits than a double has: the text has them all.
            _ => Ok(ToolOutput::json(json!({ "ok": true, "n": 9_007_199_254_740_993_u64 }))
                .with_content(Content::Text(r#"{ "ok": true, "n": 9007199254740993 }"#.to_owned()))),
        }
    }

    fn without_result(&self, no_result: &NoResult<'_>) -> Option<ToolOutput> {
        assert_ne!(no_result.message(), "", "a panic in here is no answer");
        let places: Vec<_> =
            no_result.argument_faults().into_iter().flat_map(tool_core::ArgumentFaults::iter).collect();
        let argument = places.first().map(|fault| fault.pointer().to_owned());
        let (code, message) = (no_result.code(), no_result.message());
        Some(ToolOutput::json(json!({ "ok": false, "code": code, "message": message, "argument": argument })))
    }
}

async fn answer(verbatim: bool, arguments: Value) -> TestAnswer {
    let registry = Registry::builder(()).register(Enveloped { verbatim }).build().unwrap();
    let invoker = Invoker::builder(registry).unlimited().build().unwrap();
    let surface = Surface::outside("outside", &invoker, Allow::exposed()).build().unwrap();
    TestSurface::new(&surface).as_caller("alice").call("enveloped", arguments).await
}

#[tokio::test]
async fn a_failure_and_a_refusal_are_in_the_words_of_the_tool_and_stay_errors() {
    for (arguments, code, message, argument) in [
        (json!({ "how": "fail" }), "full", "the shelf is full", json!(null)),
        (json!({}), "invalid-arguments", "/how: missing; expected a string", json!("/how")),
    ] {
        let answer = answer(true, arguments).await;
        let expected = json!({ "ok": false, "code": code, "message": message, "argument": argument });
        assert_eq!(answer.code().as_deref(), Some(code));
        assert_eq!(json!(answer.reply().structured), expected);
        assert_eq!(serde_json::from_str::<Value>(&answer.text()).unwrap(), expected);
    }
}

#[tokio::test]
async fn only_a_schema_that_is_kept_as_written_has_words_of_its_own() {
    let answer = answer(false, json!({ "how": "fail" })).await;
    assert_eq!((answer.text().as_str(), &answer.reply().structured), ("full: the shelf is full", &None));
}

#[tokio::test]
async fn a_text_that_the_tool_writes_itself_is_the_only_one() {
    let answer = answer(true, json!({ "how": "well" })).await;
    assert_eq!(answer.text(), r#"{ "ok": true, "n": 9007199254740993 }"#);
    assert_eq!(json!(answer.reply().structured), json!({ "ok": true, "n": 9_007_199_254_740_993_u64 }));
}
