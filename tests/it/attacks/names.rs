//! Names that look like another tool's: by folding, by letters of other scripts, by being cut, and by arriving in its place.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::Notify;
use tool_core::{
    Allow, Caller, Exposure, HostMetadata, Invoker, Registry, Surface, Tool, ToolCall, ToolDefinition,
    ToolError, ToolOutput, testing::TestSurface,
};
use tool_providers::{Assistant, Format};

use crate::support::{Fixture, invoker, outside, registry};

/// A name of 32 characters, with what a surface of 24 writes. The digits are the first of `sha256sum` of the name.
const REPORT: (&str, &str) = ("quarterly_report_of_one_customer", "quarterly_r_59e43742e2e6");

fn says(name: &str, text: &'static str) -> Fixture {
    Fixture::new(name).body(move |_| async move { Ok(ToolOutput::text(text)) })
}

fn narrow(registry: Registry) -> Surface {
    let invoker = Invoker::builder(registry).unlimited().build().unwrap();
    Surface::outside("outside", &invoker, Allow::exposed()).longest_name(24).build().unwrap()
}

#[tokio::test]
async fn a_name_is_exactly_itself() {
    let tool = Fixture::new("billing::keep_list");
    let runs = tool.runs();
    let invoker = invoker([tool]);
    let test = TestSurface::new(&outside(&invoker)).as_caller("alice");
    let first_party = crate::support::first_party(&invoker);
    let turn =
        Assistant::builder(&first_party, Format::OpenAiChat).build().unwrap().turn(Caller::new("alice"));
    let long = "billing__keep_list".repeat(100_000);
    for name in [
        "Billing__keep_list",
        "BILLING__KEEP_LIST",
        "billing__keep-list",
        "billing::keep_list",
        "billing_keep_list",
        "billing__keep_li\u{17f}t",
        "billing__\u{212a}eep_list",
        "billing__keep_l\u{131}st",
        "b\u{456}lling__keep_list",
        "billing__keep_list\u{200b}",
        "\u{feff}billing__keep_list",
        "billing__keep_list ",
        " billing__keep_list",
        "billing__keep_list\0",
        "billing__keep_list\n",
        "billing\u{ff3f}_keep_list",
        "billing/keep_list",
        "billing.keep_list",
        "functions.billing__keep_list",
        "mcp__outside__billing__keep_list",
        "",
        &long,
    ] {
        assert_eq!(test.call(name, json!({})).await.code().as_deref(), Some("unknown-tool"), "{name:.40}");
        let call = json!({ "id": "c-0", "function": { "name": name, "arguments": "{}" } });
        let response =
            json!({ "choices": [{ "message": { "tool_calls": [call] }, "finish_reason": "stop" }] });
        let answers = turn.answer(&response).await.unwrap().unwrap();
        assert_eq!(answers.messages[0]["content"], "unknown-tool: no such tool", "{name:.40}");
    }
    assert_eq!(runs.count(), 0);
    assert_eq!(test.call("billing__keep_list", json!({})).await.text(), "ran");
}

#[test]
fn letters_of_other_scripts_are_no_names_and_alike_ones_do_not_stand_together() {
    for name in [
        "p\u{430}y",
        "pay\u{200b}",
        "\u{ff50}ay",
        "pa\u{301}y",
        "pay\u{202e}",
        "K\u{212a}",
        "pay ",
        "pay/x",
        "a::",
    ] {
        assert!(Registry::builder(()).register(Fixture::new(name)).build().is_err(), "{name:?}");
    }
    for (one, other) in [("pay_out", "PAY-OUT"), ("a::b_c", "A::B-c"), ("pay", "Pay")] {
        let both = Registry::builder(()).register(Fixture::new(one)).register(Fixture::new(other)).build();
        let errors = both.unwrap_err();
        assert!(errors.to_string().contains(one) && errors.to_string().contains(other), "{errors}");
    }
}

/// Calls another tool by its name in the registry, when it is let.
struct CallsLater(&'static str, Arc<Notify>, Arc<Notify>);

#[tool_core::async_trait]
impl Tool for CallsLater {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new("calls", "Calls another tool.")
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default().with_title("Calls").with_exposure(Exposure::Both)
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        self.1.notify_one();
        self.2.notified().await;
        call.invoke(self.0, json!({})).await.into_result()
    }
}

#[tokio::test]
async fn a_tool_that_takes_the_public_name_of_another_does_not_take_its_calls() {
    let (begun, may_call) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let impostor = says(REPORT.1, "impostor");
    let runs = impostor.runs();
    let registry = Registry::builder(())
        .register(says(REPORT.0, "report"))
        .register(CallsLater(REPORT.0, Arc::clone(&begun), Arc::clone(&may_call)))
        .build()
        .unwrap();
    let surface = narrow(registry);
    let test = TestSurface::new(&surface);
    let running = tokio::spawn(async move { test.call("calls", Value::Null).await.code() });
    begun.notified().await;
    surface
        .invoker()
        .registry()
        .update(|update| {
            update.remove(REPORT.0);
            update.register(impostor);
        })
        .unwrap();
    may_call.notify_one();
    assert_eq!(running.await.unwrap().as_deref(), Some("unknown-tool"));
    assert_eq!(runs.count(), 0);
    // Whoever asks for it by the public name gets what has the name now.
    assert_eq!(TestSurface::new(&surface).call(REPORT.1, json!({})).await.text(), "impostor");
}

#[tokio::test]
async fn a_cut_name_passes_no_check() {
    let hidden = |host: HostMetadata| host.with_exposure(Exposure::Internal);
    let scoped = |host: HostMetadata| host.with_scopes(["secrets"]);
    for (what, change) in [("internal", hidden as fn(_) -> _), ("scoped", scoped)] {
        let tool = says(REPORT.0, "report").host(change);
        let runs = tool.runs();
        let surface = narrow(registry([tool]));
        let test = TestSurface::new(&surface);
        assert!(test.names().is_empty(), "{what}");
        assert_eq!(test.call(REPORT.1, json!({})).await.code().as_deref(), Some("unknown-tool"), "{what}");
        assert_eq!(runs.count(), 0);
    }
    let surface = narrow(registry([says(REPORT.0, "report")]));
    surface.invoker().registry().disable(REPORT.0, "an incident").unwrap();
    let said = TestSurface::new(&surface).call(REPORT.1, json!({})).await.text();
    assert_eq!(said, "unavailable: its operator has switched this tool off");
}
