//! The wish to stop: ctrl-c, or the signal of service managers.

use tokio::signal::unix::{SignalKind, signal};

/// Completes at SIGINT and SIGTERM.
pub(crate) async fn asked() {
    let (Ok(mut interrupt), Ok(mut terminate)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
}
