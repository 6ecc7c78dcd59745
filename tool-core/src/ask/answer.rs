//! What came back for an input request. Whether it fits the request is looked at where a tool asks.

use std::fmt;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use crate::ToolError;

/// What came back for an input request.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::InputAnswer;
///
/// let answer = InputAnswer::accepted([("delete", true)]);
/// assert!(answer.confirms("delete") && !answer.confirms("archive"));
///
/// let error = InputAnswer::Declined.into_content().unwrap_err();
/// assert_eq!((error.code(), &*error.message()), ("input-declined", "the person who was asked declined"));
/// ```
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum InputAnswer {
    /// A person agreed: with what the form was filled in with, and nothing for a page to visit.
    Accepted(Map<String, Value>),
    /// Nobody chose: the person closed the question.
    Cancelled,
    /// A person said no.
    Declined,
    /// The client itself returned something: a text of its model, or its folders, in the form of its protocol.
    Returned(Map<String, Value>),
}

impl InputAnswer {
    /// Returns that a person agreed, with this in the fields of the form.
    pub fn accepted<K: Into<String>, V: Into<Value>>(fields: impl IntoIterator<Item = (K, V)>) -> Self {
        Self::Accepted(fields.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }

    /// Returns whether a person agreed, and said yes in this field.
    pub fn confirms(&self, field: &str) -> bool {
        matches!(self, Self::Accepted(content) if content.get(field) == Some(&Value::Bool(true)))
    }

    /// Returns what was filled in or returned.
    ///
    /// # Errors
    ///
    /// `input-declined` or `input-cancelled` when nothing was: `?` is right where there is nothing else to do.
    pub fn into_content(self) -> Result<Map<String, Value>, ToolError> {
        match self {
            Self::Accepted(content) | Self::Returned(content) => Ok(content),
            Self::Cancelled => {
                Err(ToolError::new("input-cancelled", "the person who was asked did not choose"))
            }
            Self::Declined => Err(ToolError::new("input-declined", "the person who was asked declined")),
        }
    }

    /// Returns what was filled in or returned, as a type.
    ///
    /// # Errors
    ///
    /// As [`into_content`](Self::into_content), and an internal error when the type takes something else than what was
    /// asked for.
    pub fn decode<T: DeserializeOwned>(self) -> Result<T, ToolError> {
        let content = self.into_content()?;
        serde_json::from_value(Value::Object(content)).map_err(|error| {
            // Its text may repeat the answer, so the place is all that is said.
            let wanted = std::any::type_name::<T>();
            ToolError::internal(format_args!("an answer is no `{wanted}`: {:?}", error.classify()))
        })
    }
}

impl fmt::Debug for InputAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never what was said: `Debug` ends up in logs.
        f.write_str(match self {
            Self::Accepted(_) => "Accepted(..)",
            Self::Cancelled => "Cancelled",
            Self::Declined => "Declined",
            Self::Returned(_) => "Returned(..)",
        })
    }
}
