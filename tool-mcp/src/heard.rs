//! What a peer hears of a call while it runs: reports of progress and messages of the tool, if it asked. The answer is
//! `result`'s.

use tokio_util::sync::CancellationToken;
use tool_core::{Answer, LogLevel, Request};

use crate::{
    context::Context,
    log::{self, LogRelay},
    progress::Relay,
    server::Server,
    span::Carrier,
};

impl Server {
    /// Calls a tool, and passes on meanwhile what the peer asked to hear of it.
    pub(crate) async fn heard(&self, mut request: Request, context: &Context<'_>) -> Answer {
        let surface = &self.handler().shared().surface;
        let (progress, reports) = Relay::new(context).unzip();
        let least = self.log_level(context);
        let (log, messages) = least.and_then(|least| LogRelay::new(least, context)).unzip();
        if reports.is_none() && messages.is_none() {
            return surface.call(request).await;
        }
        if let Some(progress) = progress {
            request = request.with_progress(progress);
        }
        if let Some(log) = log {
            request = request.with_log(log);
        }
        let over = CancellationToken::new();
        let call = async {
            let answer = surface.call(request).await;
            over.cancel();
            answer
        };
        let reports = async {
            if let Some(relay) = reports {
                relay.run(&over).await;
            }
        };
        let messages = async {
            if let Some(relay) = messages {
                relay.run(&over).await;
            }
        };
        // Boxed: a call of which nobody hears anything must not be as large as one that somebody follows.
        Box::pin(async { tokio::join!(call, reports, messages).0 }).await
    }

    /// Returns from which level on the peer wants what the tool writes, if it wants any.
    fn log_level(&self, context: &Context<'_>) -> Option<LogLevel> {
        if !self.handler().shared().has_log || !self.tells {
            return None;
        }
        if context.revision.is_modern() { log::of_request(context) } else { self.connection_level.get() }
    }

    /// Returns whether the peer may say for its connection which messages of tools it wants.
    pub(crate) fn takes_log_level(&self, context: &Context<'_>) -> bool {
        self.handler().shared().has_log && self.carrier == Carrier::Streams && !context.revision.is_modern()
    }
}
