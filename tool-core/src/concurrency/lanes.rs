//! Lanes: calls of one tool that must not run at once share one, and no lane outlives its calls.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use serde_json::{Map, Number, Value};
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use crate::{Parallelism, Registered, Target, call::Identity, canonical_json, view::Rendered};

/// Which calls share a lane.
///
/// The tool is told by its identity: one that is registered under two names is one tool all the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LaneKey {
    tool: Identity,
    /// A digest of what the calls have in common, when that is less than the whole tool: an argument can be long.
    part: Option<[u8; 32]>,
}

impl LaneKey {
    /// Returns the lane of a call; most tools have none.
    pub(super) fn of(
        tool: &Rendered,
        target: Option<&Target>,
        arguments: &Map<String, Value>,
    ) -> Option<Self> {
        let entry = &tool.entry;
        let part = match &entry.host().parallelism {
            Parallelism::Parallel => return None,
            Parallelism::Exclusive => None,
            Parallelism::SerialBy(argument) => {
                let mut bytes = Vec::new();
                // A vector takes whatever is written.
                let _ = canonical_json::write(&value(entry, argument, arguments), &mut bytes);
                Some(Sha256::digest(&bytes).into())
            }
            Parallelism::SerialByTarget => target.map(|target| Sha256::digest(target.id()).into()),
        };
        Some(Self { tool: entry.identity, part })
    }
}

/// Returns the value of an argument as the tool will see it: what is left out is its default, and a number has one form.
fn value(entry: &Registered, argument: &str, arguments: &Map<String, Value>) -> Value {
    let default =
        || entry.definition().input_schema.get("properties")?.get(argument)?.get("default").cloned();
    let mut value = arguments.get(argument).cloned().or_else(default).unwrap_or(Value::Null);
    one_form(&mut value);
    value
}

fn one_form(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(one_form),
        Value::Number(number) => {
            // All numbers as the floats that they are: two integers beyond 2^53 may share a lane, which is only slower.
            if let Some(float) = number.as_f64() {
                // Zero has a sign, and is one value.
                *number = Number::from_f64(float + 0.0).unwrap_or_else(|| number.clone());
            }
        }
        Value::Object(fields) => fields.values_mut().for_each(one_form),
        Value::Bool(_) | Value::Null | Value::String(_) => {}
    }
}

/// The lanes that have calls, running or waiting.
#[derive(Default)]
pub(super) struct Lanes(Mutex<BTreeMap<LaneKey, Weak<Lane>>>);

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
