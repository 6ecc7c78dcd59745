//! Calls that end by a report: it ends them once, within their own deadline, and nobody else's report does.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::{task::JoinHandle, time::Instant};
use tokio_util::sync::CancellationToken;
use tool_core::{
    Answer, AuditSink, BoxError, Caller, Completion, Completions, DecisionRecord, EndRecord, InProcessQueue,
    Invoker, OperationTools, OutcomeClass, Pending, Provides, Registry, Reply, ReportRecord, Surface,
    SwitchRecord, ToolError, ToolOutput, tool,
};

use super::{settle, structured};
use crate::support::{Fixture, outside, reply};

/// The other system: it was told these correlations.
#[derive(Default)]
pub(crate) struct Bank(Mutex<Vec<String>>);

impl Bank {
    fn tell(&self, completion: &Completion) {
        self.0.lock().unwrap().push(completion.correlation().to_owned());
    }
}

pub(crate) struct App {
    bank: Bank,
    completions: Completions,
}

impl Provides<Bank> for App {
    fn provide(&self) -> &Bank {
        &self.bank
    }
}

impl Provides<Completions> for App {
    fn provide(&self) -> &Completions {
        &self.completions
    }
}

#[derive(Serialize, JsonSchema)]
struct Receipt {
    /// Number of the receipt.
    number: u32,
}

/// Pays.
#[tool(title = "Pay", exposure = both, timeout = "2m")]
fn pay(#[state] bank: &Bank, #[context] completion: Completion) -> Pending<Receipt> {
    bank.tell(&completion);
    completion.into()
}

/// Pays, from a thread that may block.
#[tool(title = "Pay", exposure = both, blocking)]
fn pay_blocking(#[state] bank: &Bank, #[context] completion: Completion) -> Pending<Receipt> {
    bank.tell(&completion);
    completion.pending()
}

/// Asks somebody.
#[tool(title = "Ask", exposure = both, effect = read_only, timeout = "2m")]
#[expect(clippy::unnecessary_wraps, reason = "a tool may also fail before it is pending")]
fn ask(#[state] bank: &Bank, #[context] completion: Completion) -> Result<Pending<bool>, ToolError> {
    bank.tell(&completion);
    Ok(completion.pending())
}

/// Asks somebody who answers before this has returned.
#[tool(title = "Ask", exposure = both)]
fn ask_quickly(
    #[state] completions: &Completions,
    #[context] caller: &Caller,
    #[context] completion: Completion,
) -> Pending<bool> {
    let answer = Ok(ToolOutput::json(json!(true)));
    completions.resolve(caller.id(), completion.correlation(), answer).unwrap();
    completion.pending()
}

/// Does not need to ask after all.
#[tool(title = "Ask", exposure = both)]
#[expect(clippy::needless_pass_by_value, reason = "a correlation is given, and dropped here")]
fn ask_nobody(#[state] bank: &Bank, #[context] completion: Completion) -> bool {
    bank.tell(&completion);
    false
}

/// Pays in the background.
#[tool(title = "Pay", exposure = both, kind = operation)]
fn pay_later(#[state] bank: &Bank, #[context] completion: Completion) -> Pending<Receipt> {
    bank.tell(&completion);
    completion.pending()
}

#[derive(Clone, Default)]
struct Kept(Arc<Mutex<(Vec<EndRecord>, Vec<ReportRecord>)>>);

#[tool_core::async_trait]
impl AuditSink for Kept {
    async fn decision(&self, _: DecisionRecord) -> Result<(), BoxError> {
        Ok(())
    }

    fn end(&self, record: EndRecord) {
        self.0.lock().unwrap().0.push(record);
    }

    fn switched(&self, _: SwitchRecord) {}

    fn reported(&self, record: ReportRecord) {
        self.0.lock().unwrap().1.push(record);
    }
}

impl Kept {
    /// Returns how the only call that ended did so, with the code and whether that was late.
    fn end(&self) -> (OutcomeClass, Option<String>, bool) {
        let kept = self.0.lock().unwrap();
        let [end] = &kept.0[..] else { panic!("{:?}", kept.0) };
        (end.outcome, end.code.clone(), end.late)
    }

    /// Returns the owner, the tool and the reason of each report that was refused.
    fn reports(&self) -> Vec<(String, Option<String>, &'static str)> {
        let kept = self.0.lock().unwrap();
        kept.1.iter().map(|report| (report.owner.clone(), report.tool.clone(), report.why)).collect()
    }
}

struct Desk {
    surface: Surface,
    app: Arc<App>,
    kept: Kept,
}

