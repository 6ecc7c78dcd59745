//! What is behind internal errors, for a test to read. Where callers and logs read of them is `admission`.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

use crate::error::Correlation;

/// More than one test makes and looks at.
const MOST: usize = 100;

/// The latest causes, each under the id that its caller read.
#[derive(Default)]
pub(crate) struct Causes(Mutex<VecDeque<(Correlation, String)>>);

impl Causes {
    pub(crate) fn keep(&self, correlation: &Correlation, detail: &str) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == MOST {
            kept.pop_front();
        }
        kept.push_back((correlation.clone(), detail.to_owned()));
    }

    /// Returns what is behind the id that stands in this text.
    pub(crate) fn behind(&self, text: &str) -> Option<String> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let named = kept.iter().find(|(correlation, _)| text.contains(&correlation.to_string()));
        named.map(|(_, detail)| detail.clone())
    }
}
