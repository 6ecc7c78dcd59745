//! Resources of the surface in MCP's form: listed, and read. What may be read is the surface's to say.
//!
//! Source: <https://modelcontextprotocol.io/specification/2026-07-28/server/resources> and the same page of the revisions
//! before.

mod project;

use rmcp::model::{
    CacheScope, ErrorData, ListResourceTemplatesResult, ListResourcesResult, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult,
};
use tool_core::{Caller, Read};
use tracing::Span;

use self::project::{contents, resource, template};
use crate::{
    ask,
    context::Context,
    error,
    revision::Feature,
    server::{Server, list},
    span,
};

pub(crate) const LIST: &str = "resources/list";
pub(crate) const READ: &str = "resources/read";
pub(crate) const SUBSCRIBE: &str = "resources/subscribe";
pub(crate) const TEMPLATES: &str = "resources/templates/list";
pub(crate) const UNSUBSCRIBE: &str = "resources/unsubscribe";

/// Returns whether this is a method about resources that every revision has.
pub(crate) fn is_method(method: &str) -> bool {
    matches!(method, LIST | READ | TEMPLATES)
}

impl Server {
    /// `resources/list`.
    pub(crate) fn resources(
        &self,
        caller: &Caller,
        cursor: Option<&str>,
        context: &Context<'_>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let (surface, revision) = (&self.handler().shared().surface, &context.revision);
        let resources = surface.readable(caller).resources;
        let page = self.page(resources.iter().map(|listed| listed.uri.as_str()), cursor, revision)?;
        let items = resources[page.range.clone()].iter().map(|listed| resource(listed, revision));
        Ok(list!(ListResourcesResult, page, items.collect()))
    }

    /// `resources/templates/list`.
    pub(crate) fn templates(
        &self,
        caller: &Caller,
        cursor: Option<&str>,
        context: &Context<'_>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let (surface, revision) = (&self.handler().shared().surface, &context.revision);
        let templates = surface.readable(caller).templates;
        let page = self.page(templates.iter().map(|listed| listed.uri.as_str()), cursor, revision)?;
        let items = templates[page.range.clone()].iter().map(|listed| template(listed, revision));
        Ok(list!(ListResourceTemplatesResult, page, items.collect()))
    }

    /// `resources/read`.
    pub(crate) async fn read(
        &self,
        read: ReadResourceRequestParams,
        context: &Context<'_>,
        span: &Span,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let (surface, revision) = (&self.handler().shared().surface, &context.revision);
        let request = surface.resource_request(self.caller().await?, &read.uri);
        let request = ask::with_inputs(
            self.prepared(request, context),
            context,
            read.input_responses,
            read.request_state,
        );
        let answer = surface.read_resource(request).await;
        span::read(span, &answer);
        let read = match answer {
            Read::Found(found) => contents(found, &read.uri),
            Read::InputRequired(required) => {
                return Ok(self.asked(required)?.into());
            }
            other => return Err(error::not_read(other, error::unknown_resource())),
        };
        let mut result = ReadResourceResult::new(read);
        if revision.knows(Feature::CacheHints) {
            // What is read is the moment's, and no list.
            result.ttl_ms = Some(0);
            result.cache_scope = Some(CacheScope::Private);
        }
        result.meta = revision.knows(Feature::ServerInfo).then(|| self.handler().result_meta());
        Ok(result.into())
    }
}
