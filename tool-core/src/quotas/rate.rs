//! How often, in the host's words. What it is the rate of is not known here.

use std::{num::NonZeroU32, time::Duration};

use governor::Quota;

/// How often a caller may do something: so many in a unit of time, and so many of them at once.
///
/// A caller that did nothing for long can make a whole burst at once; then there is one more for each part of the unit.
/// So in any unit of time, a caller gets at most the burst and the rate together.
///
/// # Examples
///
/// ```
/// use tool_core::Rate;
///
/// // Five at once; then one more every three seconds.
/// let writes = Rate::per_minute(20).with_burst(5);
/// # let _ = writes;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many in which unit; `None` for any number.
    limit: Option<(u32, Duration)>,
    burst: Option<u32>,
}

impl Rate {
    /// Returns a rate of so many in a second, all of which can be at once.
    pub const fn per_second(uses: u32) -> Self {
        Self::per(uses, Duration::from_secs(1))
    }

    /// Returns a rate of so many in a minute, all of which can be at once.
    pub const fn per_minute(uses: u32) -> Self {
        Self::per(uses, Duration::from_mins(1))
    }

    /// Returns a rate of so many in an hour, all of which can be at once.
    pub const fn per_hour(uses: u32) -> Self {
        Self::per(uses, Duration::from_hours(1))
    }

    /// Returns a rate of so many in 24 hours, all of which can be at once.
    pub const fn per_day(uses: u32) -> Self {
        Self::per(uses, Duration::from_hours(24))
    }

    /// Says that there is no limit.
    pub const fn unlimited() -> Self {
        Self { limit: None, burst: None }
    }

    /// Says how many can be at once, at least 1; without it, as many as the rate has in its unit of time.
    #[must_use]
    pub const fn with_burst(mut self, uses: u32) -> Self {
        self.burst = Some(uses);
        self
    }

    const fn per(uses: u32, unit: Duration) -> Self {
        Self { limit: Some((uses, unit)), burst: None }
    }

    /// Returns the rate as governor wants it; `None` for no limit.
    ///
    /// # Errors
    ///
    /// What is wrong with it and what to write instead, to be read after "the rate of `reads`".
    pub(super) fn quota(self) -> Result<Option<Quota>, &'static str> {
        let Some((uses, unit)) = self.limit else {
            return match self.burst {
                Some(_) => Err("is unlimited and has a burst; leave out `with_burst`"),
                None => Ok(None),
            };
        };
        let uses = NonZeroU32::new(uses)
            .ok_or("lets nothing through; write 1 or more, or leave the tools out of the surface")?;
        let burst = NonZeroU32::new(self.burst.unwrap_or(uses.get()))
            .ok_or("has a burst of 0, which lets nothing through; write 1 or more")?;
        // Rounded up, so that it never comes to more than was said.
        let interval = unit.as_nanos().div_ceil(u128::from(uses.get()));
        let interval = u64::try_from(interval).unwrap_or(u64::MAX).max(1);
        // Governor counts nanoseconds in 64 bits, which end after 584 years; half of that leaves the other half to run.
        if u128::from(interval) * u128::from(burst.get()) > u128::from(u64::MAX / 2) {
            return Err("would need centuries to be full again; write a smaller burst");
        }
        Ok(Quota::with_period(Duration::from_nanos(interval)).map(|quota| quota.allow_burst(burst)))
    }
}
