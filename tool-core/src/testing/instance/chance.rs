//! Choices that look random and are the same for the same seed, on every machine.

/// A source of choices (splitmix64).
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn coin(&mut self) -> bool {
        self.next() & 1 == 1
    }

    /// Returns a number between two, both included; the two themselves more often than others.
    pub(super) fn between(&mut self, low: u64, high: u64) -> u64 {
        let width = high.saturating_sub(low);
        match self.next() % 4 {
            0 => low,
            1 => low.saturating_add(width),
            _ => low.saturating_add(self.next() % width.saturating_add(1)),
        }
    }

    /// Returns one of several, which must not be none.
    pub(super) fn one_of<'t, T>(&mut self, choices: &'t [T]) -> &'t T {
        let index = self.next() % (choices.len() as u64);
        &choices[usize::try_from(index).unwrap_or(0)]
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}
