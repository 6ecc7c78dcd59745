//! Limits per caller and class, kept in memory. A limit that several processes share is another implementation of `Limits`.

mod account;
mod bucket;
mod builder;
mod ledger;
mod rate;
#[cfg(test)]
mod tests;

use std::{fmt, time::Duration};

use async_trait::async_trait;
use governor::clock::{Clock, MonotonicClock};

use self::bucket::Bucket;
pub use self::{builder::QuotasBuilder, rate::Rate};
use crate::{Caller, Effect, LimitError, Limits, Reservation, Usage, pattern};

/// Limits per caller and class of tools, kept in memory: each caller has a budget for reading, one for writing, and one
/// for each class that the host names.
///
/// A budget belongs to [`Caller::id`], so neither a new connection nor another surface gives a caller a fresh one. It is
/// that of this value: share one [`Arc`](std::sync::Arc) among all ways into a product. A program that starts
/// again, or runs as several processes, starts with full budgets, for each process one; where that is too much, implement
/// [`Limits`] over a store that they share.
///
/// What is reserved and then given back is as if it had never been reserved. Memory is bounded by the callers
/// whose budgets are not full.
///
/// # Examples
///
/// ```
/// use tool_core::{Caller, Effect, LimitError, Limits, Quotas, Rate, Usage};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_core::BuildErrors> {
/// let quotas = Quotas::builder()
///     .reads(Rate::per_minute(120))
///     .writes(Rate::per_minute(20).with_burst(5))
///     .class("exports", Rate::per_hour(1), ["export_project", "reports::*"])
///     .build()?;
///
/// let alice = Caller::new("alice");
/// let export = Usage::new("export_project", Effect::ReadOnly);
/// quotas.reserve(&alice, &export).await.unwrap().commit();
///
/// let Err(LimitError::Exceeded { retry_after }) = quotas.reserve(&alice, &export).await else { panic!() };
/// assert!(retry_after.as_secs() >= 3_590, "an hour, less what this example took");
///
/// // Of the same class, and used up with it; other classes and other callers are not.
/// assert!(quotas.reserve(&alice, &Usage::new("reports::monthly", Effect::ReadOnly)).await.is_err());
/// assert!(quotas.reserve(&alice, &Usage::new("search_notes", Effect::ReadOnly)).await.is_ok());
/// assert!(quotas.reserve(&Caller::new("bob"), &export).await.is_ok());
/// # Ok(())
/// # }
/// ```
pub struct Quotas(Classes<MonotonicClock>);

impl Quotas {
    /// Starts limits without a rate, which `reads` and `writes` must get.
    pub fn builder() -> QuotasBuilder {
        QuotasBuilder::default()
    }
}

#[async_trait]
impl Limits for Quotas {
    async fn reserve(&self, caller: &Caller, usage: &Usage<'_>) -> Result<Reservation, LimitError> {
        self.0.reserve(caller, usage).map_err(|retry_after| LimitError::Exceeded { retry_after })
    }
}

impl fmt::Debug for Quotas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Quotas").finish_non_exhaustive()
    }
}

/// The classes over any clock, which only tests choose.
struct Classes<C: Clock> {
    named: Vec<Class<C>>,
    reads: Option<Bucket<C>>,
    writes: Option<Bucket<C>>,
}

struct Class<C: Clock> {
    patterns: Vec<String>,
    /// `None` when it is without limit.
    bucket: Option<Bucket<C>>,
}

impl<C: Clock + Clone + Send + Sync + 'static> Classes<C> {
    fn reserve(&self, caller: &Caller, usage: &Usage<'_>) -> Result<Reservation, Duration> {
        match self.bucket(usage) {
            Some(bucket) => bucket.reserve(caller.id()),
            None => Ok(Reservation::kept()),
        }
    }

    /// Returns the budgets that a use counts against: those of the first class that names it, else by what it does.
    fn bucket(&self, usage: &Usage<'_>) -> Option<&Bucket<C>> {
        let named =
            |class: &&Class<C>| class.patterns.iter().any(|pattern| pattern::matches(pattern, usage.name()));
        let by_effect = match usage.effect() {
            Effect::ReadOnly => &self.reads,
            Effect::Additive | Effect::Destructive => &self.writes,
        };
        self.named.iter().find(named).map_or(by_effect, |class| &class.bucket).as_ref()
    }
}
