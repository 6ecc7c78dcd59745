//! Code of the host's behind a wall, the only place where a panic is caught: it is an error of that one call. What becomes of the error is decided by
//! whoever called.
//!
//! With `panic = "abort"` there is no wall, because there is no unwinding.

use std::{
    any::Any,
    future::{Future, poll_fn},
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    task::Poll,
};

/// Runs a function; a panic becomes its text.
///
/// # Errors
///
/// The panic's text, which may repeat arguments and secrets.
pub fn walled<T>(function: impl FnOnce() -> T) -> Result<T, String> {
    // Unwind safety: whatever the function was changing is the host's, and is not looked at again here.
    catch_unwind(AssertUnwindSafe(function)).map_err(|payload| {
        let text = text(&*payload);
        // A payload may panic itself when it is dropped; then it is leaked rather than let out.
        if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
            std::mem::forget(second);
        }
        text
    })
}

/// Runs a future to its end; a panic in it becomes its text, and the future is not polled again.
///
/// # Errors
///
/// The panic's text, which may repeat arguments and secrets.
pub async fn walled_future<T>(future: impl Future<Output = T>) -> Result<T, String> {
    let mut future = pin!(future);
    poll_fn(|context| match walled(|| future.as_mut().poll(context)) {
        Ok(poll) => poll.map(Ok),
        Err(panicked) => Poll::Ready(Err(panicked)),
    })
    .await
}

fn text(payload: &(dyn Any + Send)) -> String {
    let owned = || payload.downcast_ref::<String>().map(String::as_str);
    let text = payload.downcast_ref::<&str>().copied().or_else(owned);
    format!("panicked: {}", text.unwrap_or("a payload that is not text"))
}
