//! Lanes: calls of one tool that must not run at once share one, and no lane outlives its calls.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use serde_json::{Map, Value};
use tokio::sync::Semaphore;

use crate::{Parallelism, Target, ToolName, canonical_json};

/// Which calls share a lane.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct LaneKey {
    tool: ToolName,
    /// What the calls have in common, when it is less than the whole tool.
    part: Option<Vec<u8>>,
}

impl LaneKey {
    /// Returns the lane of a call; most tools have none.
    pub(super) fn of(
        tool: &ToolName,
        parallelism: &Parallelism,
        target: Option<&Target>,
        arguments: &Map<String, Value>,
    ) -> Option<Self> {
        let part = match parallelism {
            Parallelism::Parallel => return None,
            Parallelism::Exclusive => None,
            Parallelism::SerialBy(argument) => {
                let mut bytes = Vec::new();
                // An absent argument is a value like any other. A vector takes whatever is written.
                let _ = canonical_json::write(arguments.get(argument).unwrap_or(&Value::Null), &mut bytes);
                Some(bytes)
            }
            Parallelism::SerialByTarget => target.map(|target| target.id().as_bytes().to_vec()),
        };
        Some(Self { tool: tool.clone(), part })
    }
}

/// The lanes that have calls, running or waiting.
#[derive(Default)]
pub(super) struct Lanes(Mutex<HashMap<LaneKey, Weak<Lane>>>);

/// One lane. It is kept by its calls, and forgotten with the last of them.
pub(super) struct Lane {
    pub(super) one: Arc<Semaphore>,
    key: LaneKey,
    lanes: Arc<Lanes>,
}

impl Lanes {
    pub(super) fn enter(self: &Arc<Self>, key: LaneKey) -> Arc<Lane> {
        let mut lanes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lane) = lanes.get(&key).and_then(Weak::upgrade) {
            return lane;
        }
        let one = Arc::new(Semaphore::new(1));
        let lane = Arc::new(Lane { one, key: key.clone(), lanes: Arc::clone(self) });
        lanes.insert(key, Arc::downgrade(&lane));
        lane
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        let mut lanes = self.lanes.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Another call may have opened the lane anew since this one was counted out.
        if lanes.get(&self.key).is_some_and(|lane| lane.strong_count() == 0) {
            lanes.remove(&self.key);
        }
    }
}
