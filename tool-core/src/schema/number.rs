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

/// Digits that a double holds, whatever they are (`DBL_DIG` of IEEE 754 binary64).
const DIGITS: usize = 15;

/// Returns a number as text, when it is so short that a double holds it exactly. What a parser rounded before is not seen.
pub(super) fn short_text(number: &Number) -> Option<String> {
    let text = number.to_string();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (digits <= DIGITS && !text.contains(['e', 'E'])).then_some(text)
}

/// Returns the number that a text is, as JSON writes it, where reading it loses nothing that a double can hold.
pub(super) fn from_text(text: &str) -> Option<Number> {
    if let Some(integer) = integer_from_text(text) {
        return is_safe(&integer).then_some(integer);
    }
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, ""));
    // Digits alone that are no integer have leading zeros, or more digits than a double holds.
    let decimal = digits.contains('.') || !exponent.is_empty();
    // JSON may have blanks around it, and text that was meant as a number has none.
    let blank = text.contains(|character: char| character.is_ascii_whitespace());
    let number: Number = serde_json::from_str(text).ok().filter(|_| decimal && !blank)?;
    // A number too small for a double is read as zero.
    let vanished = number.as_f64()? == 0.0 && digits.contains(|digit| matches!(digit, '1'..='9'));
    (!vanished).then_some(number)
}

/// Returns the integer that a text is, exactly as JSON writes it.
pub(super) fn integer_from_text(text: &str) -> Option<Number> {
    let signed = text.parse::<i64>().map(Number::from).ok();
    let integer = signed.or_else(|| text.parse::<u64>().map(Number::from).ok())?;
    // Rust takes leading zeros and a plus, too.
    (integer.to_string() == text).then_some(integer)
}

/// Returns a number as short as it was written in the program, for one that came from single precision: 0.1, not
/// 0.10000000149011612.
#[expect(clippy::cast_possible_truncation, reason = "the value came from this width")]
pub(super) fn single(number: &Number) -> Option<Number> {
    let value = number.as_f64()? as f32;
    Number::from_f64(value.to_string().parse().ok()?)
}
