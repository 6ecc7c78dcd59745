//! Numbers that nobody chose, and that an earlier run can be repeated with.

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
};

/// Steps of a linear congruential generator with the constants of Knuth's MMIX.
pub(crate) struct Numbers(u64);

impl Numbers {
    /// Begins with the number in this variable, else with any; it is printed.
    #[expect(clippy::print_stdout, reason = "a run that failed is repeated with it")]
    pub(crate) fn seeded(variable: &str) -> Self {
        let given = std::env::var(variable).ok();
        let seed =
            given.map_or_else(|| RandomState::new().build_hasher().finish(), |seed| seed.parse().unwrap());
        println!("{variable}={seed}");
        Self(seed)
    }

    /// Returns other numbers, of which these do not tell.
    pub(crate) fn branch(&mut self) -> Self {
        Self(self.below(u64::MAX))
    }

    pub(crate) fn below(
        &mut self,
        bound: u64,
    ) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}
