//! A tool's reports of progress as notifications on the stream of its own request. Whether a peer wants them is
//! told by the token it sent, and nothing else.

use rmcp::{
    RoleServer,
    model::{ProgressNotificationParam, ProgressToken},
    service::Peer,
};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tool_core::{Progress, ProgressUpdate};

use crate::{context::Context, revision::Feature};

/// How many reports may wait for a slow peer. More are dropped: the next one says it all anyway.
const WAITING: usize = 64;

/// The longest token that is repeated, in bytes of JSON. Each notification has it, so a peer that sends a long one once
/// would be sent many times as much.
const LONGEST_TOKEN: usize = 256;

/// Passes a tool's reports on to the peer that asked for them.
#[derive(Debug)]
pub(crate) struct Relay {
    peer: Peer<RoleServer>,
    token: ProgressToken,
    message: bool,
    reports: mpsc::Receiver<ProgressUpdate>,
}

impl Relay {
    /// Returns the tool's end and the relay, when the request has a token that is not too long, and the peer can be told of
    /// anything.
    pub(crate) fn new(context: &Context<'_>) -> Option<(Progress, Self)> {
        let peer = context.peer?.clone();
        let token = context.meta.get_progress_token().filter(is_short)?;
        let (sender, reports) = mpsc::channel(WAITING);
        let progress = Progress::new(move |update| {
            // A full channel means a slow peer, and a report must not hold the tool up.
            let _ = sender.try_send(update);
        });
        let message = context.revision.knows(Feature::ProgressMessage);
        Some((progress, Self { peer, token, message, reports }))
    }

    /// Passes reports on until the call is over and what was reported before is sent.
    ///
    /// The value must increase with each notification
    /// (<https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress>), so one that does not
    /// is dropped.
    pub(crate) async fn run(mut self, over: &CancellationToken) {
        let mut sent = f64::NEG_INFINITY;
        loop {
            let report = tokio::select! {
                biased;
                report = self.reports.recv() => report,
                // A tool may keep its end of the channel; nothing that it reports from now on is wanted.
                () = over.cancelled(), if !self.reports.is_closed() => {
                    self.reports.close();
                    continue;
                }
            };
            let Some(update) = report else { return };
            if update.done > sent && update.done.is_finite() {
                sent = update.done;
                if self.peer.notify_progress(self.notification(update)).await.is_err() {
                    return;
                }
            }
        }
    }

    fn notification(&self, update: ProgressUpdate) -> ProgressNotificationParam {
        let mut notification = ProgressNotificationParam::new(self.token.clone(), update.done);
        notification.total = update.total.filter(|total| total.is_finite());
        notification.message = update.message.filter(|_| self.message);
        notification
    }
}

fn is_short(token: &ProgressToken) -> bool {
    serde_json::to_string(token).is_ok_and(|json| json.len() <= LONGEST_TOKEN)
}
