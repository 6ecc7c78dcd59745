//! A wall against panics of the host's code on the way to a tool: its authenticator, its availability, its ownership.
//! rmcp has none, so the client would get no answer. The wall around a tool itself is tool-core's.

use std::{
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    task::Poll,
};

/// Runs a future; `None` when it panicked.
pub(crate) async fn walled<T>(future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    poll_fn(|context| match walled_now(|| future.as_mut().poll(context)) {
        Some(polled) => polled.map(Some),
        // The future is not polled again, so nothing sees what it left half done.
        None => Poll::Ready(None),
    })
    .await
}

/// Calls a function; `None` when it panicked. The panic's text stays with the panic hook: it may repeat arguments.
pub(crate) fn walled_now<T>(function: impl FnOnce() -> T) -> Option<T> {
    let ended = catch_unwind(AssertUnwindSafe(function));
    if ended.is_err() {
        tracing::error!("the host's code panicked outside a tool; see the panic hook's report");
    }
    ended.ok()
}
