//! Who calls, about what, and with which arguments: none of it is the model's to choose.

use std::sync::{Arc, Mutex};

use serde_json::{Map, Value, json};
use tokio::sync::Barrier;
use tokio_util::sync::CancellationToken;
use tool_core::{
    Allow, Answer, Approval, ApprovalDecision, Available, BoxError, Caller, Effect, EffectiveCall, Exposure,
    HostMetadata, Invoker, Registered, Surface, Target, ToolOutput, testing::TestSurface,
};
use tool_providers::{Assistant, Format};

use super::{EACH_KIND, assistant, codes, read, response, say, turn};
use crate::{
    door::{Held, recorder::Recorder, settle},
    support::{Fixture, invoker, outside, registry},
};

#[tokio::test]
async fn every_tool_that_a_caller_may_not_know_of_reads_like_one_that_does_not_exist() {
    for format in EACH_KIND {
        let registry = registry([
            Fixture::new("scoped").host(|host| host.with_scopes(["secrets"])),
            Fixture::new("inside::hidden"),
            Fixture::new("elsewhere"),
            Fixture::new("later"),
            say(Effect::ReadOnly),
        ]);
        let hides_later = Arc::new(Mutex::new(false));
        let hidden = Arc::clone(&hides_later);
        let availability = move |_: &Caller, tool: &Registered| {
            let hides = tool.name().as_str() == "elsewhere"
                || tool.name().as_str() == "later" && *hidden.lock().unwrap();
            Ok::<_, BoxError>(if hides { Available::Hidden } else { Available::Visible })
        };
        let invoker = Invoker::builder(registry).unlimited().availability(availability).build().unwrap();
        let surface = Surface::first_party("assistant", &invoker, Allow::exposed())
            .hide_namespace("inside")
            .build()
            .unwrap();
        let turn = Assistant::builder(&surface, format).build().unwrap().turn(Caller::new("alice"));
        let offered: Vec<_> = turn.offer().tools().iter().map(|tool| tool.name.as_str()).collect();
        assert_eq!(offered, ["later", "say"]);
        *hides_later.lock().unwrap() = true;
        for arguments in [json!({}), json!({ "word": [null] })] {
            let nothing = read(&turn, format, "no_such_tool", arguments.clone()).await;
            assert!(nothing.contains("unknown-tool: no such tool"), "{nothing}");
            for name in
                ["scoped", "inside__hidden", "inside::hidden", "elsewhere", "later", "SAY", "say ", ""]
            {
                let said = read(&turn, format, name, arguments.clone()).await;
                // Gemini's results repeat the name that the model wrote.
                assert_eq!(
                    said.replace(name, ""),
                    nothing.replace("no_such_tool", "").replace(name, ""),
                    "{name}"
                );
            }
        }
    }
}

#[tokio::test]
async fn a_model_chooses_neither_who_calls_nor_about_what() {
    for format in EACH_KIND {
        let whose = Fixture::new("whose")
            .host(|host| host.with_target("project"))
            .body(|seen| async move { Ok(ToolOutput::text(format!("about {}", seen.target.unwrap()))) });
        let runs = whose.runs();
        let invoker = invoker([whose]);
        let turn = turn(&invoker, format).with_target(Target::new("project", "p-alice"));
        for name in ["project_id", "project", "target", "caller", "_meta", "ticket"] {
            let said = read(&turn, format, "whose", json!({ name: "p-bob" })).await;
            assert!(said.contains("invalid-arguments: ") && !said.contains("p-bob"), "{said}");
        }
        assert_eq!(runs.count(), 0);
        let mut smuggled = response(format, &[("whose", json!({}))]);
        for place in ["", "/candidates/0", "/choices/0", "/content/0", "/candidates/0/content/parts/0"] {
            if let Some(Value::Object(fields)) = smuggled.pointer_mut(place) {
                fields.extend([("caller".to_owned(), json!("bob")), ("target".to_owned(), json!("p-bob"))]);
            }
        }
        let answers = turn.answer(&smuggled).await.unwrap().unwrap();
        assert!(Value::from(answers.messages).to_string().contains("about p-alice"));
    }
}

#[tokio::test]
async fn two_callers_of_one_assistant_have_each_their_own_data_while_both_run() {
    for format in EACH_KIND {
        let both = Arc::new(Barrier::new(2));
        let whose = Fixture::new("whose").host(|host| host.with_target("project")).body(move |seen| {
            let both = Arc::clone(&both);
            async move {
                both.wait().await;
                Ok(ToolOutput::text(format!("about {}", seen.target.unwrap())))
            }
        });
        let assistant = assistant(&invoker([whose]), format);
        let of = |caller: &str| {
            assistant.turn(Caller::new(caller)).with_target(Target::new("project", format!("p-{caller}")))
        };
        let (alice, bob) = (of("alice"), of("bob"));
        let (first, second) =
            tokio::join!(read(&alice, format, "whose", json!({})), read(&bob, format, "whose", json!({})));
        assert!(first.contains("about p-alice") && second.contains("about p-bob"), "{first} {second}");
    }
}

