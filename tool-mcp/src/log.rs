//! What a tool writes to its caller, as notifications on the stream of its own request. Off unless the host turns it on,
//! and then for a peer that asks for it, from the level that it asks for. The host's own log is no part of this.
//!
//! | peer | over | how it asks |
//! |---|---|---|
//! | with a handshake | a pair of streams | `logging/setLevel`, for the connection |
//! | with a handshake | HTTP | it cannot: no message is remembered until the next, so the capability is not announced |
//! | of 2026-07-28 | both | `_meta["io.modelcontextprotocol/logLevel"]`, for the one request |
//!
//! Sources: <https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging> and, where it is
//! deprecated, <https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging>.
#![expect(deprecated, reason = "clients of every revision up to the present one have it")]

use std::{
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use rmcp::{
    RoleServer,
    model::{LoggingLevel, LoggingMessageNotificationParam, SetLevelRequestParams},
    service::Peer,
};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tool_core::{Log, LogLevel, LogMessage};

use crate::context::Context;

/// The method with which a peer with a handshake says from which level on it wants messages.
pub(crate) const SET_LEVEL: &str = "logging/setLevel";

/// What comes with that request.
pub(crate) type SetLevel = SetLevelRequestParams;

/// How many messages one call may send. More are dropped: a peer asked for some level, not for a flood.
const MOST: usize = 100;

/// The longest message, in bytes of JSON. What is longer is a result, and belongs there.
const LONGEST: usize = 16 * 1024;

/// From which level on the peer of a connection wants messages; from none at first.
#[derive(Clone, Default)]
pub(crate) struct ConnectionLevel(Arc<Mutex<Option<LogLevel>>>);

impl ConnectionLevel {
    pub(crate) fn set(&self, request: &SetLevel) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(heard_from(request.level));
    }

    pub(crate) fn get(&self) -> Option<LogLevel> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for ConnectionLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ConnectionLevel").field(&self.get()).finish()
    }
}

/// Returns the level that one request asks for.
pub(crate) fn of_request(context: &Context<'_>) -> Option<LogLevel> {
    context.meta.log_level().map(heard_from)
}

/// Passes on what a tool writes to the peer that asked for it.
#[derive(Debug)]
pub(crate) struct LogRelay {
    peer: Peer<RoleServer>,
    messages: mpsc::Receiver<LogMessage>,
}

impl LogRelay {
    /// Returns the tool's end and the relay, for messages of at least this level, when the peer can be told of any.
    pub(crate) fn new(least: LogLevel, context: &Context<'_>) -> Option<(Log, Self)> {
        let peer = context.peer?.clone();
        let (sender, messages) = mpsc::channel(MOST);
        let written = AtomicUsize::new(0);
        let log = Log::new(least, move |message: LogMessage| {
            let is_short = serde_json::to_string(&message.data).is_ok_and(|json| json.len() <= LONGEST);
            if !is_short || written.fetch_add(1, Ordering::Relaxed) >= MOST {
                tracing::debug!(is_short, "a message of a tool to its caller was left out");
                return;
            }
            // There is room for as many as may be sent.
            let _ = sender.try_send(message);
        });
        Some((log, Self { peer, messages }))
    }

    /// Passes messages on until the call is over and what was written before is sent.
    pub(crate) async fn run(mut self, over: &CancellationToken) {
        loop {
            let message = tokio::select! {
                biased;
                message = self.messages.recv() => message,
                // A tool may keep its end of the channel; nothing that it writes from now on is wanted.
                () = over.cancelled(), if !self.messages.is_closed() => {
                    self.messages.close();
                    continue;
                }
            };
            let Some(message) = message else { return };
            if self.peer.notify_logging_message(notification(message)).await.is_err() {
                return;
            }
        }
    }
}

fn notification(message: LogMessage) -> LoggingMessageNotificationParam {
    let notification = LoggingMessageNotificationParam::new(sent_as(message.level), message.data);
    match message.logger {
        Some(logger) => notification.with_logger(&*logger),
        None => notification,
    }
}

fn heard_from(level: LoggingLevel) -> LogLevel {
    match level {
        LoggingLevel::Debug => LogLevel::Debug,
        LoggingLevel::Info => LogLevel::Info,
        LoggingLevel::Notice => LogLevel::Notice,
        LoggingLevel::Warning => LogLevel::Warning,
        LoggingLevel::Error => LogLevel::Error,
        LoggingLevel::Critical => LogLevel::Critical,
        LoggingLevel::Alert => LogLevel::Alert,
        LoggingLevel::Emergency => LogLevel::Emergency,
    }
}

fn sent_as(level: LogLevel) -> LoggingLevel {
    match level {
        LogLevel::Debug => LoggingLevel::Debug,
        LogLevel::Info => LoggingLevel::Info,
        LogLevel::Notice => LoggingLevel::Notice,
        LogLevel::Warning => LoggingLevel::Warning,
        LogLevel::Error => LoggingLevel::Error,
        LogLevel::Critical => LoggingLevel::Critical,
        LogLevel::Alert => LoggingLevel::Alert,
        LogLevel::Emergency => LoggingLevel::Emergency,
    }
}
