//! One call from its request to its end, as those see it who keep records and count.

use std::{
    future::{self, Future},
    sync::Arc,
    time::{Instant, SystemTime},
};

use serde_json::{Map, Value};

use super::{Audit, CallId, DecisionRecord, EndRecord};
use crate::{
    BoxError, Caller, Effect, Measured, OutcomeClass, QueuedCall, Registered, Step, Surface, Target,
    ToolName, admission::Policies, fate::Fate, panic_wall, request::RequestParts,
};

/// The surface that a call came through; one that is gone is known by its name.
enum Through {
    Surface(Surface),
    Named(String),
}

/// A call that has no decision yet.
pub(crate) struct Watched {
    id: CallId,
    /// Where anybody keeps records or counts; else nothing of it is asked for.
    watch: Option<Watch>,
}

struct Watch {
    policies: Arc<Policies>,
    started: Instant,
    /// Where records are kept.
    who: Option<Who>,
}

/// What a record says of whoever called.
struct Who {
    parent: Option<CallId>,
    caller: Caller,
    surface: Through,
}

impl Watched {
    pub(crate) fn new(policies: &Arc<Policies>, request: &RequestParts) -> Self {
        Self::of(policies, || Who {
            parent: request.parent.as_ref().map(|parent| parent.id),
            caller: request.caller.clone(),
            surface: Through::Surface(request.surface.clone()),
        })
    }

    /// Of a call whose turn on a queue has come.
    pub(crate) fn queued(policies: &Arc<Policies>, call: &QueuedCall, caller: &Caller) -> Self {
        Self::of(policies, || Who {
            parent: Some(call.parent),
            caller: caller.clone(),
            surface: Through::Named(call.surface.clone()),
        })
    }

    fn of(policies: &Arc<Policies>, who: impl FnOnce() -> Who) -> Self {
        let keeps_records = policies.audit.is_some();
        let watch = (keeps_records || policies.metrics.is_some()).then(|| Watch {
            policies: Arc::clone(policies),
            started: Instant::now(),
            who: keeps_records.then(who),
        });
        Self { id: CallId::next(), watch }
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
        let decision = self.recorded().map(|(_, who)| self.decision(who, tool, step));
        let record = decision.map(|decision| DecisionRecord { code: Some(code), ..decision });
        let id = self.id;
        let ending = Ending::new(self, tool, step, IfDropped::Decided(outcome, code));
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
        (target, arguments, repairs): (Option<&Target>, &Map<String, Value>, usize),
        fate: &Arc<Fate>,
    ) -> Result<Ending, BoxError> {
        let record = self.recorded().map(|(audit, who)| DecisionRecord {
            durable: tool.host().effect != Effect::ReadOnly,
            digest: Some(audit.digester.call(target, arguments)),
            repairs,
            content: audit.redactor.as_ref().and_then(|redactor| {
                // A redactor that panics has kept nothing.
                panic_wall::walled(|| redactor.redact(&who.caller, tool, target, arguments))
                    .unwrap_or_default()
            }),
            ..self.decision(who, Some(tool.name()), Step::Run)
        });
        let ending = Ending::new(self, Some(tool.name()), Step::Run, IfDropped::Run(Arc::clone(fate)));
        match record {
            // Boxed: a call that is not recorded must not be as large as one that is.
            Some(record) => Box::pin(ending.keep_unless(record, fate.caller_token().cancelled())).await,
            None => Ok(ending),
        }
    }

    /// Returns who keeps the records, and what they say of whoever called.
    fn recorded(&self) -> Option<(&Audit, &Who)> {
        let watch = self.watch.as_ref()?;
        watch.policies.audit.as_ref().zip(watch.who.as_ref())
    }

    fn decision(&self, who: &Who, tool: Option<&ToolName>, step: Step) -> DecisionRecord {
        DecisionRecord {
            call: self.id,
            parent: who.parent,
            time: SystemTime::now(),
            caller: who.caller.id().to_owned(),
            surface: match &who.surface {
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

    fn write_end(&self, outcome: OutcomeClass, code: Option<String>, if_dropped: &IfDropped) {
        let Some(watch) = &self.watch else { return };
        let Some(audit) = &watch.policies.audit else { return };
        let record = EndRecord {
            call: self.id,
            time: SystemTime::now(),
            outcome,
            code,
            duration: Some(watch.started.elapsed()),
            late: if_dropped.is_late(),
        };
        if panic_wall::walled(|| audit.sink.end(record)).is_err() {
            tracing::error!(call = %self.id, "the end of a call could not be recorded");
        }
    }

    fn measure(&self, tool: Option<&ToolName>, step: Step, outcome: OutcomeClass) {
        let Some(watch) = &self.watch else { return };
        let Some(metrics) = &watch.policies.metrics else { return };
        let tool = tool.map(ToolName::as_str);
        let measured = Measured { tool, step, outcome, duration: watch.started.elapsed() };
        if panic_wall::walled(|| metrics.call_ended(&measured)).is_err() {
            tracing::error!(call = %self.id, "the host's metrics panicked");
        }
    }
}

/// What a call that is decided ends as when it is dropped.
enum IfDropped {
    /// As this: admission stopped it.
    Decided(OutcomeClass, &'static str),
    /// As its run says at that moment.
    Run(Arc<Fate>),
}

impl IfDropped {
    fn now(&self) -> (OutcomeClass, Option<&'static str>) {
        match self {
            Self::Decided(outcome, code) => (*outcome, Some(code)),
            Self::Run(fate) => fate.dropped_now(),
        }
    }

    fn is_late(&self) -> bool {
        matches!(self, Self::Run(fate) if fate.is_late())
    }
}

/// A call that is decided and has not ended. Dropped, it ends as what is said of it at that moment.
///
/// It is made before its decision is recorded: a caller that goes away meanwhile has a record all the same, which ends.
pub(crate) struct Ending {
    tool: Option<ToolName>,
    step: Step,
    if_dropped: IfDropped,
    /// `None` when the end is written, or there is none to write.
    watched: Option<Watched>,
}

impl Ending {
    fn new(watched: Watched, tool: Option<&ToolName>, step: Step, if_dropped: IfDropped) -> Self {
        let watched = Some(watched).filter(|watched| watched.watch.is_some());
        let tool = tool.filter(|_| watched.is_some()).cloned();
        Self { tool, step, if_dropped, watched }
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
        let recorded = self.watched.as_ref().and_then(Watched::recorded);
        let audit = recorded.map(|(audit, _)| audit.clone());
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
                        step => (step, self.if_dropped.now().0),
                    };
                    watched.measure(self.tool.as_ref(), step, outcome);
                }
                Err(error)
            }
        }
    }

    /// Records the end.
    pub(crate) fn end(mut self, outcome: OutcomeClass, code: Option<String>) {
        self.write(outcome, code);
    }

    fn write(&mut self, outcome: OutcomeClass, code: Option<String>) {
        if let Some(watched) = self.watched.take() {
            watched.write_end(outcome, code, &self.if_dropped);
            watched.measure(self.tool.as_ref(), self.step, outcome);
        }
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        if self.watched.is_some() {
            let (outcome, code) = self.if_dropped.now();
            self.write(outcome, code.map(str::to_owned));
        }
    }
}
