//! The assistant goes through the same door as everybody else: arguments, owners, limits, approvals, the switch.

use std::sync::Arc;

use serde_json::{Value, json};
use tool_core::{
    Allow, Answer, Caller, Effect, Exposure, Headless, Invoker, Quotas, Rate, SealedApprovals, Surface,
    Target, ToolError, ToolOutput, approve_destructive, testing::TestSurface,
};
use tool_providers::{Assistant, Format};

use super::{alice, answers, echo, first_party, response, told, told_once, turn};
use crate::support::{Fixture, Projects, invoker, outside, registry};

/// The formats whose arguments are text.
const TEXT: [Format; 2] = [Format::OpenAiChat, Format::OpenAiResponses];

/// A response of a format of text, with these arguments.
fn with_text(format: Format, arguments: &str) -> Value {
    let mut response = response(format, &[("c-1", "say", json!({}))]);
    let place = match format {
        Format::OpenAiChat => "/choices/0/message/tool_calls/0/function/arguments",
        _ => "/output/1/arguments",
    };
    *response.pointer_mut(place).unwrap() = arguments.into();
    response
}

/// A tool with an optional word, which says what reached it.
fn optional() -> Fixture {
    echo("say").input(json!({
        "type": "object",
        "properties": {
            "often": { "type": "integer", "description": "How often." },
            "word": { "type": "string", "description": "A word." }
        },
        "required": ["word"],
        "additionalProperties": false
    }))
}

