//! Prompts of the surface in MCP's form: listed, and rendered. Which there are is the surface's to say.
//!
//! Source: <https://modelcontextprotocol.io/specification/2026-07-28/server/prompts> and the same page of the revisions
//! before.

use rmcp::model::{
    ErrorData, GetPromptRequestParams, GetPromptResponse, GetPromptResult, ListPromptsResult, Prompt,
    PromptArgument, PromptMessage, Role,
};
use serde_json::Value;
use tool_core::{Caller, ListedPrompt, Read, Speaker};
use tracing::Span;

use crate::{
    ask,
    context::Context,
    error,
    project::{icons, meta},
    result::hinted,
    revision::{Feature, Revision},
    server::{Server, list},
    span,
};

pub(crate) const GET: &str = "prompts/get";
pub(crate) const LIST: &str = "prompts/list";

/// Returns whether this is a method about prompts.
pub(crate) fn is_method(method: &str) -> bool {
    matches!(method, GET | LIST)
}

impl Server {
    /// `prompts/list`.
    pub(crate) fn prompts(
        &self,
        caller: &Caller,
        cursor: Option<&str>,
        context: &Context<'_>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let (surface, revision) = (&self.handler().shared().surface, &context.revision);
        let prompts = surface.readable(caller).prompts;
        let page = self.page(prompts.iter().map(|listed| listed.name.as_str()), cursor, revision)?;
        let items = prompts[page.range.clone()].iter().map(|listed| prompt(listed, revision));
        Ok(list!(ListPromptsResult, page, items.collect()))
    }

    /// `prompts/get`.
    pub(crate) async fn render(
        &self,
        get: GetPromptRequestParams,
        context: &Context<'_>,
        span: &Span,
    ) -> Result<GetPromptResponse, ErrorData> {
        let (surface, revision) = (&self.handler().shared().surface, &context.revision);
        let caller = self.caller().await?;
        let request = surface.prompt_request(caller.clone(), &get.name, get.arguments.map(Value::Object));
        let request = ask::with_inputs(
            self.prepared(request, context),
            context,
            get.input_responses,
            get.request_state,
        );
        let answer = surface.render_prompt(request).await;
        span::read(span, &answer);
        let messages = match answer {
            Read::Found(messages) => messages,
            Read::InputRequired(required) => {
                return Ok(self.asked(required)?.into());
            }
            other => return Err(error::not_read(other, error::unknown_prompt(&get.name))),
        };
        let message = |message: tool_core::PromptMessage| {
            let role = match message.speaker {
                Speaker::Assistant => Role::Assistant,
                Speaker::User => Role::User,
            };
            PromptMessage::new(role, hinted(message.content, revision))
        };
        let mut result = GetPromptResult::new(messages.into_vec().into_iter().map(message).collect());
        let listed = surface.listed_prompt(&caller, &get.name);
        result.description = listed.map(|listed| listed.description.clone()).filter(|text| !text.is_empty());
        result.meta = revision.knows(Feature::ServerInfo).then(|| self.handler().result_meta());
        Ok(result.into())
    }
}

fn prompt(listed: &ListedPrompt, revision: &Revision) -> Prompt {
    let argument = |argument: &tool_core::PromptArgument| {
        let mut projected = PromptArgument::new(argument.name.clone());
        projected.description = Some(argument.description.clone()).filter(|text| !text.is_empty());
        projected.required = Some(argument.required);
        projected
    };
    let arguments: Vec<_> = listed.arguments.iter().map(argument).collect();
    let description = Some(listed.description.clone()).filter(|text| !text.is_empty());
    let mut prompt = Prompt::new(
        listed.name.clone(),
        description,
        Some(arguments).filter(|arguments| !arguments.is_empty()),
    );
    prompt.title = revision.knows(Feature::Title).then(|| listed.title.clone());
    prompt.icons = icons(&listed.icons, revision);
    prompt.meta = meta(&listed.meta, revision);
    prompt
}
