//! What a model sends for a rendered schema goes through admission, after it has been restored.

use serde_json::{Value, json};
use tool_core::{
    Allow, Invoker, Profile, Surface,
    profile::Rendered,
    testing::{TestAnswer, TestSurface, instance},
};

use super::{argument, arguments, registry};
use crate::support::Fixture;

/// Shapes whose advertised schema says everything; the others leave something to words in every profile.
const SAID_IN_FULL: [&str; 22] = [
    "OptPlain",
    "OptDefault",
    "OptNested",
    "EnumDocField",
    "HoldEnums",
    "UseOneOrMany",
    "Flat",
    "FlatMap",
    "UseNewtype",
    "Linked",
    "UseRec",
    "UseFilter",
    "Generics",
    "AnyVal",
    "Camel",
    "AllDefault",
    "MapVec",
    "UseTagNew",
    "KeywordNames",
    "UseNumOrStr",
    "UseDepr",
    "Level1",
];

/// A tool with one schema, which says what reached it.
struct Called(TestSurface);

impl Called {
    fn new(schema: &Value) -> Self {
        let echo = Fixture::new("echo").input(schema.clone()).echo();
        let invoker = Invoker::builder(registry([echo])).unlimited().build().unwrap();
        let surface = Surface::first_party("test", &invoker, Allow::only(["echo"])).build().unwrap();
        Self(TestSurface::new(&surface))
    }

    async fn call(&self, arguments: Value) -> TestAnswer {
        self.0.call("echo", arguments).await
    }
}

/// Whether nothing but the keys of objects was left to words.
fn is_exact(rendered: &Rendered) -> bool {
    rendered
        .losses()
        .all(|note| note.keyword == "additionalProperties" && note.words.as_deref() != Some("no keys"))
}

#[tokio::test]
async fn what_is_sent_for_a_rendered_schema_is_accepted() {
    let mut calls = 0;
    for (shape, schema) in arguments().into_iter().filter(|(shape, _)| SAID_IN_FULL.contains(shape)) {
        let called = Called::new(&schema);
        for profile in Profile::ALL {
            let Ok(rendered) = profile.render(&schema) else { continue };
            let Some(Value::Object(asked)) = rendered.schema.as_ref().filter(|_| is_exact(&rendered)) else {
                continue;
            };
            // Values of a map are words there, so an instance knows nothing of them.
            let maps = rendered.losses().any(|note| note.words.as_deref() != Some("no other keys"));
            for seed in (0..8).filter(|_| !maps) {
                let sent = instance(asked, seed);
                let answer = called.call(rendered.restore(sent.clone())).await;
                assert_eq!(answer.code(), None, "{profile}, {shape}: {sent} gave {}", answer.text());
                calls += 1;
            }
        }
    }
    assert!(calls > 500, "{calls} calls");
}

#[tokio::test]
async fn a_null_for_an_optional_argument_never_reaches_the_tool() {
    let schema = argument("OptNested");
    let called = Called::new(&schema);
    let rendered = Profile::OpenAiStrict.render(&schema).unwrap();
    for (sent, reaches) in [
        (json!({ "scope": null }), json!({})),
        (json!({ "scope": { "root": "/", "depth": null } }), json!({ "scope": { "root": "/" } })),
        (json!({ "scope": { "root": "/", "depth": 2 } }), json!({ "scope": { "root": "/", "depth": 2 } })),
    ] {
        let answer = called.call(rendered.restore(sent)).await;
        assert_eq!(answer.reply().structured.as_ref().unwrap()["got"], reaches);
    }
}

#[tokio::test]
async fn what_a_profile_only_says_is_checked_all_the_same() {
    let schema = argument("OptPlain");
    let rendered = Profile::AnthropicStrict.render(&schema).unwrap();
    assert_eq!(
        rendered.schema.as_ref().unwrap()["properties"]["limit"],
        json!({ "type": "integer", "description": "an integer from 0 to 4294967295" })
    );
    let answer = Called::new(&schema).call(rendered.restore(json!({ "limit": -1 }))).await;
    assert_eq!(answer.code().as_deref(), Some("invalid-arguments"));
    assert!(answer.text().contains("/limit"), "{}", answer.text());
}
