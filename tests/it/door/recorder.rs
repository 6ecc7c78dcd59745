//! An audit sink in memory.

use std::sync::{Arc, Mutex};

use tool_core::{AuditSink, BoxError, CallId, DecisionRecord, EndRecord, SwitchRecord};

#[derive(Clone, Default)]
pub(crate) struct Recorder(Arc<Mutex<Records>>);

#[derive(Default)]
struct Records {
    decisions: Vec<DecisionRecord>,
    ends: Vec<EndRecord>,
    switches: Vec<SwitchRecord>,
}

impl Recorder {
    pub(crate) fn decisions(&self) -> Vec<DecisionRecord> {
        self.0.lock().unwrap().decisions.clone()
    }

    pub(crate) fn ends(&self) -> Vec<EndRecord> {
        self.0.lock().unwrap().ends.clone()
    }

    pub(crate) fn switches(&self) -> Vec<SwitchRecord> {
        self.0.lock().unwrap().switches.clone()
    }

    /// Returns how a call ended: once, or not at all.
    pub(crate) fn end_of(&self, call: CallId) -> Option<EndRecord> {
        let mut ends = self.ends().into_iter().filter(|end| end.call == call);
        let end = ends.next();
        assert!(ends.next().is_none(), "{call} ended twice");
        end
    }
}

#[tool_core::async_trait]
impl AuditSink for Recorder {
    async fn decision(&self, record: DecisionRecord) -> Result<(), BoxError> {
        self.0.lock().unwrap().decisions.push(record);
        Ok(())
    }

    fn end(&self, record: EndRecord) {
        self.0.lock().unwrap().ends.push(record);
    }

    fn switched(&self, record: SwitchRecord) {
        self.0.lock().unwrap().switches.push(record);
    }
}
