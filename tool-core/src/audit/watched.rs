//! One call from its request to its end, as those see it who keep records and count.

use std::{
    future::{self, Future},
    sync::Arc,
    time::{Instant, SystemTime},
};

use serde_json::{Map, Value};

use super::{CallId, DecisionRecord, EndRecord, fate::Fate};
use crate::{
    BoxError, Caller, Effect, Measured, OutcomeClass, QueuedCall, Registered, Request, Step, Surface,
    ToolName, admission::Policies, caller_token::CallerToken, panic_wall,
};

/// The surface that a call came through; one that is gone is known by its name.
enum Through {
    Surface(Surface),
    Named(String),
}

/// A call that has no decision yet.
pub(crate) struct Watched {
    policies: Arc<Policies>,
    id: CallId,
    parent: Option<CallId>,
    caller: Caller,
    surface: Through,
    started: Instant,
}

impl Watched {
    pub(crate) fn new(policies: &Arc<Policies>, request: &Request) -> Self {
        Self {
            policies: Arc::clone(policies),
            id: CallId::next(),
            parent: request.parent.as_ref().map(|parent| parent.id),
            caller: request.caller.clone(),
            surface: Through::Surface(request.surface.clone()),
            started: Instant::now(),
        }
    }

    /// Of a call whose turn on a queue has come.
    pub(crate) fn queued(policies: &Arc<Policies>, call: &QueuedCall, caller: Caller) -> Self {
        Self {
            policies: Arc::clone(policies),
            id: CallId::next(),
            parent: Some(call.parent),
            caller,
            surface: Through::Named(call.surface.clone()),
            started: Instant::now(),
        }
    }

    pub(crate) fn id(&self) -> CallId {
        self.id
    }

    /// Records that admission stopped the call.
    pub(crate) async fn stopped(
        self,
        tool: Option<&ToolName>,
        step: Step,
        outcome: OutcomeClass,
        code: &'static str,
    ) {
        let record =
            self.keeps_records().then(|| DecisionRecord { code: Some(code), ..self.decision(tool, step) });
        let id = self.id;
        let ending = Ending::new(self, tool.cloned(), step, Fate::decided(outcome, code));
        // Also when the caller gives up meanwhile: nobody gets around the record of a refusal by that.
        if ending.keep(record).await.is_err() {
            tracing::error!(call = %id, "a refusal could not be recorded");
        }
    }

    /// Records that the call may run; it does not run unless this could be kept.
    ///
    /// A caller that gives up does not wait for a sink that is slow. Its call is about to end as cancelled then, because
    /// a run begins with that question.
    pub(crate) async fn admitted(
        self,
        tool: &Registered,
        (arguments, repairs): (&Map<String, Value>, usize),
        caller_token: &CallerToken,
    ) -> Result<Ending, BoxError> {
        let record = self.policies.audit.as_ref().map(|audit| DecisionRecord {
            durable: tool.host().effect != Effect::ReadOnly,
            digest: Some(audit.digester.arguments(arguments)),
            repairs,
            content: audit.redactor.as_ref().and_then(|redactor| {
                // A redactor that panics has kept nothing.
                panic_wall::walled(|| redactor.redact(&self.caller, tool, arguments)).unwrap_or_default()
            }),
            ..self.decision(Some(tool.name()), Step::Run)
        });
        let ending = Ending::new(self, Some(tool.name().clone()), Step::Run, Fate::open());
        match record {
            // Boxed: a call that is not recorded must not be as large as one that is.
            Some(record) => Box::pin(ending.keep_unless(record, caller_token.cancelled())).await,
            None => Ok(ending),
        }
    }

    fn keeps_records(&self) -> bool {
        self.policies.audit.is_some()
    }

