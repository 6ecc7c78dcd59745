//! How a running tool tells its caller what it does, where the caller asked for it. It is no log of the host's: that is
//! `tracing`, and nothing of it comes here.

use std::{fmt, sync::Arc};

use serde_json::Value;

use crate::{FromCall, ToolCall, ToolError};

/// How grave a message is: the severities of [RFC 5424, section 6.2.1](https://www.rfc-editor.org/rfc/rfc5424#section-6.2.1),
/// in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(clippy::exhaustive_enums, reason = "RFC 5424 has exactly these")]
pub enum LogLevel {
    /// Of use to whoever looks for a fault.
    Debug,
    /// What is done.
    Info,
    /// What is done, and is not usual.
    Notice,
    /// What may go wrong.
    Warning,
    /// What went wrong.
    Error,
    /// A part does not work.
    Critical,
    /// Somebody has to act at once.
    Alert,
    /// Nothing works.
    Emergency,
}

impl LogLevel {
    /// Returns the name, in lower case.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }
}

impl fmt::Display for LogLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One message of a running tool to its caller.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct LogMessage {
    /// How grave it is.
    pub level: LogLevel,
    /// The part of the tool that says it.
    pub logger: Option<Arc<str>>,
    /// What it says: a text, or any JSON.
    pub data: Value,
}

/// Where a running tool writes messages to its caller. A message that the caller did not ask for goes nowhere.
///
/// Whoever calls reads them, so they hold nothing that the caller may not know. A function takes it with
/// `#[context] log: &Log`, a tool written by hand with [`ToolCall::log`].
///
/// # Examples
///
/// ```
/// use tool_core::{Log, LogLevel, tool};
///
/// /// Imports notes from a file that was uploaded before.
/// #[tool]
/// async fn import_notes(#[context] log: &Log) -> u32 {
///     log.write(LogLevel::Info, "the file is read");
///     log.named("dates").write(LogLevel::Warning, "three notes have no date");
///     412
/// }
/// ```
#[derive(Clone, Default)]
pub struct Log {
    listener: Option<Arc<Listener>>,
    logger: Option<Arc<str>>,
}

struct Listener {
    least: LogLevel,
    hear: Box<dyn Fn(LogMessage) + Send + Sync>,
}

/// The log of a call whose caller asked for none.
pub(crate) static UNHEARD: Log = Log { listener: None, logger: None };

impl Log {
    /// Returns a log that hands messages of at least this level to a listener. The listener must not block.
    pub fn new(least: LogLevel, listener: impl Fn(LogMessage) + Send + Sync + 'static) -> Self {
        Self { listener: Some(Arc::new(Listener { least, hear: Box::new(listener) })), logger: None }
    }

    /// Returns the same log for one part of the tool, whose messages have its name.
    #[must_use]
    pub fn named(&self, logger: &str) -> Self {
        Self { listener: self.listener.clone(), logger: Some(logger.into()) }
    }

    /// Returns whether the caller asked for messages of this level. What costs something to say need not be made otherwise.
    pub fn hears(&self, level: LogLevel) -> bool {
        self.listener.as_ref().is_some_and(|listener| level >= listener.least)
    }

    /// Writes a message: a text, or any JSON. Never what is secret, and an argument only where the caller may read it.
    pub fn write(&self, level: LogLevel, data: impl Into<Value>) {
        if let Some(listener) = self.listener.as_ref().filter(|listener| level >= listener.least) {
            (listener.hear)(LogMessage { level, logger: self.logger.clone(), data: data.into() });
        }
    }
}

#[diagnostic::do_not_recommend]
impl<'a> FromCall<'a> for &'a Log {
    fn from_call(call: &'a ToolCall<'a>) -> Result<Self, ToolError> {
        Ok(call.log())
    }
}

#[diagnostic::do_not_recommend]
impl FromCall<'_> for Log {
    fn from_call(call: &ToolCall<'_>) -> Result<Self, ToolError> {
        Ok(call.log().clone())
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.listener {
            Some(listener) => write!(f, "Log(heard from {})", listener.least),
            None => f.write_str("Log(unheard)"),
        }
    }
}

impl fmt::Debug for LogMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never what it says: `Debug` ends up in logs.
        f.debug_struct("LogMessage").field("level", &self.level).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use serde_json::json;

    use super::*;

    #[test]
    fn a_message_below_the_level_goes_nowhere() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let hear = Arc::clone(&heard);
        let log = Log::new(LogLevel::Notice, move |message| hear.lock().unwrap().push(message));
        log.write(LogLevel::Info, "not asked for");
        log.named("dates").write(LogLevel::Error, json!({ "line": 3 }));
        let heard = heard.lock().unwrap();
        let [message] = &heard[..] else { panic!("one message: {heard:?}") };
        assert_eq!((message.level, message.logger.as_deref()), (LogLevel::Error, Some("dates")));
        assert_eq!(message.data, json!({ "line": 3 }));
        assert!(log.hears(LogLevel::Notice) && !log.hears(LogLevel::Debug));
        assert!(!Log::default().hears(LogLevel::Emergency));
    }
}
