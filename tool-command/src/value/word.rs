//! Types whose values are words of a grammar. Each is written back in one form.

use uuid::Uuid;

/// An id, as a pattern.
pub(super) const ID: &str = "^[A-Za-z0-9][A-Za-z0-9._-]*$";

/// A version, as a pattern: what Semantic Versioning 2.0.0 takes, and a little more, which parsing refuses.
pub(super) const SEMVER: &str = r"^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$";

/// Letters and digits, and `.`, `_` and `-` after the first.
pub(super) fn id(text: &str, longest: usize) -> Option<String> {
    let is_rest = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let is_id = text.starts_with(|first: char| first.is_ascii_alphanumeric())
        && text.len() <= longest
        && text.bytes().all(is_rest);
    is_id.then(|| text.to_owned())
}

/// A day that there is, written as `full-date` of RFC 3339 section 5.6.
pub(super) fn date(text: &str) -> Option<String> {
    let date: jiff::civil::Date = text.parse().ok()?;
    // The parser takes other forms of the same day as well.
    Some(date.to_string()).filter(|written| written == text)
}

/// A version of Semantic Versioning 2.0.0.
pub(super) fn semver(text: &str, longest: usize) -> Option<String> {
    (text.len() <= longest).then(|| semver::Version::parse(text).ok())?.map(|version| version.to_string())
}

/// A UUID with its hyphens, as in RFC 9562 section 4; in small letters.
pub(super) fn uuid(text: &str) -> Option<String> {
    let uuid = Uuid::try_parse(text).ok()?.hyphenated().to_string();
    uuid.eq_ignore_ascii_case(text).then_some(uuid)
}
