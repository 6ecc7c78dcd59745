//! What a tool says when it ran and failed. What admission says is `refusal`; what a builder says is `build_error`.

use std::{borrow::Cow, convert::Infallible, error::Error, fmt};

use crate::{ArgumentFaults, InputKind, InputRequest, ask::Asked, panic_wall, random};

/// A run that failed, with what the model may know about it.
///
/// There are two kinds, and no conversion makes one from the other. [`ToolError::new`] is text that somebody wrote for
/// the model. [`ToolError::internal`] is everything else: the model reads a correlation id, and the detail stays with
/// the host. There is no `From<String>` and no `From<E: Error>`, because both would publish text that nobody meant to.
///
/// # Examples
///
/// ```
/// use tool_core::ToolError;
///
/// let authored = ToolError::new("name-taken", "a project of that name exists; choose another name");
/// assert_eq!(authored.code(), "name-taken");
///
/// let hidden = ToolError::internal("connection to db.internal:5432 refused");
/// assert_eq!(hidden.code(), "internal");
/// assert!(!hidden.message().contains("5432"));
/// ```
pub struct ToolError(Kind);

/// Longer than any code that a person would write.
const LONGEST_CODE: usize = 64;

enum Kind {
    Arguments(ArgumentFaults),
    /// What is asked for, boxed: few errors are of this kind.
    Asking(Box<Asked>),
    Authored {
        code: Cow<'static, str>,
        message: Cow<'static, str>,
    },
    Internal {
        correlation: Correlation,
        detail: String,
    },
    /// Nobody can be asked.
    Unaskable {
        message: String,
        /// What the caller would have to answer, if that is the only way.
        lacks: Option<InputKind>,
    },
}

impl ToolError {
    /// Returns an error whose code and message the model reads. Codes are kebab-case and stable; any other text is `other` in
    /// records and spans.
    pub fn new(code: impl Into<Cow<'static, str>>, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Kind::Authored { code: code.into(), message: message.into() })
    }

    /// Returns an error whose detail stays with the host; the model reads a correlation id.
    pub fn internal(detail: impl fmt::Display) -> Self {
        Self(Kind::Internal { correlation: Correlation::next(), detail: detail.to_string() })
    }

    /// Returns an error that names what is wrong with the arguments, exactly as admission does.
    pub fn invalid_arguments(faults: ArgumentFaults) -> Self {
        Self(Kind::Arguments(faults))
    }

    /// Returns the error that ends a round: what is asked for, that has no answer yet.
    pub(crate) fn asking(asked: Asked) -> Self {
        Self(Kind::Asking(Box::new(asked)))
    }

    /// Returns the error of a call that must ask, and whose caller cannot be asked.
    pub(crate) fn unaskable(message: String, lacks: Option<InputKind>) -> Self {
        Self(Kind::Unaskable { message, lacks })
    }

    /// Returns what the caller would have to be able to answer, if that is the only way.
    pub(crate) fn lacks(&self) -> Option<InputKind> {
        match self.0 {
            Kind::Unaskable { lacks, .. } => lacks,
            _ => None,
        }
    }

    /// Takes what is asked for, if the error is that of a round which ends.
    pub(crate) fn into_asked(self) -> Result<Asked, Self> {
        match self.0 {
            Kind::Asking(asked) => Ok(*asked),
            kind => Err(Self(kind)),
        }
    }

    /// Returns an internal error instead of one that ends a round, where no round can end.
    pub(crate) fn not_asking(self) -> Self {
        self.into_asked().map_or_else(|error| error, |_| Self::internal("a report asked for input"))
    }

    /// Returns what is asked for, of an error that [`Inputs::ask`](crate::Inputs::ask) returned because there is no answer
    /// yet; nothing of any other error.
    pub fn input_requests(&self) -> &[InputRequest] {
        match &self.0 {
            Kind::Asking(asked) => &asked.requests,
            _ => &[],
        }
    }

    /// Returns the stable code.
    pub fn code(&self) -> &str {
        match &self.0 {
            Kind::Arguments(_) => "invalid-arguments",
            Kind::Asking(_) => "input-required",
            Kind::Authored { code, .. } => code,
            Kind::Internal { .. } => "internal",
            Kind::Unaskable { .. } => "input-unavailable",
        }
    }

    /// Returns the code for records and spans, which hold stable words only: one that is none is `other` there.
    pub(crate) fn recorded_code(&self) -> &str {
        let code = self.code();
        let is_word = |word: &str| {
            !word.is_empty()
                && word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
        };
        if code.len() <= LONGEST_CODE && code.split('-').all(is_word) { code } else { "other" }
    }

    /// Returns what the model reads.
    pub fn message(&self) -> Cow<'_, str> {
        match &self.0 {
            Kind::Arguments(faults) => faults.to_string().into(),
            Kind::Asking(_) => "this call needs an answer before it goes on".into(),
            Kind::Authored { message, .. } => Cow::Borrowed(message),
            Kind::Internal { correlation, .. } => {
                format!("the tool failed; its operator can find the cause under correlation id {correlation}")
                    .into()
            }
            Kind::Unaskable { message, .. } => Cow::Borrowed(message),
        }
    }

    /// Returns what is wrong with the arguments, when that is the error.
    pub(crate) fn argument_faults(&self) -> Option<&ArgumentFaults> {
        match &self.0 {
            Kind::Arguments(faults) => Some(faults),
            _ => None,
        }
    }

    /// Returns the correlation id and the detail of an internal error, for the host's log.
    pub(crate) fn detail(&self) -> Option<(&Correlation, &str)> {
        match &self.0 {
            Kind::Internal { correlation, detail } => Some((correlation, detail)),
            _ => None,
        }
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the detail: `Debug` ends up in logs and in panic messages.
        f.debug_struct("ToolError").field("code", &self.code()).field("message", &self.message()).finish()
    }
}

impl From<Infallible> for ToolError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// Any error, hidden: `?` on it inside a hand-written [`Tool::call`](crate::Tool::call) becomes
/// [`ToolError::internal`]. There, `?` on a foreign error is written `std::fs::read(path).map_err(Internal::from)?`.
///
/// # Examples
///
/// ```
/// use tool_core::{Internal, ToolError};
///
/// fn read() -> Result<String, Internal> {
///     Ok(std::fs::read_to_string("/no/such/file")?)
/// }
///
/// let error: ToolError = read().unwrap_err().into();
/// assert_eq!(error.code(), "internal");
/// ```
pub struct Internal(String);

impl<E: fmt::Display> From<E> for Internal {
    fn from(error: E) -> Self {
        // The alternate form is the whole chain for the error types that know one.
        Self(format!("{error:#}"))
    }
}

impl From<Internal> for ToolError {
    fn from(error: Internal) -> Self {
        Self::internal(error.0)
    }
}

impl fmt::Debug for Internal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Internal(..)")
    }
}

/// Joins what a caller was told with what the host's log says. Not a secret, and not guessable from another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Correlation(String);

impl Correlation {
    pub(crate) fn next() -> Self {
        Self(format!("{:016x}", random::bits()))
    }
}

impl fmt::Display for Correlation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Writes an error with everything that caused it, for the host's log. What it says is the host's code, and may panic.
pub(crate) fn chain(error: &(dyn Error + 'static)) -> String {
    let written = panic_wall::walled(|| {
        let (mut text, mut cause) = (error.to_string(), error.source());
        while let Some(error) = cause {
            text.push_str(": ");
            text.push_str(&error.to_string());
            cause = error.source();
        }
        text
    });
    written.unwrap_or_else(|panicked| format!("an error that cannot be shown {panicked}"))
}
