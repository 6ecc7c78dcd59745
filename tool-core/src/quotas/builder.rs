//! Collects classes and their rates, and says what is wrong with them. It counts nothing.

use governor::clock::{Clock, MonotonicClock};

use super::{Class, Classes, Quotas, bucket::Bucket, rate::Rate};
use crate::{BuildError, BuildErrors, ToolName, pattern};

/// Collects the classes of [`Quotas`] and their rates.
#[derive(Debug, Default)]
#[must_use = "a builder does nothing until `build` is called"]
pub struct QuotasBuilder {
    reads: Option<Rate>,
    writes: Option<Rate>,
    named: Vec<Named>,
}

#[derive(Debug)]
struct Named {
    name: String,
    rate: Rate,
    patterns: Vec<String>,
}

impl QuotasBuilder {
    /// Says how often a caller may use what only reads, all such tools together.
    pub fn reads(mut self, rate: Rate) -> Self {
        self.reads = Some(rate);
        self
    }

    /// Says how often a caller may use what adds, changes or deletes, all such tools together.
    pub fn writes(mut self, rate: Rate) -> Self {
        self.writes = Some(rate);
        self
    }

    /// Gives some tools a budget of their own, whatever they do: by registry name, or whole namespaces as `billing::*`.
    ///
    /// A tool that several classes name is of the first of them. The name of the class is for the host alone.
    pub fn class<T: Into<String>>(
        mut self,
        name: impl Into<String>,
        rate: Rate,
        patterns: impl IntoIterator<Item = T>,
    ) -> Self {
        let patterns = patterns.into_iter().map(Into::into).collect();
        self.named.push(Named { name: name.into(), rate, patterns });
        self
    }

    /// Returns the limits, with all budgets full.
    ///
    /// # Errors
    ///
    /// Every fault at once: `reads` or `writes` left out ([`Rate::unlimited`] says that it is meant), a rate that lets
    /// nothing through, a class without patterns, with the name of another, or with one of the patterns of another.
    pub fn build(self) -> Result<Quotas, BuildErrors> {
        // Not the faster clock that governor can have: it needs the CPU's counter, which machines that move may reset.
        self.build_on(&MonotonicClock).map(Quotas)
    }

    pub(super) fn build_on<C: Clock + Clone + Send + Sync + 'static>(
        self,
        clock: &C,
    ) -> Result<Classes<C>, BuildErrors> {
        let mut faults = Vec::new();
        let reads = bucket("reads", self.reads, clock, &mut faults);
        let writes = bucket("writes", self.writes, clock, &mut faults);
        let mut named = Vec::new();
        for (index, class) in self.named.iter().enumerate() {
            let fault = |reason| BuildError::InvalidClass { class: class.name.clone(), reason };
            faults.extend(class.faults(&self.named[..index]).into_iter().map(fault));
            let bucket = bucket(&class.name, Some(class.rate), clock, &mut faults);
            named.push(Class { patterns: class.patterns.clone(), bucket });
        }
        BuildErrors::check(faults)?;
        Ok(Classes { named, reads, writes })
    }
}

/// Returns the budgets of a class; `None` when they are without end, or when there is a fault.
fn bucket<C: Clock + Clone + Send + Sync + 'static>(
    class: &str,
    rate: Option<Rate>,
    clock: &C,
    faults: &mut Vec<BuildError>,
) -> Option<Bucket<C>> {
    let fault = match rate.map(Rate::quota) {
        Some(Ok(quota)) => return quota.map(|quota| Bucket::new(quota, clock.clone())),
        Some(Err(reason)) => BuildError::InvalidRate { class: class.to_owned(), reason },
        None => BuildError::MissingRate { uses: if class == "reads" { "reads" } else { "writes" } },
    };
    faults.push(fault);
    None
}

impl Named {
    /// Says what is wrong with the class, to be read after its name.
    fn faults(&self, earlier: &[Self]) -> Vec<String> {
        let mut faults = Vec::new();
        if earlier.iter().any(|other| other.name == self.name) {
            faults.push("is there twice; rename one of the two, or write their patterns into one".to_owned());
        }
        if self.patterns.is_empty() {
            faults.push("has no patterns; write names of tools, or namespaces as in `billing::*`".to_owned());
        }
        for pattern in &self.patterns {
            if let Err(reason) = ToolName::parse(pattern.strip_suffix("::*").unwrap_or(pattern)) {
                faults.push(format!(
                    "has the pattern {pattern:?}, which is no tool and no namespace: {reason}"
                ));
            }
            let theirs = earlier.iter().flat_map(|other| other.patterns.iter().map(move |its| (other, its)));
            // A pattern matches another one when nothing is left for the other to match.
            for (other, its) in theirs.filter(|(_, its)| *its == pattern || pattern::matches(its, pattern)) {
                faults.push(format!(
                    "has the pattern `{pattern}`, which `{its}` of the class `{}` takes away; leave out one of the two",
                    other.name
                ));
            }
        }
        faults
    }
}
