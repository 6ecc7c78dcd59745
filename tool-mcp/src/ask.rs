//! What a call asks for, as an `input_required` result of 2026-07-28, and what a client answers. Older revisions have none:
//! for them nobody can be asked. Whether an answer counts is the surface's to say.
//!
//! Sources: <https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr> (SEP-2322) and
//! <https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation>.

use rmcp::model::{
    self, ClientCapabilities, ElicitRequestParams, ElicitationSchema, ErrorData, InputRequests,
    InputRequiredResult, InputResponses,
};
use serde_json::{Map, Value, json};
use tool_core::{BoxError, Field, InputAnswer, InputBody, InputKind, InputRequest, InputRequired, Request};

use crate::{context::Context, error, revision::Feature, server::Server};

/// Returns the request with what its client can be asked for, as this very request declares, and with what it answers. A
/// peer of a revision without input requests can be asked for nothing, and has nothing to answer.
pub(crate) fn with_inputs(
    request: Request,
    context: &Context<'_>,
    responses: Option<InputResponses>,
    state: Option<String>,
) -> Request {
    if !context.revision.knows(Feature::InputRequired) {
        return request;
    }
    let mut request = request.with_input_kinds(kinds(context));
    if let Some(state) = state {
        request = request.with_input_state(state);
    }
    let answers = answers(responses.unwrap_or_default());
    answers.fold(request, |request, (name, answer)| request.with_input_answer(name, answer))
}

/// Returns what the client declares with the request ("Capabilities"): an empty `elicitation` is one of forms.
fn kinds(context: &Context<'_>) -> Vec<InputKind> {
    let Some(client) = context.meta.client_capabilities() else { return Vec::new() };
    let elicitation = client.elicitation.as_ref();
    let form = elicitation.is_some_and(|modes| modes.form.is_some() || modes.url.is_none());
    let url = elicitation.is_some_and(|modes| modes.url.is_some());
    [
        (form, InputKind::Form),
        (url, InputKind::Url),
        (client.sampling.is_some(), InputKind::Sampling),
        (client.roots.is_some(), InputKind::Roots),
    ]
    .into_iter()
    .filter_map(|(declared, kind)| declared.then_some(kind))
    .collect()
}

/// Returns what a client declares that can be asked for this.
pub(crate) fn capability(kind: InputKind) -> ClientCapabilities {
    let declared = match kind {
        InputKind::Form => json!({ "elicitation": { "form": {} } }),
        InputKind::Roots => json!({ "roots": {} }),
        InputKind::Sampling => json!({ "sampling": {} }),
        InputKind::Url => json!({ "elicitation": { "url": {} } }),
        // A kind that this tool-mcp does not know has no name here.
        _ => json!({}),
    };
    serde_json::from_value(declared).unwrap_or_default()
}

/// Reads the client's result of one request: what a person chose has an `action` ("Response Actions"), and what the client
/// itself returned has none.
fn answer(response: Value) -> Option<InputAnswer> {
    let Value::Object(mut members) = response else { return None };
    let Some(action) = members.remove("action") else { return Some(InputAnswer::Returned(members)) };
    match (action.as_str()?, members.remove("content")) {
        ("accept", None | Some(Value::Null)) => Some(InputAnswer::Accepted(Map::new())),
        ("accept", Some(Value::Object(content))) => Some(InputAnswer::Accepted(content)),
        ("cancel", _) => Some(InputAnswer::Cancelled),
        ("decline", _) => Some(InputAnswer::Declined),
        _ => None,
    }
}

/// Returns what is wrong with what a request brings back of the round before, if anything is. rmcp would take the request
/// for one of an unknown method.
pub(crate) fn fault(params: &Map<String, Value>) -> Option<&'static str> {
    let member = |name: &str| params.get(name).filter(|value| !value.is_null());
    if member("requestState").is_some_and(|state| !state.is_string()) {
        return Some("`requestState` must be a string, exactly as it came");
    }
    match member("inputResponses") {
        None => None,
        Some(Value::Object(responses)) => {
            let is_read = |response: &Value| answer(response.clone()).is_some();
            (!responses.values().all(is_read)).then_some(
                "each of `inputResponses` must be an object, the client's result of the request of that name; an \
                 `action` is accept, decline or cancel, and a `content` is an object",
            )
        }
        Some(_) => Some("`inputResponses` must be an object, with one member for each request"),
    }
}

