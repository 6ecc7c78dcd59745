//! What a caller sends along with a call that was answered with input requests. Nothing here is trusted.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{InputAnswer, InputKind};
use crate::schema;

/// What a caller can be asked for, and what it brings back of the round before.
#[derive(Clone, Default)]
pub(crate) struct Returned {
    pub(crate) kinds: Kinds,
    pub(crate) state: Option<String>,
    pub(crate) answers: BTreeMap<String, InputAnswer>,
}

impl Drop for Returned {
    /// A value that is nested deeply must not be dropped as it is: that recurses.
    fn drop(&mut self) {
        for answer in std::mem::take(&mut self.answers).into_values() {
            if let InputAnswer::Accepted(content) | InputAnswer::Returned(content) = answer {
                schema::dismantle(Value::Object(content));
            }
        }
    }
}

/// A set of kinds; one that is not in it is never sent. None is known of a caller whose protocol has no such word.
#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Kinds(u8);

/// The bit that says that the caller has said something, be it that it answers nothing.
const STATED: u8 = 1 << 7;

impl Kinds {
    pub(crate) fn state(&mut self) {
        self.0 |= STATED;
    }

    pub(crate) fn are_stated(self) -> bool {
        self.0 & STATED != 0
    }

    pub(crate) fn insert(&mut self, kind: InputKind) {
        self.0 |= 1 << kind as u8;
    }

    pub(crate) fn has(self, kind: InputKind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 & !STATED == 0
    }
}
