//! An answer that is made as long as somebody waits for it. When its client goes away, the call is told so, and goes on to its
//! end by itself: whoever hangs up while the host is asked about them leaves a record nevertheless.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

type Answering<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// An answer that somebody waits for.
pub(super) struct Attended<T: Send + 'static> {
    answering: Option<Answering<T>>,
    gave_up: CancellationToken,
    /// Where the rest goes. Kept from the start, because a connection may be dropped outside of any runtime.
    runtime: Option<Handle>,
}

impl<T: Send + 'static> Attended<T> {
    /// Waits for an answer that heeds this token.
    pub(super) fn new(
        answering: impl Future<Output = T> + Send + 'static,
        gave_up: CancellationToken,
    ) -> Self {
        Self { answering: Some(Box::pin(answering)), gave_up, runtime: Handle::try_current().ok() }
    }
}

impl<T: Send + 'static> Future for Attended<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        // Taken out meanwhile: one that panics has no rest.
        let Some(mut answering) = self.answering.take() else { return Poll::Pending };
        let polled = answering.as_mut().poll(context);
        if polled.is_pending() {
            self.answering = Some(answering);
        }
        polled
    }
}

impl<T: Send + 'static> Drop for Attended<T> {
    fn drop(&mut self) {
        if let Some(answering) = self.answering.take() {
            self.gave_up.cancel();
            if let Some(runtime) = &self.runtime {
                runtime.spawn(answering);
            }
        }
    }
}