impl Desk {
    fn new() -> Self {
        let (completions, kept) = (Completions::new(), Kept::default());
        let app = Arc::new(App { bank: Bank::default(), completions: completions.clone() });
        let queue = InProcessQueue::builder().build();
        let tools = OperationTools::new(queue.clone());
        let registry = Registry::builder_shared(Arc::clone(&app))
            .tool(pay_tool())
            .tool(pay_blocking_tool())
            .tool(pay_later_tool())
            .tool(ask_tool())
            .tool(ask_quickly_tool())
            .tool(ask_nobody_tool())
            .register(tools.wait())
            .register(tools.cancel())
            .build()
            .unwrap();
        let builder = Invoker::builder(registry).unlimited().completions(completions).operations(queue);
        let surface = outside(&builder.audit(kept.clone()).build().unwrap());
        Self { surface, app, kept }
    }

    fn call(&self, tool: &str) -> JoinHandle<Answer> {
        self.call_until(tool, CancellationToken::new())
    }

    fn call_until(&self, tool: &str, cancelled: CancellationToken) -> JoinHandle<Answer> {
        let request = self.surface.request(Caller::new("alice"), tool, None).with_cancellation(cancelled);
        let surface = self.surface.clone();
        tokio::spawn(async move { surface.call(request).await })
    }

    /// Waits until the other system was told a correlation; returns it.
    async fn told(&self) -> String {
        loop {
            if let Some(correlation) = self.app.bank.0.lock().unwrap().pop() {
                return correlation;
            }
            tokio::task::yield_now().await;
        }
    }

    fn report(&self, owner: &str, correlation: &str, result: Result<Value, ToolError>) -> Result<(), String> {
        let report = result.map(ToolOutput::json);
        self.app.completions.resolve(owner, correlation, report).map_err(|error| error.to_string())
    }
}

fn receipt() -> Value {
    json!({ "number": 7 })
}

const NOT_AWAITED: &str =
    "nobody waits for this report: the call has ended, has been reported, or was never this caller's";

async fn ended(call: JoinHandle<Answer>) -> Reply {
    reply(call.await.unwrap())
}

#[tokio::test(start_paused = true)]
async fn the_call_ends_with_what_is_reported() {
    let desk = Desk::new();
    let listed = desk.surface.listed(&Caller::new("alice"), "pay").unwrap();
    let schema = serde_json::to_value(listed.output_schema.as_deref().unwrap()).unwrap();
    assert_eq!(schema["required"], json!(["number"]));
    let call = desk.call("pay");
    let correlation = desk.told().await;
    settle().await;
    assert!(!call.is_finished());
    desk.report("alice", &correlation, Ok(receipt())).unwrap();
    let reply = ended(call).await;
    assert_eq!((structured(&reply), reply.is_error()), (json!({ "number": 7 }), false));
    assert_eq!(desk.kept.end(), (OutcomeClass::Completed, None, false));
}

#[tokio::test]
async fn a_body_that_blocks_has_given_its_thread_back() {
    let desk = Desk::new();
    let call = desk.call("pay_blocking");
    let correlation = desk.told().await;
    desk.report("alice", &correlation, Ok(receipt())).unwrap();
    assert_eq!(structured(&ended(call).await), json!({ "number": 7 }));
}

#[tokio::test(start_paused = true)]
async fn a_failure_that_is_reported_is_the_tools() {
    let desk = Desk::new();
    let call = desk.call("pay");
    let correlation = desk.told().await;
    desk.report("alice", &correlation, Err(ToolError::new("no-money", "the account is empty"))).unwrap();
    let reply = ended(call).await;
    assert_eq!((reply.text().as_str(), reply.is_error()), ("no-money: the account is empty", true));
    assert_eq!(desk.kept.end(), (OutcomeClass::Failed, Some("no-money".to_owned()), false));
}

#[tokio::test(start_paused = true)]
async fn what_is_reported_is_checked_like_any_result() {
    let desk = Desk::new();
    let call = desk.call("pay");
    let correlation = desk.told().await;
    desk.report("alice", &correlation, Ok(json!({ "number": "seven" }))).unwrap();
    let reply = ended(call).await;
    assert_eq!(reply.code.as_deref(), Some("internal"));
    assert!(!reply.text().contains("seven"), "{}", reply.text());
}

#[tokio::test(start_paused = true)]
async fn a_report_before_the_function_has_returned_is_kept_for_it() {
    let desk = Desk::new();
    assert_eq!(structured(&ended(desk.call("ask_quickly")).await), json!({ "result": true }));
}

