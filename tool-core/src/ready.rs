//! Looks at a future once, for those that are mostly ready: what they have to wait beside costs more than they do.

use std::{
    future::{Future, poll_fn},
    pin::Pin,
    task::Poll,
};

/// Returns what a future is ready with, without waiting for it. One that is pending has to be waited for by the caller of
/// this, in the same task.
pub(crate) async fn now<F: Future>(mut future: Pin<&mut F>) -> Poll<F::Output> {
    poll_fn(|context| Poll::Ready(future.as_mut().poll(context))).await
}
