//! The time of day, in the milliseconds that tokens are written in. Nothing here decides what has expired.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// Where the time comes from.
#[derive(Clone)]
pub(crate) struct Clock(Arc<dyn Fn() -> SystemTime + Send + Sync>);

impl Clock {
    /// Returns the clock of the machine.
    pub(crate) fn system() -> Self {
        Self(Arc::new(SystemTime::now))
    }

    #[cfg(test)]
    pub(crate) fn of(now: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// Returns the milliseconds since 1970. A clock that stands before that is broken, and then it is the end of time:
    /// everything has expired.
    pub(crate) fn now_ms(&self) -> u64 {
        (self.0)().duration_since(UNIX_EPOCH).map_or(u64::MAX, millis)
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clock(..)")
    }
}

/// Returns a length of time in milliseconds; one that is too long to be written is endless.
pub(crate) fn millis(length: Duration) -> u64 {
    u64::try_from(length.as_millis()).unwrap_or(u64::MAX)
}

/// Returns the time of day of these milliseconds since 1970, or the last one that is sure to have a name.
pub(crate) fn time_of(ms: u64) -> SystemTime {
    /// The year 9999 ends here (RFC 3339 writes no later one).
    const LAST_MS: u64 = 253_402_300_799_999;
    UNIX_EPOCH + Duration::from_millis(ms.min(LAST_MS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_before_1970_lets_everything_expire() {
        let broken = Clock::of(|| UNIX_EPOCH - Duration::from_secs(1));
        assert_eq!(broken.now_ms(), u64::MAX);
        assert_eq!(Clock::of(|| UNIX_EPOCH + Duration::from_secs(2)).now_ms(), 2000);
    }
}