#[tokio::test(start_paused = true)]
async fn a_foreign_a_second_a_late_and_an_unknown_report_are_refused_alike_and_recorded() {
    let desk = Desk::new();
    let call = desk.call("pay");
    let correlation = desk.told().await;
    let mut refused = vec![desk.report("bob", &correlation, Ok(json!({ "number": 666 })))];
    settle().await;
    assert!(!call.is_finished(), "bob has ended the call");
    desk.report("alice", &correlation, Ok(receipt())).unwrap();
    refused.push(desk.report("alice", &correlation, Ok(json!({ "number": 8 }))));
    assert_eq!(structured(&ended(call).await), json!({ "number": 7 }));
    refused.push(desk.report("alice", &correlation, Ok(receipt())));
    refused.push(desk.report("alice", "no correlation at all", Ok(receipt())));
    assert!(refused.iter().all(|answer| *answer == Err(NOT_AWAITED.to_owned())), "{refused:?}");
    let none = |owner: &str| (owner.to_owned(), None, "not-awaited");
    assert_eq!(
        desk.kept.reports(),
        [("bob".to_owned(), Some("pay".to_owned()), "foreign"), none("alice"), none("alice"), none("alice")]
    );
    let correlations: Vec<_> =
        desk.kept.0.lock().unwrap().1.iter().map(|report| report.correlation.clone()).collect();
    let known = Some(correlation);
    assert_eq!(
        correlations,
        [known.clone(), known.clone(), known, None],
        "what came from outside is not kept"
    );
}