/// Keeps the arguments that it is asked about.
#[derive(Clone, Default)]
struct Asked(Arc<Mutex<Vec<Value>>>);

#[tool_core::async_trait]
impl Approval for Asked {
    async fn decide(&self, call: &EffectiveCall<'_>) -> Result<ApprovalDecision, BoxError> {
        self.0.lock().unwrap().push(Value::Object(call.arguments().clone()));
        Ok(ApprovalDecision::NotNeeded)
    }
}

#[tokio::test]
async fn what_is_approved_and_recorded_is_what_runs() {
    let (asked, audit) = (Asked::default(), Recorder::default());
    let builder = Invoker::builder(registry([say(Effect::Destructive)])).unlimited();
    let invoker = builder.approval(asked.clone()).audit(audit.clone()).build().unwrap();
    let others = TestSurface::new(&outside(&invoker)).as_caller("alice");
    assert_eq!(others.call("say", json!({ "word": "a" })).await.code(), None);
    for format in EACH_KIND {
        let said = read(&turn(&invoker, format), format, "say", json!({ "often": null, "word": "a" })).await;
        assert!(said.contains("got") && !said.contains("often"), "{said}");
    }
    let asked = asked.0.lock().unwrap().clone();
    assert_eq!(asked, vec![json!({ "word": "a" }); 4]);
    let digests: Vec<_> = audit.decisions().into_iter().map(|decision| decision.digest.unwrap()).collect();
    assert_eq!(digests, vec![digests[0].clone(); 4]);
}

#[tokio::test]
async fn a_turn_that_was_cancelled_starts_nothing_and_ends_what_waits() {
    for format in EACH_KIND {
        for effect in [Effect::ReadOnly, Effect::Destructive] {
            let tool = say(effect);
            let runs = tool.runs();
            let token = CancellationToken::new();
            let turn = turn(&invoker([tool]), format).with_cancellation(token.clone());
            token.cancel();
            let calls = [("say", json!({ "word": "a" })), ("say", json!({ "word": "b" }))];
            let answers = turn.answer(&response(format, &calls)).await.unwrap().unwrap();
            assert_eq!(codes(&answers.answered), ["cancelled", "cancelled"]);
            assert_eq!(runs.count(), 0, "{format} {effect:?}");
        }
        let mut held = Held::new();
        let read = held.tool("look", |host| host.with_effect(Effect::ReadOnly));
        let token = CancellationToken::new();
        let turn = turn(&invoker([read]), format).with_cancellation(token.clone());
        let response = response(format, &[("look", json!({}))]);
        let running = tokio::spawn(async move { turn.answer(&response).await });
        held.begun().await;
        token.cancel();
        settle().await;
        assert_eq!(codes(&running.await.unwrap().unwrap().unwrap().answered), ["cancelled"]);
    }
}

#[tokio::test]
async fn a_tool_that_arrives_under_an_offered_name_is_checked_as_what_it_is_now() {
    for format in EACH_KIND {
        let invoker = invoker([say(Effect::ReadOnly)]);
        let turn = turn(&invoker, format);
        // What stood for absence in the form that the model was shown is something to this one.
        let newer = Fixture::new("say").input(json!({
            "type": "object",
            "properties": {
                "often": { "anyOf": [{ "type": "integer" }, { "type": "null" }], "description": "Null for ever." },
                "word": { "type": "string", "description": "A word." }
            },
            "required": ["often", "word"],
            "additionalProperties": false
        }));
        let runs = newer.runs();
        let registry = invoker.registry();
        registry
            .update(|update| {
                update.remove("say");
                update.register(newer);
            })
            .unwrap();
        let said = read(&turn, format, "say", json!({ "often": null, "word": "a" })).await;
        if format == Format::OpenAiChat {
            assert!(said.contains("invalid-arguments: /often: missing"), "{said}");
            assert_eq!(runs.count(), 0);
        }
        registry.update(|update| update.remove("say")).unwrap();
        let said = read(&turn, format, "say", json!({ "word": "a" })).await;
        assert!(said.contains("unknown-tool: no such tool"), "{said}");
    }
}

#[tokio::test]
async fn a_call_of_one_turn_runs_for_the_caller_of_the_turn_that_runs_it() {
    let secret = Fixture::new("secret").host(|host: HostMetadata| {
        host.with_scopes(["secrets"]).with_exposure(Exposure::Both).with_effect(Effect::ReadOnly)
    });
    let runs = secret.runs();
    let assistant = assistant(&invoker([secret]), Format::OpenAiChat);
    let may = assistant.turn(Caller::new("alice").with_scopes(["secrets"]));
    let may_not = assistant.turn(Caller::new("bob"));
    let calls = may.calls(&response(Format::OpenAiChat, &[("secret", json!({}))])).unwrap();
    let answered = may_not.run(&calls[0]).await;
    assert!(matches!(answered.answer(), Some(Answer::UnknownTool)));
    assert_eq!(runs.count(), 0);
    assert!(!may.run(&calls[0]).await.is_error());
    let fields: Map<String, Value> = may_not.offer().fields().clone();
    assert!(fields.is_empty(), "{fields:?}");
}