    fn decision(&self, tool: Option<&ToolName>, step: Step) -> DecisionRecord {
        DecisionRecord {
            call: self.id,
            parent: self.parent,
            time: SystemTime::now(),
            caller: self.caller.id().to_owned(),
            surface: match &self.surface {
                Through::Surface(surface) => surface.name().to_owned(),
                Through::Named(name) => name.clone(),
            },
            tool: tool.map(ToString::to_string),
            step,
            code: None,
            durable: false,
            digest: None,
            repairs: 0,
            content: None,
        }
    }

    fn write_end(&self, outcome: OutcomeClass, code: Option<String>, late: bool) {
        let Some(audit) = &self.policies.audit else { return };
        let record = EndRecord {
            call: self.id,
            time: SystemTime::now(),
            outcome,
            code,
            duration: Some(self.started.elapsed()),
            late,
        };
        if panic_wall::walled(|| audit.sink.end(record)).is_err() {
            tracing::error!(call = %self.id, "the end of a call could not be recorded");
        }
    }

    fn measure(&self, tool: Option<&ToolName>, step: Step, outcome: OutcomeClass) {
        let Some(metrics) = &self.policies.metrics else { return };
        let tool = tool.map(ToolName::as_str);
        let measured = Measured { tool, step, outcome, duration: self.started.elapsed() };
        if panic_wall::walled(|| metrics.call_ended(&measured)).is_err() {
            tracing::error!(call = %self.id, "the host's metrics panicked");
        }
    }
}

/// A call that is decided and has not ended. Dropped, it ends as what its fate says at that moment.
///
/// It is made before its decision is recorded: a caller that goes away meanwhile has a record all the same, which ends.
pub(crate) struct Ending {
    tool: Option<ToolName>,
    step: Step,
    fate: Arc<Fate>,
    watched: Option<Watched>,
}

impl Ending {
    fn new(watched: Watched, tool: Option<ToolName>, step: Step, fate: Fate) -> Self {
        Self { tool, step, fate: Arc::new(fate), watched: Some(watched) }
    }

    /// Records the decision, and returns the end that is still to come.
    async fn keep(self, record: Option<DecisionRecord>) -> Result<Self, BoxError> {
        match record {
            Some(record) => self.keep_unless(record, future::pending()).await,
            None => Ok(self),
        }
    }

    /// Records the decision, and returns the end that is still to come: also when something else happens first, and the
    /// sink may or may not have the decision.
    async fn keep_unless(
        mut self,
        record: DecisionRecord,
        otherwise: impl Future<Output = ()>,
    ) -> Result<Self, BoxError> {
        let audit = self.watched.as_ref().and_then(|watched| watched.policies.audit.clone());
        let Some(audit) = audit else { return Ok(self) };
        let kept = tokio::select! {
            biased;
            kept = panic_wall::walled_future(audit.sink.decision(record)) => kept,
            () = otherwise => return Ok(self),
        };
        match kept.unwrap_or_else(|panicked| Err(panicked.into())) {
            Ok(()) => Ok(self),
            Err(error) => {
                // No decision was kept, so there is no end to keep either.
                if let Some(watched) = self.watched.take() {
                    let (step, outcome) = match self.step {
                        Step::Run => (Step::Audit, OutcomeClass::Undecided),
                        step => (step, self.fate.dropped_now().0),
                    };
                    watched.measure(self.tool.as_ref(), step, outcome);
                }
                Err(error)
            }
        }
    }

    /// Returns what the call ends as when it is dropped.
    pub(crate) fn fate(&self) -> Arc<Fate> {
        Arc::clone(&self.fate)
    }

    /// Records the end.
    pub(crate) fn end(mut self, outcome: OutcomeClass, code: Option<String>) {
        self.write(outcome, code);
    }

    fn write(&mut self, outcome: OutcomeClass, code: Option<String>) {
        if let Some(watched) = self.watched.take() {
            watched.write_end(outcome, code, self.fate.is_late());
            watched.measure(self.tool.as_ref(), self.step, outcome);
        }
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        let (outcome, code) = self.fate.dropped_now();
        self.write(outcome, code.map(str::to_owned));
    }
}
