//! What a surface shows beside its tools, and how it is read: resources, prompts, and proposals for their arguments.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::{Surface, added};
use crate::{
    Answer, Caller, InputRequired, InputStateFault, ListedPrompt, Omission, Outcome, PromptMessages,
    Readable, Refusal, Reply, Request, ResourceContents, ToolError, admission,
    outcome::Failure,
    readable::{PREFIX, Purpose, Returned, Role, completion_name},
    reply, result_limit,
    view::{Rendered, ShownAs},
};

/// How a surface answers whoever wants to read something that is no tool.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Read<T> {
    /// The caller has gone; nobody is to be told.
    Cancelled,
    /// The host could not decide; the caller learns a correlation id.
    Failure(Failure),
    /// It was read.
    Found(T),
    /// Somebody must answer first: it is asked for again, with the answers.
    InputRequired(InputRequired),
    /// What was handed back of the round before is no good.
    InputState(InputStateFault),
    /// It is there, and was not read: the reply says why, as it would of a tool.
    Refused(Reply),
    /// Nothing of that name is there for this caller: it never was, it is not offered, or its target is not the caller's.
    /// These are one answer.
    Unknown,
}

/// Values that an argument could have, best first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Suggestions {
    /// At most 100 of them, of at most 1,024 bytes each; longer ones are left out.
    pub values: Vec<String>,
    /// How many there are.
    pub total: usize,
}

impl Suggestions {
    /// The most values of one answer:
    /// [Completion](https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion) of MCP, "Completion
    /// Results".
    const MOST: usize = 100;

    /// Bytes of the longest value: one that a person picks from a list.
    const LONGEST: usize = 1024;

    fn of(mut values: Vec<String>) -> Self {
        values.retain(|value| value.len() <= Self::LONGEST);
        let total = values.len();
        values.truncate(Self::MOST);
        Self { values, total }
    }

    /// Returns whether there are more than these.
    pub fn has_more(&self) -> bool {
        self.total > self.values.len()
    }
}

