//! Which numbers every host keeps as they are: those that a double holds exactly.

use serde_json::Number;

/// The largest integer up to which doubles hold every integer; hosts that compute in doubles round beyond it.
const SAFE: f64 = 9_007_199_254_740_991.0;

/// Whether every host keeps a number as it is.
pub(super) fn is_safe(number: &Number) -> bool {
    number.as_f64().is_some_and(|value| value.abs() <= SAFE)
}

/// Returns a number such as `3.0` as an integer, where that loses nothing.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the value is whole and within the range of exact doubles"
)]
pub(super) fn whole(number: &Number) -> Option<i64> {
    let value = number.as_f64().filter(|_| number.is_f64())?;
    (value.fract() == 0.0 && value.abs() <= SAFE).then_some(value as i64)
}

/// Returns a number as short as it was written in the program, for one that came from single precision: 0.1, not
/// 0.10000000149011612.
#[expect(clippy::cast_possible_truncation, reason = "the value came from this width")]
pub(super) fn single(number: &Number) -> Option<Number> {
    let value = number.as_f64()? as f32;
    Number::from_f64(value.to_string().parse().ok()?)
}
