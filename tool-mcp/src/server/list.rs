//! What every list has beside its items. rmcp has a type for each list, and all of them have these fields.

use std::ops::Range;

use rmcp::model::{CacheScope, ErrorData, MetaObject};

use super::Server;
use crate::{
    error,
    page::page,
    revision::{Feature, Revision},
};

/// One page of a list, without its items.
pub(crate) struct Page {
    /// Which of all items are on it.
    pub(crate) range: Range<usize>,
    pub(crate) next_cursor: Option<String>,
    pub(crate) ttl_ms: Option<u64>,
    pub(crate) cache_scope: Option<CacheScope>,
    pub(crate) meta: Option<MetaObject>,
}

impl Server {
    /// Returns the page that a cursor asks for, of items that are told apart by these keys.
    pub(crate) fn page<'k>(
        &self,
        keys: impl IntoIterator<Item = &'k str>,
        cursor: Option<&str>,
        revision: &Revision,
    ) -> Result<Page, ErrorData> {
        let shared = self.handler().shared();
        let keys: Vec<_> = keys.into_iter().collect();
        let (range, next_cursor) =
            page(&keys, cursor, shared.page_size).map_err(|_| error::invalid_cursor())?;
        let is_cached = revision.knows(Feature::CacheHints);
        Ok(Page {
            range,
            next_cursor,
            ttl_ms: is_cached.then(|| self.list_ttl_ms()),
            cache_scope: is_cached.then_some(CacheScope::Private),
            meta: revision.knows(Feature::ServerInfo).then(|| self.handler().result_meta()),
        })
    }
}

/// Makes the list of one of rmcp's types.
macro_rules! list {
    ($List:ident, $page:expr, $items:expr) => {{
        let page = $page;
        let mut list = $List::with_all_items($items);
        list.next_cursor = page.next_cursor;
        list.ttl_ms = page.ttl_ms;
        list.cache_scope = page.cache_scope;
        list.meta = page.meta;
        list
    }};
}
pub(crate) use list;
