//! A wall against panics of the host's code on the way to a tool: its authenticator, its availability, its ownership.
//! rmcp has none, so the client would get no answer. The wall itself is tool-core's, as is the one around a tool; a
//! panic's text must never leave it here.

use tool_core::panic_wall;

/// Runs a future; `None` when it panicked.
pub(crate) async fn walled<T>(future: impl Future<Output = T>) -> Option<T> {
    logged(panic_wall::walled_future(future).await)
}

/// Calls a function; `None` when it panicked.
pub(crate) fn walled_now<T>(function: impl FnOnce() -> T) -> Option<T> {
    logged(panic_wall::walled(function))
}

/// The panic's text stays with the panic hook: it may repeat arguments.
fn logged<T>(ended: Result<T, String>) -> Option<T> {
    if ended.is_err() {
        tracing::error!("the host's code panicked outside a tool; see the panic hook's report");
    }
    ended.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a library may panic with.
    struct PanicsWhenDropped;

    impl Drop for PanicsWhenDropped {
        fn drop(&mut self) {
            panic!("the payload panics as well");
        }
    }

    #[tokio::test]
    async fn a_payload_that_panics_when_it_is_dropped_stays_behind_the_wall() {
        assert_eq!(walled_now(|| -> u8 { std::panic::panic_any(PanicsWhenDropped) }), None);
        assert_eq!(walled(async { std::panic::panic_any(PanicsWhenDropped) }).await, None::<u8>);
        assert_eq!(walled(async { 7 }).await, Some(7));
    }
}
