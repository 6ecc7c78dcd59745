//! A list of tools as text, for peers of 2026-07-28. What a tool looks like is `project`'s to say, and is written once for as
//! long as the surface shows it: a list is asked for more often than its tools change, and writing schemas is most of what it
//! costs.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, PoisonError, RwLock},
};

use rmcp::model::{JsonRpcResponse, JsonRpcVersion2_0, ListToolsResult, ProtocolVersion, RequestId};
use serde::ser::Error;
use tool_core::Listed;

use crate::{project::project, revision::Revision};

/// How an empty list ends: rmcp writes the tools last.
const END: &str = "]}}";

/// A list whose tools are text already.
pub(crate) struct WrittenList {
    /// The list without its tools.
    pub(crate) empty: ListToolsResult,
    pub(crate) tools: Vec<Arc<str>>,
}

impl WrittenList {
    /// Returns the answer to the request of this id.
    pub(crate) fn message(&self, id: RequestId) -> serde_json::Result<String> {
        let message = JsonRpcResponse { jsonrpc: JsonRpcVersion2_0, id, result: &self.empty };
        let empty = serde_json::to_string(&message)?;
        let begin =
            empty.strip_suffix(END).ok_or_else(|| serde_json::Error::custom("a list ends otherwise"))?;
        let length = self.tools.iter().map(|tool| tool.len() + 1).sum::<usize>();
        let mut text = String::with_capacity(empty.len() + length);
        text.push_str(begin);
        for (place, tool) in self.tools.iter().enumerate() {
            if place > 0 {
                text.push(',');
            }
            text.push_str(tool);
        }
        text.push_str(END);
        Ok(text)
    }
}

/// The tools that were written already. A clone is a handle to the same ones.
#[derive(Clone, Default)]
pub(crate) struct WrittenTools(Arc<RwLock<Kept>>);

/// The texts of one state of the registry.
#[derive(Default)]
struct Kept {
    generation: u64,
    texts: HashMap<Key, (Arc<Listed>, Arc<str>)>,
}

/// The address of an entry, which is no other's while the entry is held, and whether its result is left out.
type Key = (usize, bool);

impl WrittenTools {
    /// Returns tools of one state of the registry as text, each with whether its result is left out.
    pub(crate) fn of(
        &self,
        tools: &[(Arc<Listed>, bool)],
        generation: u64,
    ) -> serde_json::Result<Vec<Arc<str>>> {
        let known: Vec<_> = {
            let kept = self.0.read().unwrap_or_else(PoisonError::into_inner);
            let text = |tool| kept.texts.get(&key(tool)).map(|(_, text)| Arc::clone(text));
            tools.iter().map(text).collect()
        };
        let written = tools.iter().zip(known).map(|(tool, known)| match known {
            Some(text) => Ok(text),
            None => self.write(tool, generation),
        });
        written.collect()
    }

    fn write(&self, tool: &(Arc<Listed>, bool), generation: u64) -> serde_json::Result<Arc<str>> {
        let (listed, without_result) = tool;
        let text = Arc::from(serde_json::to_string(&project(
            listed,
            *without_result,
            &Revision::from(&ProtocolVersion::V_2026_07_28),
        ))?);
        let mut kept = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if kept.generation < generation {
            *kept = Kept { generation, texts: HashMap::new() };
        }
        // A list of the past is written, and not kept.
        if kept.generation == generation {
            kept.texts.insert(key(tool), (Arc::clone(listed), Arc::clone(&text)));
        }
        Ok(text)
    }
}

fn key((listed, without_result): &(Arc<Listed>, bool)) -> Key {
    (Arc::as_ptr(listed).addr(), *without_result)
}

impl fmt::Debug for WrittenTools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WrittenTools").finish_non_exhaustive()
    }
}
