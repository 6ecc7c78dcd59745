//! A pattern of a manifest: what it is about, and whether it says anything at all.

use regex::Regex;

/// Texts that no argument of a program is by intention. A pattern that takes one of them bounds nothing.
const HOSTILE: &[&str] = &["$(id) `id`", "a'b\"c", "a; b | c & d", "a\nb", "<a> {b} *"];

/// A pattern that the whole of a text matches.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    regex: Regex,
    longest: usize,
}

/// Why a text is no pattern.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PatternFault(pub(crate) String);

impl Pattern {
    pub(crate) fn new(source: &str, longest: usize) -> Result<Self, PatternFault> {
        // By itself first: `a)(b` is a pattern only inside of the group.
        Regex::new(source)
            .and_then(|_| Regex::new(&format!("^(?:{source})$")))
            .map(|regex| Self { regex, longest })
            .map_err(|error| PatternFault(error.to_string().lines().last().unwrap_or_default().to_owned()))
    }

    /// Returns the pattern as it is advertised: of the whole text.
    pub(crate) fn source(&self) -> &str {
        self.regex.as_str()
    }

    pub(crate) fn longest(&self) -> usize {
        self.longest
    }

    pub(crate) fn is_match(&self, text: &str) -> bool {
        text.chars().count() <= self.longest && self.regex.is_match(text)
    }

    /// Returns whether it takes what nobody means.
    pub(crate) fn takes_anything(&self) -> bool {
        HOSTILE.iter().any(|text| self.regex.is_match(text))
    }
}
