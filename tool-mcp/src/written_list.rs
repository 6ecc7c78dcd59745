//! A list of tools as text, for peers of 2026-07-28. What a tool looks like is `project`'s to say, and is written once for as
//! long as the surface shows it: a list is asked for more often than its tools change, and writing schemas is most of what it
//! costs.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, PoisonError, RwLock},
};

use rmcp::model::{CacheScope, MetaObject, ResultType};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tool_core::Listed;

use crate::{project::project, revision::Revision, server::Page};

/// The result of `tools/list`, with the members of rmcp's `ListToolsResult`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WrittenList {
    result_type: ResultType,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<MetaObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ttl_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_scope: Option<CacheScope>,
    tools: Vec<Arc<RawValue>>,
}

impl WrittenList {
    pub(crate) fn new(page: Page, tools: Vec<Arc<RawValue>>) -> Self {
        let Page { next_cursor, ttl_ms, cache_scope, meta, .. } = page;
        Self { result_type: ResultType::COMPLETE, meta, next_cursor, ttl_ms, cache_scope, tools }
    }
}

/// The tools that were written already. A clone is a handle to the same ones.
#[derive(Clone, Default)]
pub(crate) struct WrittenTools(Arc<RwLock<Kept>>);

/// The texts of one state of the registry.
#[derive(Default)]
struct Kept {
    generation: u64,
    texts: HashMap<Key, (Arc<Listed>, Arc<RawValue>)>,
}

/// The address of an entry, which is no other's while the entry is held, and whether its result is left out.
type Key = (usize, bool);

impl WrittenTools {
    /// Returns tools of one state of the registry as text, each with whether its result is left out.
    pub(crate) fn of(
        &self,
        tools: &[(Arc<Listed>, bool)],
        generation: u64,
    ) -> serde_json::Result<Vec<Arc<RawValue>>> {
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

    fn write(&self, tool: &(Arc<Listed>, bool), generation: u64) -> serde_json::Result<Arc<RawValue>> {
        let (listed, without_result) = tool;
        let text = Arc::from(to_raw_value(&project(listed, *without_result, &Revision::newest()))?);
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