impl Server {
    /// Returns the result that asks the client.
    ///
    /// # Errors
    ///
    /// An internal error when rmcp has no form for what is asked.
    pub(crate) fn asked(&self, required: InputRequired) -> Result<InputRequiredResult, ErrorData> {
        result(required).map(|result| result.with_meta(self.handler().result_meta()))
    }
}

fn result(required: InputRequired) -> Result<InputRequiredResult, ErrorData> {
    let named = required.requests.iter().map(|request| (request.name(), request));
    Ok(InputRequiredResult::new(Some(requests(named)?), Some(required.state)))
}

/// Returns requests in the form in which a client reads them, by the names under which it answers.
///
/// # Errors
///
/// An internal error when rmcp has no form for one.
pub(crate) fn requests<'r>(
    named: impl IntoIterator<Item = (&'r str, &'r InputRequest)>,
) -> Result<InputRequests, ErrorData> {
    let rendered = named.into_iter().map(|(name, request)| {
        let rendered = rendered(request).map_err(|fault| {
            tracing::error!(%fault, "an input request cannot be written");
            error::internal_unnamed()
        })?;
        Ok((name.to_owned(), rendered))
    });
    rendered.collect()
}

/// Returns what a client answers, by the names of the requests; what is no result of any is left out.
pub(crate) fn answers(responses: InputResponses) -> impl Iterator<Item = (String, InputAnswer)> {
    responses.into_iter().filter_map(|(name, response)| Some((name, answer(response)?)))
}

fn rendered(request: &InputRequest) -> Result<model::InputRequest, BoxError> {
    let message = request.message();
    let elicitation = |params| Ok(model::InputRequest::Elicitation(model::ElicitRequest::new(params)));
    match request.body() {
        InputBody::Form { fields } => elicitation(ElicitRequestParams::FormElicitationParams {
            meta: None,
            message: message.to_owned(),
            requested_schema: form(fields)?,
        }),
        InputBody::Url { url } => elicitation(ElicitRequestParams::UrlElicitationParams {
            meta: None,
            message: message.to_owned(),
            url: url.clone(),
            // Not in 2026-07-28 any more, and rmcp writes it as empty.
            elicitation_id: String::new(),
        }),
        InputBody::Roots => Ok(serde_json::from_value(json!({ "method": "roots/list" }))?),
        InputBody::Sampling { system_prompt, max_tokens } => {
            let content = json!({ "type": "text", "text": message });
            let mut params =
                json!({ "messages": [{ "role": "user", "content": content }], "maxTokens": max_tokens });
            if let Some(prompt) = system_prompt {
                params["systemPrompt"] = prompt.as_str().into();
            }
            Ok(serde_json::from_value(json!({ "method": "sampling/createMessage", "params": params }))?)
        }
        _ => {
            Err("it is of a kind that this tool-mcp does not know; use releases that belong together".into())
        }
    }
}

/// Returns the schema of a form, with its fields in their order.
fn form(fields: &[Field]) -> serde_json::Result<ElicitationSchema> {
    let properties = fields.iter().map(|field| {
        let schema = serde_json::from_value(Value::Object(field.schema().clone()))?;
        Ok((field.name().to_owned(), schema))
    });
    let mut schema = ElicitationSchema::new(properties.collect::<serde_json::Result<_>>()?);
    schema.property_order = Some(fields.iter().map(|field| field.name().to_owned()).collect());
    let required: Vec<_> =
        fields.iter().filter(|field| field.is_required()).map(|field| field.name().to_owned()).collect();
    schema.required = (!required.is_empty()).then_some(required);
    Ok(schema)
}
