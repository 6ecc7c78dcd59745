//! Something taken on trial: kept when the call goes on, given back when a later step says no.

use std::fmt;

use crate::panic_wall;

/// A part of a budget, or a ticket, that a call holds while admission goes on.
///
/// Dropping it gives it back, so a later refusal, a caller that goes away and a panic all refund.
///
/// # Examples
///
/// ```
/// use std::sync::{Arc, atomic::{AtomicU32, Ordering}};
///
/// use tool_core::Reservation;
///
/// let left = Arc::new(AtomicU32::new(3));
/// let take = || {
///     left.fetch_sub(1, Ordering::SeqCst);
///     let left = Arc::clone(&left);
///     Reservation::refundable(move || drop(left.fetch_add(1, Ordering::SeqCst)))
/// };
///
/// drop(take());
/// assert_eq!(left.load(Ordering::SeqCst), 3, "given back");
/// take().commit();
/// assert_eq!(left.load(Ordering::SeqCst), 2, "kept");
/// ```
#[must_use = "a reservation that is dropped is given back"]
pub struct Reservation(Option<Box<dyn FnOnce() + Send>>);

impl Reservation {
    /// Returns a reservation that cannot be given back, or of something without end.
    pub fn kept() -> Self {
        Self(None)
    }

    /// Returns a reservation that this function gives back. It must be quick: it runs where the call ended.
    pub fn refundable(refund: impl FnOnce() + Send + 'static) -> Self {
        Self(Some(Box::new(refund)))
    }

    /// Keeps what was reserved.
    pub fn commit(mut self) {
        self.0 = None;
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        // The host's code, which must not take the answer down with it.
        if let Some(refund) = self.0.take()
            && panic_wall::walled(refund).is_err()
        {
            tracing::error!("a refund panicked; what it held is lost to the caller");
        }
    }
}

impl fmt::Debug for Reservation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reservation").field("refundable", &self.0.is_some()).finish()
    }
}