/// What an argument belongs to that is to be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "whoever asks names one of them")]
pub enum CompletionOf<'a> {
    /// A prompt, by its public name.
    Prompt(&'a str),
    /// A template of resources, as it is written.
    Template(&'a str),
}

/// The code with which a function says that there is no such document. It is the answer to one of somebody else, too.
const NOT_FOUND: &str = "not-found";

impl Surface {
    /// Returns the resources and prompts that this caller may read, and every omission with its reason.
    ///
    /// The omissions are for the host: they name what the caller must not learn about.
    pub fn readable(&self, caller: &Caller) -> Readable {
        let view = self.view();
        let mut readable = Readable { generation: view.generation(), ..Readable::default() };
        for shown in view.readables().iter() {
            match (self.ask(&view, caller, &shown.rendered), &shown.as_) {
                (Ok(()), ShownAs::Prompt(listed)) => readable.prompts.push(Arc::clone(listed)),
                (Ok(()), ShownAs::Resource { listed, is_template: true }) => {
                    readable.templates.push(Arc::clone(listed));
                }
                (Ok(()), ShownAs::Resource { listed, is_template: false }) => {
                    readable.resources.push(Arc::clone(listed));
                }
                (Err(reason), _) => {
                    let tool = shown.rendered.entry.name().to_string();
                    readable.omissions.push(Omission { tool, reason });
                }
            }
        }
        readable
    }

    /// Returns whether a resource may ever be listed here, for whomever.
    pub fn has_resources(&self) -> bool {
        self.ever_shows(|shown| matches!(shown, ShownAs::Resource { .. }))
    }

    /// Returns whether a prompt may ever be listed here, for whomever.
    pub fn has_prompts(&self) -> bool {
        self.ever_shows(|shown| matches!(shown, ShownAs::Prompt(_)))
    }

    /// Returns whether an argument of a prompt or a template may ever be completed here, for whomever.
    pub fn has_completions(&self) -> bool {
        self.ever_shows(|shown| match shown {
            ShownAs::Prompt(listed) => !listed.completed.is_empty(),
            ShownAs::Resource { listed, .. } => !listed.completed.is_empty(),
        })
    }

    /// Makes a request of this caller to read what is under an address. Nothing is checked yet.
    pub fn resource_request(&self, caller: Caller, uri: impl Into<String>) -> Request {
        let (view, uri) = (self.view(), uri.into());
        let found = view.readables().at(&uri);
        // What nothing answers for is asked for by the empty name, which is the name of nothing.
        let (name, values) = found.map_or_else(Default::default, |(rendered, values)| {
            let values = values.into_iter().map(|(name, value)| (name.to_owned(), Value::String(value)));
            (rendered.entry.name().to_string(), values.collect::<Map<_, _>>())
        });
        self.reading(caller, name, Value::Object(values), Purpose::Resource(uri))
    }

    /// Makes a request of this caller to render the prompt of this public name. Nothing is checked yet.
    pub fn prompt_request(&self, caller: Caller, name: impl AsRef<str>, arguments: Option<Value>) -> Request {
        let view = self.view();
        let found = view.readables().prompt(name.as_ref());
        let name = found.map(|rendered| rendered.entry.name().to_string()).unwrap_or_default();
        self.reading(caller, name, arguments.unwrap_or_default(), Purpose::Prompt)
    }

    /// Makes a request of this caller for values of an argument: what was typed so far, and what was chosen for other
    /// arguments.
    pub fn completion_request<'g>(
        &self,
        caller: Caller,
        of: CompletionOf<'_>,
        argument: &str,
        prefix: impl Into<String>,
        given: impl IntoIterator<Item = (&'g str, &'g str)>,
    ) -> Request {
        let view = self.view();
        let entry = match of {
            CompletionOf::Prompt(name) => view.readables().prompt(name),
            CompletionOf::Template(uri) => view.readables().template(uri),
        };
        // Whoever may not know of the entry may not know of its arguments.
        let entry = entry.filter(|entry| self.ask(&view, &caller, entry).is_ok());
        let known = entry.map(|entry| arguments_of(entry)).unwrap_or_default();
        let is_known = known.iter().any(|name| name == argument);
        let name = entry.map(|entry| completion_name(entry.entry.name().as_str(), argument));
        let mut arguments: Map<String, Value> = given
            .into_iter()
            .filter(|(name, _)| *name != argument && known.iter().any(|known| known == name))
            .map(|(name, value)| (name.to_owned(), json!(value)))
            .collect();
        arguments.insert(PREFIX.to_owned(), json!(prefix.into()));
        let name = name.filter(|_| is_known).unwrap_or_default();
        self.reading(caller, name, Value::Object(arguments), Purpose::Completion { is_known })
    }

    /// Admits a request against the present state, and reads the resource.
    ///
    /// A function that answers with the error code `not-found` says that there is no such document; the answer is
    /// [`Read::Unknown`] then, too.
    pub async fn read_resource(&self, request: Request) -> Read<ResourceContents> {
        if !matches!(request.0.purpose, Purpose::Resource(_)) {
            return self.refuse_other(&request).await;
        }
        let most = self.0.settings.longest_result;
        let wanted = self.view().wanted(&request.0).cloned();
        let mime_type = wanted.and_then(|wanted| match &wanted.entry.role {
            Role::Resource(facts) => facts.mime_type.clone(),
            _ => None,
        });
        let take = move |returned| match returned {
            Returned::Contents(contents) => {
                let contents = contents.of_type(mime_type.as_deref());
                result_limit::within(contents.length(), most).map(|()| contents)
            }
            _ => Err(unexpected()),
        };
        self.read(request, take).await
    }

    /// Returns the prompt of this public name, if this caller may use it.
    pub fn listed_prompt(&self, caller: &Caller, name: &str) -> Option<Arc<ListedPrompt>> {
        let view = self.view();
        let (prompt, listed) = view.readables().listed_prompt(name)?;
        self.ask(&view, caller, prompt).is_ok().then(|| Arc::clone(listed))
    }

    /// Admits a request against the present state, and renders the prompt.
    pub async fn render_prompt(&self, request: Request) -> Read<PromptMessages> {
        if request.0.purpose != Purpose::Prompt {
            return self.refuse_other(&request).await;
        }
        let most = self.0.settings.longest_result;
        let take = move |returned| match returned {
            Returned::Messages(messages) => result_limit::within(messages.length(), most).map(|()| messages),
            _ => Err(unexpected()),
        };
        self.read(request, take).await
    }

    /// Admits a request against the present state, and proposes values of the argument: none where nobody wrote how, and
    /// none where the target that was chosen is not the caller's.
    pub async fn complete(&self, request: Request) -> Read<Suggestions> {
        let Purpose::Completion { is_known } = request.0.purpose else {
            return self.refuse_other(&request).await;
        };
        if is_known && self.view().readables().get(&request.0.name).is_none() {
            return Read::Found(Suggestions::default());
        }
        let take = |returned| match returned {
            Returned::Values(values) => Ok(Suggestions::of(values)),
            _ => Err(unexpected()),
        };
        match self.read(request, take).await {
            Read::Unknown if is_known => Read::Found(Suggestions::default()),
            Read::Refused(reply) if reply.code.as_deref() == Some("target-missing") => {
                Read::Found(Suggestions::default())
            }
            answer => answer,
        }
    }

    /// Returns whether this caller may read what is under an address at present: offered, and its own. Nothing is read, and
    /// nothing counted.
    pub async fn may_read(&self, caller: &Caller, uri: &str) -> bool {
        let request = self.resource_request(caller.clone(), uri);
        let view = self.view();
        match view.wanted(&request.0) {
            Some(wanted) => admission::may_read(self.0.invoker.policies(), &view, wanted, request.0).await,
            None => false,
        }
    }

    /// Returns what a question is answered with that is not for anything in particular.
    #[cfg(feature = "test-util")]
    pub(crate) async fn answered(&self, request: Request) -> Read<()> {
        self.read(request, |_| Ok(())).await
    }

    /// Returns the public name of a prompt, by its name in the registry, whoever may use it.
    #[cfg(feature = "test-util")]
    pub(crate) fn prompt_name(&self, name: &str) -> String {
        let view = self.view();
        view.readables().get(name).map(|prompt| prompt.listed.name.clone()).unwrap_or_default()
    }

    async fn read<T>(
        &self,
        request: Request,
        take: impl FnOnce(Returned) -> Result<T, ToolError>,
    ) -> Read<T> {
        let view = self.view();
        let (outcome, tool) = self.outcome(&view, request).await;
        let outcome = match outcome {
            Outcome::Completed(mut output) => {
                match output.take_returned().ok_or_else(unexpected).and_then(take) {
                    Ok(read) => return Read::Found(read),
                    Err(error) => {
                        if let Some(tool) = tool {
                            let policies = self.0.invoker.policies();
                            policies.log_error(tool.entry.name(), &error, "what was read cannot be sent");
                        }
                        Outcome::Failed(error)
                    }
                }
            }
            Outcome::Refused(Refusal::NotFound { .. } | Refusal::UnknownTool) => return Read::Unknown,
            Outcome::Failed(error) if error.code() == NOT_FOUND => return Read::Unknown,
            other => other,
        };
        let never = |_: &_, _| unexpected();
        match reply::answer(outcome, None, added(None), never) {
            Answer::Cancelled => Read::Cancelled,
            Answer::Failure(failure) => Read::Failure(failure),
            Answer::InputRequired(required) => Read::InputRequired(required),
            Answer::InputState(fault) => Read::InputState(fault),
            Answer::Reply(reply) => Read::Refused(reply),
            Answer::UnknownTool => Read::Unknown,
        }
    }

    async fn refuse_other<T>(&self, request: &Request) -> Read<T> {
        tracing::error!(surface = self.name(), "refused a request that is for something else");
        self.0.invoker.refuse_foreign(&request.0).await;
        Read::Unknown
    }

    fn reading(&self, caller: Caller, name: String, arguments: Value, purpose: Purpose) -> Request {
        let mut request = Request::new(self.clone(), caller, name, Some(arguments));
        request.0.purpose = purpose;
        request
    }

    fn ever_shows(&self, is_it: impl Fn(&ShownAs) -> bool) -> bool {
        let view = self.view();
        let mut shown = view.readables().iter().filter(|shown| is_it(&shown.as_));
        shown.any(|shown| admission::ever_offered(view.origin(), &shown.rendered).is_ok())
    }
}

/// Returns the names of the arguments that an entry takes.
fn arguments_of(entry: &Rendered) -> Vec<String> {
    let (Role::Prompt(_) | Role::Resource(_)) = &entry.entry.role else { return Vec::new() };
    let properties = entry.listed.input_schema.get("properties").and_then(Value::as_object);
    properties.into_iter().flat_map(Map::keys).cloned().collect()
}

fn unexpected() -> ToolError {
    ToolError::internal("an entry returned what is not of its kind")
}
