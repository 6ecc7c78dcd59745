//! Entries that come, go and change, also while they are called.

use std::sync::atomic::Ordering;

use serde_json::json;
use tool_core::{Caller, PromptArgument, Read, SourceEntry};

use super::{Engine, exposed, listed_again, product, tool};

#[tokio::test]
async fn tools_come_and_go_with_the_engine() {
    let (product, engine) = (product(), Engine::of([tool("todos::create")]));
    let attached = product.registry.attach(engine.clone()).start().await;
    assert_eq!(product.names(), ["own", "todos__create"]);
    assert_eq!(product.text("todos__create", json!({})).await, r#"{"got":{},"id":"todos::create"}"#);

    let generation = product.registry.generation();
    listed_again(&attached, &engine, [tool("todos::list"), tool("todos::create")]).await;
    assert_eq!(product.names(), ["own", "todos__create", "todos__list"]);
    assert_eq!(product.registry.generation(), generation + 1, "each change is one snapshot");

    listed_again(&attached, &engine, [tool("todos::list")]).await;
    assert_eq!(product.names(), ["own", "todos__list"]);
    assert_eq!(product.text("todos__create", json!({})).await, "UnknownTool");

    listed_again(&attached, &engine, [tool("todos::list")]).await;
    assert_eq!(product.registry.generation(), generation + 2, "nothing changed");

    drop(attached);
    assert_eq!(product.names(), ["own"]);
    assert_eq!(product.text("todos__list", json!({})).await, "UnknownTool");
    assert_eq!(product.text("own", json!({})).await, "ran");
}

#[tokio::test]
async fn a_changed_entry_is_called_by_its_new_schema() {
    let (product, engine) = (product(), Engine::of([tool("find")]));
    let attached = product.registry.attach(engine.clone()).start().await;
    assert!(product.text("find", json!({ "q": "a" })).await.starts_with("invalid-arguments"));
    let with_query = tool("find").with_input_schema(json!({
        "type": "object", "properties": { "q": { "type": "string" } }, "required": ["q"]
    }));
    listed_again(&attached, &engine, [with_query]).await;
    assert_eq!(product.text("find", json!({ "q": "a" })).await, r#"{"got":{"q":"a"},"id":"find"}"#);
    assert!(product.text("find", json!({})).await.starts_with("invalid-arguments"));
}

#[tokio::test]
async fn resources_and_prompts_come_along() {
    let product = product();
    let engine = Engine::of([
        exposed(SourceEntry::resource("skills::help", "iii://help", "Help.").with_mime_type("text/markdown")),
        exposed(SourceEntry::resource_template("skills::one", "iii://skill/{skill}", "One skill.")),
        exposed(SourceEntry::prompt(
            "prompts::greet",
            "Greets.",
            [PromptArgument::optional("name", "Whom.")],
        )),
        SourceEntry::resource("skills::secret", "iii://secret", "Secret."),
    ]);
    let attached = product.registry.attach(engine.clone()).start().await;
    assert_eq!(attached.report().omitted, []);
    let surface = &product.surface;
    let readable = surface.readable(&Caller::new("alice"));
    assert_eq!(readable.resources.iter().map(|it| it.uri.as_str()).collect::<Vec<_>>(), ["iii://help"]);
    assert_eq!(readable.templates[0].uri, "iii://skill/{skill}");
    assert_eq!(readable.prompts[0].name, "prompts__greet");

    let read = async |uri: &str| match surface
        .read_resource(surface.resource_request(Caller::new("alice"), uri))
        .await
    {
        Read::Found(contents) => format!("{:?}", contents.parts().len()),
        other => format!("{other:?}"),
    };
    assert_eq!(read("iii://help").await, "1");
    assert_eq!(read("iii://skill/garden").await, "1");
    assert_eq!(read("iii://secret").await, "Unknown");
    let request = surface.prompt_request(Caller::new("alice"), "prompts__greet", None);
    assert!(matches!(surface.render_prompt(request).await, Read::Found(_)));
    assert_eq!(engine.runs(), 3);

    listed_again(&attached, &engine, []).await;
    assert_eq!(read("iii://help").await, "Unknown");
    assert!(surface.readable(&Caller::new("alice")).prompts.is_empty());
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_listed_is_not_offered_until_it_can() {
    let (product, engine) = (product(), Engine::of([tool("find")]));
    let attached = product.registry.attach(engine.clone()).start().await;
    engine.0.is_down.store(true, Ordering::SeqCst);
    let report = attached.refresh().await;
    assert_eq!(report.failure.as_deref(), Some("the engine at 10.0.0.7 does not answer"));
    assert_eq!(product.names(), ["own"]);

    engine.0.is_down.store(false, Ordering::SeqCst);
    let mut reports = attached.reports();
    // Nobody says that it changed: it is asked again after a while.
    reports.wait_for(|report| report.failure.is_none()).await.unwrap();
    assert_eq!(product.names(), ["find", "own"]);
}

#[tokio::test]
async fn calls_are_not_disturbed_by_changes_of_others() {
    let (product, engine) = (product(), Engine::of([tool("slow"), tool("other")]));
    let attached = product.registry.attach(engine.clone()).start().await;
    let call = product.call("slow", json!({}));
    let changes = async {
        engine.0.begun.notified().await;
        for n in 0..50 {
            listed_again(&attached, &engine, [tool("slow"), tool(&format!("other{n}"))]).await;
        }
        // Also when its own entry goes: a call that runs is not touched.
        listed_again(&attached, &engine, []).await;
        engine.0.may_end.notify_one();
    };
    let (answer, ()) = tokio::join!(call, changes);
    assert_eq!(crate::support::reply(answer).text(), r#"{"got":{},"id":"slow"}"#);
    assert_eq!(product.names(), ["own"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_storm_of_changes_answers_every_call() {
    let (product, engine) = (product(), Engine::of([tool("kept")]));
    let attached = product.registry.attach(engine.clone()).start().await;
    let storm = async {
        for n in 0..200 {
            engine.set([tool("kept"), tool(&format!("n{n}")), tool("bad").with_input_schema(json!(7))]);
            attached.refresh().await;
        }
    };
    let calls = async {
        for _ in 0..200 {
            // The entry did not change, so no call of it may be refused.
            assert_eq!(product.text("kept", json!({})).await, r#"{"got":{},"id":"kept"}"#);
            tokio::task::yield_now().await;
        }
    };
    tokio::join!(storm, calls);
    assert_eq!(engine.runs(), 200);
    assert_eq!(product.names(), ["kept", "n199", "own"]);
}
