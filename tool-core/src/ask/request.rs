//! What a tool asks for, in no protocol's words. When it is asked, and what comes back, is `inputs`.

use std::fmt;

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::Field;
use crate::{canonical_json, random};

/// Characters of the longest name of a request.
const LONGEST_NAME: usize = 64;

/// One thing that a tool asks for before it goes on, under a name of its own; see [`ToolCall::ask`](crate::ToolCall::ask).
///
/// An answer is one to exactly this question: whatever is different about the request when the tool is called again, be
/// it a number in the message, makes it another question, which is asked.
///
/// # Examples
///
/// ```
/// use tool_core::{Field, InputKind, InputRequest};
///
/// let request = InputRequest::form("confirm", "Delete 3 notes for ever?")
///     .with_field(Field::boolean("delete").with_title("Delete them"))
///     .or_argument("confirm");
/// assert_eq!((request.name(), request.kind()), ("confirm", InputKind::Form));
/// ```
#[derive(Clone, PartialEq)]
pub struct InputRequest {
    name: String,
    message: String,
    body: InputBody,
    argument: Option<String>,
    /// What was set that a request of this kind does not have.
    stray: Option<&'static str>,
}

/// What kind of thing is asked for. A caller says which ones it can answer.
///
/// # Examples
///
/// ```
/// use tool_core::{InputKind, Inputs, ToolError, tool};
///
/// /// Says whether somebody can be asked.
/// #[tool]
/// fn can_confirm(#[context] inputs: Inputs) -> bool {
///     inputs.can_ask(InputKind::Form)
/// }
///
/// assert!(!can_confirm(Inputs::default()), "the function's other callers are never asked");
/// # let _ = can_confirm_tool::<()>();
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum InputKind {
    /// A form that a person fills in.
    Form,
    /// The folders that the client works in.
    Roots,
    /// A text of the client's model.
    Sampling,
    /// A page that a person visits.
    Url,
}

impl InputKind {
    /// All of them.
    #[cfg(feature = "test-util")]
    pub(crate) const ALL: [Self; 4] = [Self::Form, Self::Roots, Self::Sampling, Self::Url];
}

/// What is asked for, for whoever renders it.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum InputBody {
    /// A form that a person fills in.
    Form {
        /// Its fields, in their order.
        fields: Vec<Field>,
    },
    /// The folders that the client works in.
    Roots,
    /// A text of the client's model, which is sent the message of the request.
    Sampling {
        /// What the model is to be, if that is said.
        system_prompt: Option<String>,
        /// The longest text, in tokens.
        max_tokens: u32,
    },
    /// A page that a person visits.
    Url {
        /// Its address.
        url: String,
    },
}

impl InputRequest {
    fn new(name: impl Into<String>, message: impl Into<String>, body: InputBody) -> Self {
        Self { name: name.into(), message: message.into(), body, argument: None, stray: None }
    }

    /// Returns the request to fill in a form, which has no field yet.
    ///
    /// A form passes through the client and can be read there. So it never asks for a password, a key or a card: these
    /// belong on a page of the host's own, [`url`](Self::url).
    pub fn form(name: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(name, message, InputBody::Form { fields: Vec::new() })
    }

    /// Returns the form that asks for approval of a call, under a name that no tool can use.
    pub(crate) fn approval(name: &str, message: String) -> Self {
        Self::form(name, message)
    }

    /// Returns the request to visit a page, `http` or `https`.
    ///
    /// That it was accepted says that the person agreed to go there, and not that anything was done there. Whether it was
    /// is for the tool to find out; [`Inputs::ask_again`](crate::Inputs::ask_again) asks once more when it was not. The
    /// page must check by itself that it is visited by whom the call is for.
    pub fn url(name: impl Into<String>, message: impl Into<String>, url: impl Into<String>) -> Self {
        Self::new(name, message, InputBody::Url { url: url.into() })
    }

    /// Returns the request for a text of the client's model, of this many tokens at most. MCP deprecates it with
    /// 2026-07-28 (SEP-2577), and few clients answer it: call a model of your own.
    pub fn sampling(name: impl Into<String>, prompt: impl Into<String>, max_tokens: u32) -> Self {
        Self::new(name, prompt, InputBody::Sampling { system_prompt: None, max_tokens })
    }

    /// Returns the request for the folders that the client works in. MCP deprecates it with 2026-07-28 (SEP-2577): take
    /// an argument.
    pub fn roots(name: impl Into<String>) -> Self {
        Self::new(name, "", InputBody::Roots)
    }

    /// Adds a field to a form. Other requests have none: then asking is an internal error.
    #[must_use]
    pub fn with_field(mut self, field: Field) -> Self {
        match &mut self.body {
            InputBody::Form { fields } => fields.push(field),
            _ => self.stray = Some("a field, and is no form"),
        }
        self
    }

