//! A tool that says from which moment on its call cannot be taken back.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use serde_json::json;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tool_core::{
    Answer, Caller, Exposure, HostMetadata, Invoker, OutcomeClass, Registry, Surface, Tool, ToolCall,
    ToolDefinition, ToolError, ToolOutput,
};

use super::{code, recorder::Recorder};
use crate::support::outside;

/// Prepares, commits, writes; a test says when it goes on from one to the next.
#[derive(Clone, Default)]
struct Import {
    preparing: Arc<Notify>,
    may_commit: Arc<Notify>,
    writing: Arc<Notify>,
    may_end: Arc<Notify>,
    refused: Arc<AtomicBool>,
}

#[tool_core::async_trait]
impl Tool for Import {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new("import", "Imports.")
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default()
            .with_title("Import")
            .with_exposure(Exposure::Both)
            .with_timeout(Duration::from_secs(5))
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        let commit = call.commit_point();
        self.preparing.notify_one();
        self.may_commit.notified().await;
        if let Err(stopped) = commit.reach() {
            self.refused.store(true, Ordering::SeqCst);
            return Err(stopped);
        }
        self.writing.notify_one();
        self.may_end.notified().await;
        Ok(ToolOutput::text("imported"))
    }
}

fn surface(import: &Import) -> (Surface, Recorder) {
    let audit = Recorder::default();
    let registry = Registry::builder(()).register(import.clone()).build().unwrap();
    (outside(&Invoker::builder(registry).unlimited().audit(audit.clone()).build().unwrap()), audit)
}

async fn call(surface: &Surface, token: CancellationToken) -> Answer {
    let request = surface.request(Caller::new("alice"), "import", Some(json!({}))).with_cancellation(token);
    surface.call(request).await
}

#[tokio::test(start_paused = true)]
async fn a_cancellation_before_the_commit_is_one_without_effect() {
    let import = Import::default();
    let (surface, audit) = surface(&import);
    let token = CancellationToken::new();
    let before = tokio::time::Instant::now();
    let (answer, ()) = tokio::join!(call(&surface, token.clone()), async {
        import.preparing.notified().await;
        token.cancel();
    });
    assert!(matches!(answer, Answer::Cancelled), "{answer:?}");
    assert_eq!(before.elapsed(), Duration::ZERO, "there is nothing to wait for");
    assert_eq!(audit.ends()[0].outcome, OutcomeClass::Cancelled);
}

#[tokio::test(start_paused = true)]
async fn a_deadline_before_the_commit_says_that_nothing_was_changed() {
    let import = Import::default();
    let (surface, audit) = surface(&import);
    let answer = call(&surface, CancellationToken::new()).await;
    assert_eq!(code(&answer), "timeout");
    let Answer::Reply(reply) = answer else { panic!("{answer:?}") };
    assert!(reply.text().ends_with("it changed nothing"), "{}", reply.text());
    assert_eq!(
        (audit.ends()[0].outcome, audit.ends()[0].code.as_deref()),
        (OutcomeClass::Failed, Some("timeout"))
    );
}

#[tokio::test(start_paused = true)]
async fn after_the_commit_nobody_claims_that_nothing_was_changed() {
    let import = Import::default();
    let (surface, audit) = surface(&import);
    let token = CancellationToken::new();
    let (answer, ()) = tokio::join!(call(&surface, token.clone()), async {
        import.preparing.notified().await;
        import.may_commit.notify_one();
        import.writing.notified().await;
        token.cancel();
    });
    assert_eq!(code(&answer), "indeterminate");
    assert!(audit.ends().is_empty(), "it goes on");
    import.may_end.notify_one();
    super::settle().await;
    let end = &audit.ends()[0];
    assert_eq!((end.outcome, end.late), (OutcomeClass::Completed, true));
}

#[tokio::test(start_paused = true)]
async fn a_call_whose_caller_is_gone_before_the_commit_does_not_go_on() {
    let import = Import::default();
    let (surface, audit) = surface(&import);
    tokio::select! {
        answer = call(&surface, CancellationToken::new()) => panic!("{answer:?}"),
        () = import.preparing.notified() => {}
    }
    assert_eq!(audit.ends()[0].outcome, OutcomeClass::Cancelled);
    import.may_commit.notify_one();
    super::settle().await;
    assert!(!import.refused.load(Ordering::SeqCst), "it was dropped where it stood");
}