#[tokio::test]
async fn a_null_that_stands_for_absence_never_reaches_the_tool() {
    for format in TEXT {
        let turn = turn(&invoker([optional()]), format);
        assert!(turn.offer().tools()[0].is_strict());
        let sent = json!({ "word": "a", "often": null });
        assert_eq!(told_once(&turn, format, "say", sent).await, r#"{"got":{"word":"a"}}"#);
        // One that the tool needs is a fault all the same.
        let missing = told_once(&turn, format, "say", json!({ "word": null, "often": 1 })).await;
        assert!(missing.starts_with("invalid-arguments: /word: "), "{missing}");
    }
}

#[tokio::test]
async fn text_is_bounded_and_read_before_it_is_restored() {
    for format in TEXT {
        let tool = optional();
        let runs = tool.runs();
        let turn = turn(&invoker([tool]), format);
        let deep = format!("{}{}", r#"{"word":"#.repeat(33), "}".repeat(33));
        for (text, expected) in [
            (
                r#"{"word":"a","often":null,"word":"b"}"#,
                "/word: expected one value, found two or more; give it once",
            ),
            (
                r#"{"word":"a"#,
                "arguments: expected an object, found JSON text that breaks off at line 1, column 10; send all of it",
            ),
            (
                deep.as_str(),
                "arguments: expected at most 32 objects and lists inside each other, found arguments nested too deeply",
            ),
        ] {
            let answers = turn.answer(&with_text(format, text)).await.unwrap().unwrap();
            assert_eq!(told(format, &answers.messages)[0].1, format!("invalid-arguments: {expected}"));
        }
        assert_eq!(runs.count(), 0);
        // Blank text is how a tool without arguments is called.
        let answers = turn.answer(&with_text(format, "")).await.unwrap().unwrap();
        assert!(told(format, &answers.messages)[0].1.starts_with("invalid-arguments: /word: missing"));
    }
}

#[tokio::test]
async fn text_that_a_stream_added_up_to_is_read_the_same_way() {
    for format in [Format::AnthropicMessages, Format::BedrockAnthropic] {
        let turn = turn(&invoker([optional()]), format);
        let text = |text: &str| Value::String(text.to_owned());
        let said = told_once(&turn, format, "say", text(r#"{"word":"a"}"#)).await;
        assert_eq!(said, r#"{"got":{"word":"a"}}"#);
        let twice = told_once(&turn, format, "say", text(r#"{"word":"a","word":"b"}"#)).await;
        assert_eq!(twice, "invalid-arguments: /word: expected one value, found two or more; give it once");
    }
}

#[tokio::test]
async fn internal_tools_and_those_that_need_a_conversation_run_for_the_product_s_own_assistant() {
    for format in Format::ALL {
        let inside = echo("inside").host(|host| host.with_exposure(Exposure::Internal));
        let talk = echo("talk").host(|host| host.with_headless(Headless::Never("there is no user".into())));
        let invoker = invoker([inside, talk]);
        let turn = turn(&invoker, format);
        for name in ["inside", "talk"] {
            assert_eq!(
                told_once(&turn, format, name, json!({ "word": "a" })).await,
                r#"{"got":{"word":"a"}}"#
            );
            let others = TestSurface::new(&outside(&invoker)).as_caller("alice");
            assert_eq!(
                others.call(name, json!({ "word": "a" })).await.code().as_deref(),
                Some("unknown-tool")
            );
        }
    }
}

#[tokio::test]
async fn a_conversation_is_about_its_caller_s_target_and_nobody_else_s() {
    for format in Format::ALL {
        let whose = Fixture::new("whose")
            .host(|host| host.with_target("project"))
            .body(|seen| async move { Ok(ToolOutput::text(seen.target.unwrap_or_default())) });
        let runs = whose.runs();
        let surface = first_party(&invoker([whose]));
        let assistant = Assistant::builder(&surface, format).build().unwrap();
        let about = |caller: &str, project: &str| {
            assistant.turn(Caller::new(caller)).with_target(Target::new("project", project))
        };
        let ask = async |turn| told_once(&turn, format, "whose", json!({})).await;
        assert_eq!(ask(about("alice", "p-alice")).await, "p-alice");
        assert_eq!(ask(about("bob", "p-bob")).await, "p-bob");
        assert_eq!(ask(about("alice", "p-bob")).await, "not-found: no such project");
        assert_eq!(ask(about("alice", "p-nobody")).await, "not-found: no such project");
        let none = ask(assistant.turn(alice())).await;
        assert_eq!(none, "target-missing: no project is chosen; choose one first");
        assert_eq!(runs.count(), 2);
    }
}

#[tokio::test]
async fn what_a_caller_may_not_see_is_neither_offered_nor_run() {
    for format in Format::ALL {
        let secret = echo("secret").host(|host| host.with_scopes(["secrets"]));
        let runs = secret.runs();
        let surface = first_party(&invoker([secret, echo("say")]));
        let assistant = Assistant::builder(&surface, format).build().unwrap();
        let names = |caller: Caller| {
            let turn = assistant.turn(caller);
            turn.offer().tools().iter().map(|tool| tool.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(alice()), ["say"]);
        assert_eq!(names(alice().with_scopes(["secrets"])), ["say", "secret"]);
        // A name that was guessed reads like one that does not exist.
        let turn = assistant.turn(alice());
        let word = json!({ "word": "a" });
        let guessed = told_once(&turn, format, "secret", word.clone()).await;
        assert_eq!(guessed, told_once(&turn, format, "no_such_tool", word).await);
        assert_eq!((guessed.as_str(), runs.count()), ("unknown-tool: no such tool", 0));
    }
}

#[tokio::test]
async fn a_tool_that_the_model_was_not_offered_does_not_run() {
    // It is listed for the caller, and has no form for this provider.
    let map = json!({ "type": "object", "properties": {}, "additionalProperties": { "type": "string" } });
    let hidden = Fixture::new("hidden").input(map);
    let runs = hidden.runs();
    let turn = turn(&invoker([hidden]), Format::Gemini);
    assert!(turn.offer().tools().is_empty());
    let said = told_once(&turn, Format::Gemini, "hidden", json!({ "a": "b" })).await;
    assert_eq!((said.as_str(), runs.count()), ("unknown-tool: no such tool", 0));
}

#[tokio::test]
async fn a_tool_that_is_switched_off_after_it_was_offered_is_refused() {
    for format in Format::ALL {
        let tool = echo("say");
        let runs = tool.runs();
        let invoker = invoker([tool]);
        let turn = turn(&invoker, format);
        assert_eq!(turn.offer().tools().len(), 1);
        invoker.registry().disable("say", "an incident").unwrap();
        let said = told_once(&turn, format, "say", json!({ "word": "a" })).await;
        assert_eq!(said, "unavailable: its operator has switched this tool off", "{format}");
        assert_eq!(runs.count(), 0);
    }
}

/// An invoker where a caller has so many reads a day.
fn with_reads(reads: u32) -> Invoker {
    let quotas = Quotas::builder().reads(Rate::per_day(reads)).writes(Rate::per_day(1)).build().unwrap();
    Invoker::builder(registry([echo("say")])).limits(quotas).ownership(Projects).build().unwrap()
}

#[tokio::test]
async fn at_the_limit_outside_is_at_the_limit_in_the_assistant_and_the_other_way_round() {
    let word = json!({ "word": "a" });
    for format in Format::ALL {
        let invoker = with_reads(1);
        let others = TestSurface::new(&outside(&invoker)).as_caller("alice");
        assert_eq!(others.call("say", word.clone()).await.code(), None);
        let answers = answers(&turn(&invoker, format), format, &[("c-1", "say", word.clone())]).await;
        let text = &told(format, &answers.messages)[0].1;
        assert!(text.starts_with("limit-exceeded: your limit is used up; try again in "), "{format}: {text}");
        let wait = answers.answered[0].retry_after().expect("a time to come back");
        assert!((80_000..=86_400).contains(&wait.as_secs()), "{wait:?}");

        let invoker = with_reads(2);
        let turn = turn(&invoker, format);
        let three = ["c-1", "c-2", "c-3"].map(|id| (id, "say", word.clone()));
        let codes: Vec<_> = super::answers(&turn, format, &three)
            .await
            .answered
            .iter()
            .map(|one| one.code().map(std::borrow::Cow::into_owned))
            .collect();
        assert_eq!(codes, [None, None, Some("limit-exceeded".into())], "{format}");
        let others = TestSurface::new(&outside(&invoker));
        let code = async |id| others.clone().as_caller(id).call("say", word.clone()).await.code();
        assert_eq!(code("alice").await.as_deref(), Some("limit-exceeded"), "{format}");
        assert_eq!(code("bob").await, None, "somebody else has a budget of their own");
    }
}

#[tokio::test]
async fn a_call_that_a_person_approved_runs_once_before_its_result_is_written() {
    for format in Format::ALL {
        let erase = Fixture::new("erase").input(crate::support::one_word());
        let runs = erase.runs();
        let approvals = Arc::new(SealedApprovals::new([7; 32], approve_destructive()).unwrap());
        let invoker =
            Invoker::builder(registry([erase])).unlimited().approval(Arc::clone(&approvals)).build().unwrap();
        let turn = turn(&invoker, format);
        let response = response(format, &[("c-1", "erase", json!({ "word": "a" }))]);
        let call = turn.calls(&response).unwrap().remove(0);

        let asked = turn.run(&call).await;
        assert_eq!((asked.code().as_deref(), runs.count()), (Some("approval-required"), 0));
        let request = asked.approval_request().expect("something to approve").to_owned();
        let written = json!(turn.write(&[asked])).to_string();
        assert!(!written.contains(&request), "the request is not for the model");

        let ticket = approvals.approve(&request, &Caller::new("bob")).unwrap();
        let ran = turn.run(&call.clone().with_ticket(ticket.clone())).await;
        assert!(!ran.is_error());
        assert_eq!((told(format, &turn.write(&[ran]))[0].1.as_str(), runs.count()), ("ran", 1));
        let again = turn.run(&call.with_ticket(ticket)).await;
        assert_eq!((again.code().as_deref(), runs.count()), (Some("approval-required"), 1));
    }
}

#[tokio::test]
async fn a_request_that_the_host_swaps_for_another_surface_s_is_refused() {
    let invoker = invoker([echo("say")]);
    let other = Surface::first_party("other", &invoker, Allow::exposed()).build().unwrap();
    let turn = turn(&invoker, Format::OpenAiChat)
        .prepare(move |_, call| other.request(alice(), call.name(), Some(json!({ "word": "a" }))));
    let answers = answers(&turn, Format::OpenAiChat, &[("c-1", "say", json!({ "word": "a" }))]).await;
    assert!(matches!(answers.answered[0].answer(), Some(Answer::UnknownTool)));
}

#[tokio::test]
async fn an_extension_of_the_host_s_and_the_model_s_words_stay_out_of_debug() {
    let write = Fixture::new("write")
        .host(|host| host.with_effect(Effect::Additive))
        .body(|_| async { Err(ToolError::new("no-canary", "canary-4711")) });
    let turn = turn(&invoker([write]), Format::AnthropicMessages);
    let response = response(Format::AnthropicMessages, &[("c-1", "write", json!({ "word": "canary-4711" }))]);
    let calls = turn.calls(&response).unwrap();
    let answered = turn.run_all(&calls).await;
    for shown in [format!("{turn:?}"), format!("{calls:?}"), format!("{answered:?}")] {
        assert!(!shown.contains("4711"), "{shown}");
    }
}