#[tokio::test(start_paused = true)]
async fn at_its_deadline_a_write_is_indeterminate_and_a_read_has_changed_nothing() {
    for (tool, code, outcome) in
        [("pay", "indeterminate", OutcomeClass::Unknown), ("ask", "timeout", OutcomeClass::Failed)]
    {
        let (desk, before) = (Desk::new(), Instant::now());
        let call = desk.call(tool);
        let correlation = desk.told().await;
        let reply = ended(call).await;
        assert_eq!((reply.code.as_deref(), before.elapsed()), (Some(code), Duration::from_mins(2)));
        assert_eq!(desk.report("alice", &correlation, Ok(receipt())), Err(NOT_AWAITED.to_owned()));
        assert_eq!(desk.kept.end(), (outcome, Some(code.to_owned()), false));
        assert_eq!(desk.kept.reports().len(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_caller_that_gives_up_is_told_what_is_true() {
    for (tool, code) in [("pay", Some("indeterminate")), ("ask", None)] {
        let (desk, cancelled, before) = (Desk::new(), CancellationToken::new(), Instant::now());
        let call = desk.call_until(tool, cancelled.clone());
        let correlation = desk.told().await;
        settle().await;
        cancelled.cancel();
        match (call.await.unwrap(), code) {
            (Answer::Cancelled, None) => {}
            (Answer::Reply(reply), Some(_)) => assert_eq!(reply.code.as_deref(), code),
            (answer, _) => panic!("{answer:?}"),
        }
        assert_eq!(before.elapsed(), Duration::ZERO, "there was nothing to wait for");
        assert_eq!(desk.report("alice", &correlation, Ok(receipt())), Err(NOT_AWAITED.to_owned()));
    }
}

#[tokio::test(start_paused = true)]
async fn a_caller_that_is_gone_leaves_nothing_that_waits() {
    let desk = Desk::new();
    let call = desk.call("pay");
    let correlation = desk.told().await;
    settle().await;
    call.abort();
    settle().await;
    assert_eq!(desk.kept.end(), (OutcomeClass::Unknown, Some("indeterminate".to_owned()), true));
    assert_eq!(desk.report("alice", &correlation, Ok(receipt())), Err(NOT_AWAITED.to_owned()));
}

#[tokio::test(start_paused = true)]
async fn a_result_that_is_returned_is_the_end_whoever_took_a_completion() {
    let desk = Desk::new();
    assert_eq!(structured(&ended(desk.call("ask_nobody")).await), json!({ "result": false }));
    let correlation = desk.told().await;
    assert_eq!(desk.report("alice", &correlation, Ok(json!(true))), Err(NOT_AWAITED.to_owned()));
}

#[tokio::test(start_paused = true)]
async fn an_operation_ends_with_what_is_reported_too() {
    let desk = Desk::new();
    let started = structured(&ended(desk.call("pay_later")).await)["operation"].clone();
    let about =
        |tool: &str| desk.surface.request(Caller::new("alice"), tool, Some(json!({ "operation": started })));
    let correlation = desk.told().await;
    settle().await;
    let running = structured(&reply(desk.surface.call(about("wait_for_operation")).await));
    assert_eq!(running["state"], "running");
    desk.report("alice", &correlation, Ok(receipt())).unwrap();
    let ended = structured(&reply(desk.surface.call(about("wait_for_operation")).await));
    assert_eq!((&ended["state"], &ended["result"]), (&json!("succeeded"), &json!({ "number": 7 })));
}

#[tokio::test(start_paused = true)]
async fn an_operation_that_is_cancelled_while_somebody_else_works_on_it_is_unknown() {
    let desk = Desk::new();
    let started = structured(&ended(desk.call("pay_later")).await)["operation"].clone();
    let about =
        |tool: &str| desk.surface.request(Caller::new("alice"), tool, Some(json!({ "operation": started })));
    let correlation = desk.told().await;
    settle().await;
    desk.surface.call(about("cancel_operation")).await;
    let ended = structured(&reply(desk.surface.call(about("wait_for_operation")).await));
    assert_eq!((&ended["state"], &ended["code"]), (&json!("unknown"), &json!("indeterminate")));
    assert_eq!(desk.report("alice", &correlation, Ok(receipt())), Err(NOT_AWAITED.to_owned()));
}

/// Returns the text of an invoker that takes no reports, for a function that returns a pending result.
pub(crate) fn without_completions() -> String {
    let app = App { bank: Bank::default(), completions: Completions::new() };
    let registry = Registry::builder(app).tool(pay_tool()).build().unwrap();
    let errors = Invoker::builder(registry).unlimited().build().unwrap_err();
    assert_eq!(errors.iter().map(tool_core::BuildError::code).collect::<Vec<_>>(), ["missing-completions"]);
    errors.iter().next().unwrap().to_string()
}

/// Returns the text of completions that are given to a second invoker.
pub(crate) fn in_use() -> String {
    let completions = Completions::new();
    let build = || {
        Invoker::builder(Registry::builder(()).build().unwrap())
            .unlimited()
            .completions(completions.clone())
            .build()
    };
    let _first = build().unwrap();
    let errors = build().unwrap_err();
    assert_eq!(errors.iter().map(tool_core::BuildError::code).collect::<Vec<_>>(), ["completions-in-use"]);
    errors.iter().next().unwrap().to_string()
}

#[test]
fn an_invoker_that_takes_no_reports_is_not_built() {
    assert_eq!(
        without_completions(),
        "nothing takes the reports with which `pay` ends; call Invoker::builder(..).completions(..)"
    );
    assert_eq!(
        in_use(),
        "the completions serve another invoker already; clone that invoker, or give each completions of its own"
    );
}

/// A hand-written tool that returns what it is made with, whoever's that is.
struct Returns(ToolOutput);

#[tool_core::async_trait]
impl tool_core::Tool for Returns {
    fn definition(&self) -> tool_core::ToolDefinition {
        tool_core::ToolDefinition::new("returns", "Returns something.")
    }

    fn host(&self) -> tool_core::HostMetadata {
        tool_core::HostMetadata::default().with_title("Returns").with_exposure(tool_core::Exposure::Both)
    }

    async fn call(&self, call: tool_core::ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        call.completion()?;
        Ok(self.0.clone())
    }
}

/// Hands its completion out of its call.
struct Leaks(Arc<Mutex<Option<ToolOutput>>>);

#[tool_core::async_trait]
impl tool_core::Tool for Leaks {
    fn definition(&self) -> tool_core::ToolDefinition {
        tool_core::ToolDefinition::new("leaks", "Hands something out.")
    }

    fn host(&self) -> tool_core::HostMetadata {
        tool_core::HostMetadata::default().with_title("Leaks").with_exposure(tool_core::Exposure::Both)
    }

    async fn call(&self, call: tool_core::ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        *self.0.lock().unwrap() = Some(ToolOutput::pending(call.completion()?));
        Ok(ToolOutput::empty())
    }
}

#[tokio::test(start_paused = true)]
async fn the_completion_of_another_call_ends_nothing() {
    let leaked = Arc::new(Mutex::new(None));
    let build = |registry: Registry| {
        outside(&Invoker::builder(registry).unlimited().completions(Completions::new()).build().unwrap())
    };
    let leaks = build(Registry::builder(()).register(Leaks(Arc::clone(&leaked))).build().unwrap());
    leaks.call(leaks.request(Caller::new("alice"), "leaks", None)).await;
    let output = leaked.lock().unwrap().take().unwrap();
    let returns = build(Registry::builder(()).register(Returns(output)).build().unwrap());
    let reply = reply(returns.call(returns.request(Caller::new("alice"), "returns", None)).await);
    assert_eq!(reply.code.as_deref(), Some("internal"));
}

#[tokio::test]
async fn a_hand_written_tool_fails_without_completions() {
    let registry =
        Registry::builder(()).register(Returns(ToolOutput::empty())).register(Fixture::new("other"));
    let surface = outside(&Invoker::builder(registry.build().unwrap()).unlimited().build().unwrap());
    let reply = reply(surface.call(surface.request(Caller::new("alice"), "returns", None)).await);
    assert_eq!(reply.code.as_deref(), Some("internal"));
}
