//! How often a user may call: numbers to one value, which REST and the tools ask. What counts as a read, `tools` says.

use tool_core::{BuildErrors, Quotas, Rate};

/// How often each user may call in a minute, over every way in together; all of it can be at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "hosts make it, and must decide about both")]
pub struct PerMinute {
    /// Calls that only read.
    pub reads: u32,
    /// Calls that add, change or delete.
    pub writes: u32,
}

/// What neither a person nor an agent that works for one comes near: a test run against one user makes some hundreds of
/// calls a minute. It keeps a program that lost its way from having the database to itself.
impl Default for PerMinute {
    fn default() -> Self {
        Self { reads: 6_000, writes: 1_200 }
    }
}

impl PerMinute {
    /// Returns the limits, with full budgets.
    ///
    /// # Errors
    ///
    /// When one of the numbers is 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use notes::limits::PerMinute;
    ///
    /// let limits = PerMinute { reads: 100, writes: 20 }.quotas()?;
    /// # let _ = limits;
    /// # Ok::<(), tool_core::BuildErrors>(())
    /// ```
    pub fn quotas(self) -> Result<Quotas, BuildErrors> {
        Quotas::builder().reads(Rate::per_minute(self.reads)).writes(Rate::per_minute(self.writes)).build()
    }
}