    /// Sets what the model is to be that a text is asked of. Other requests ask none: then asking is an internal error.
    #[must_use]
    pub fn with_system_prompt(mut self, prompt: impl Into<String>) -> Self {
        match &mut self.body {
            InputBody::Sampling { system_prompt, .. } => *system_prompt = Some(prompt.into()),
            _ => self.stray = Some("a system prompt, and asks no model"),
        }
        self
    }

    /// Names the argument of the tool that says the same, for callers that cannot be asked: they are told to send it.
    #[must_use]
    pub fn or_argument(mut self, argument: impl Into<String>) -> Self {
        self.argument = Some(argument.into());
        self
    }

    /// Returns the name under which the answer comes.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns what a person reads, or the model that a text is asked of; empty when folders are asked for.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns what kind of thing is asked for.
    pub fn kind(&self) -> InputKind {
        match self.body {
            InputBody::Form { .. } => InputKind::Form,
            InputBody::Roots => InputKind::Roots,
            InputBody::Sampling { .. } => InputKind::Sampling,
            InputBody::Url { .. } => InputKind::Url,
        }
    }

    /// Returns what is asked for.
    pub fn body(&self) -> &InputBody {
        &self.body
    }

    /// Returns the argument of the tool that says the same.
    pub fn argument(&self) -> Option<&str> {
        self.argument.as_deref()
    }

    /// Returns the JSON Schema of what a form is filled in with.
    pub(super) fn schema(fields: &[Field]) -> Map<String, Value> {
        let properties: Map<_, _> = fields
            .iter()
            .map(|field| (field.name().to_owned(), Value::Object(field.schema().clone())))
            .collect();
        let required: Vec<_> = fields.iter().filter(|field| field.is_required()).map(Field::name).collect();
        Map::from_iter([
            ("type".to_owned(), json!("object")),
            ("properties".to_owned(), Value::Object(properties)),
            ("required".to_owned(), json!(required)),
        ])
    }

    /// Returns the digest of the question: what is different about another one is in it.
    pub(crate) fn digest(&self) -> String {
        let body = match &self.body {
            // With their order: it is what the person saw.
            InputBody::Form { fields } => json!({
                "form": Self::schema(fields),
                "order": fields.iter().map(Field::name).collect::<Vec<_>>()
            }),
            InputBody::Roots => json!("roots"),
            InputBody::Sampling { system_prompt, max_tokens } => json!([system_prompt, max_tokens]),
            InputBody::Url { url } => json!({ "url": url }),
        };
        let mut bytes = Vec::new();
        // Writing to a vector does not fail.
        let _ = canonical_json::write(&json!([self.name, self.message, body]), &mut bytes);
        random::hex(&Sha256::digest(&bytes))
    }

    /// Returns what is wrong with the request, for whoever wrote the tool.
    pub(super) fn fault(&self) -> Option<String> {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        if self.name.is_empty() || self.name.len() > LONGEST_NAME || !self.name.bytes().all(fits) {
            return Some(format!("its name is not 1 to {LONGEST_NAME} letters, digits, `_` and `-`"));
        }
        if let Some(stray) = self.stray {
            return Some(format!("it has {stray}"));
        }
        if self.message.is_empty() && self.body != InputBody::Roots {
            return Some("it has no message".to_owned());
        }
        match &self.body {
            InputBody::Form { fields } => {
                let twice = |(index, field): (usize, &Field)| {
                    let name = field.name();
                    let is_twice = fields[..index].iter().any(|before| before.name() == name);
                    is_twice.then(|| format!("it has two fields `{name}`"))
                };
                fields.iter().find_map(Field::fault).or_else(|| fields.iter().enumerate().find_map(twice))
            }
            InputBody::Url { url } if !is_address(url) => {
                Some("its address is not one of `http` or `https`".to_owned())
            }
            InputBody::Roots | InputBody::Sampling { .. } | InputBody::Url { .. } => None,
        }
    }
}

/// What a client can show as an address with a host: nothing in it hides what it is.
fn is_address(url: &str) -> bool {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'))
        && url.bytes().all(|byte| byte.is_ascii_graphic())
}

impl fmt::Debug for InputRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never what is asked, which may repeat data: `Debug` ends up in logs.
        f.debug_struct("InputRequest")
            .field("name", &self.name)
            .field("kind", &self.kind())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for InputBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Form { .. } => "Form { .. }",
            Self::Roots => "Roots",
            Self::Sampling { .. } => "Sampling { .. }",
            Self::Url { .. } => "Url { .. }",
        })
    }
}
