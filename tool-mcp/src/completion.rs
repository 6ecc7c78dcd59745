//! Proposals for the arguments of prompts and templates. What is proposed, and to whom, is the surface's to say.
//!
//! Source: <https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion>.

use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo, ErrorData, Reference};
use tool_core::{CompletionOf, Read};
use tracing::Span;

use crate::{context::Context, error, revision::Feature, server::Server, span};

pub(crate) const COMPLETE: &str = "completion/complete";

impl Server {
    /// `completion/complete`.
    pub(crate) async fn complete_argument(
        &self,
        asked: CompleteRequestParams,
        context: &Context<'_>,
        span: &Span,
    ) -> Result<CompleteResult, ErrorData> {
        let surface = &self.handler().shared().surface;
        let of = match &asked.r#ref {
            Reference::Prompt(prompt) => CompletionOf::Prompt(&prompt.name),
            Reference::Resource(resource) => CompletionOf::Template(&resource.uri),
            _ => return Err(error::unknown_completion()),
        };
        let given = asked.context.and_then(|context| context.arguments).unwrap_or_default();
        let given = given.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let (argument, prefix) = (&asked.argument.name, asked.argument.value.clone());
        let request = surface.completion_request(self.caller().await?, of, argument, prefix, given);
        let answer = surface.complete(self.prepared(request, context)).await;
        span::read(span, &answer);
        let suggestions = match answer {
            Read::Found(suggestions) => suggestions,
            other => return Err(error::not_read(other, error::unknown_completion())),
        };
        let mut completion = CompletionInfo::default();
        completion.has_more = Some(suggestions.has_more());
        completion.total = Some(suggestions.total.try_into().unwrap_or(u32::MAX));
        completion.values = suggestions.values;
        let mut result = CompleteResult::new(completion);
        if context.revision.knows(Feature::ServerInfo) {
            result.meta = Some(self.handler().result_meta());
        }
        Ok(result)
    }
}
