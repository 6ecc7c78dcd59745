//! A pattern of a manifest: what it is about, and whether it says anything at all.

use regex::Regex;
use regex_syntax::hir::{Class, Hir, HirKind};

/// Texts that no argument of a program is by intention. A pattern that takes one of them bounds nothing.
const HOSTILE: &[&str] = &["$(id) `id`", "a'b\"c", "a; b | c & d", "a\nb", "<a> {b} *"];

/// Blanks and controls that end a word somewhere.
const BLANK: [char; 7] = [' ', '\t', '\n', '\r', '\u{1}', '\u{1b}', '\u{7f}'];

/// Quotes of shells.
const QUOTE: [char; 3] = ['\'', '"', '`'];

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

    /// Returns whether it takes what nobody means, anywhere in it.
    pub(crate) fn takes_anything(&self) -> bool {
        HOSTILE.iter().any(|text| self.regex.is_match(text))
            // It was read already; what cannot be judged bounds nothing.
            || regex_syntax::parse(self.source()).map_or(true, |hir| is_wide(&hir))
    }
}

/// Returns whether a part of a pattern bounds nothing: a class of what a character is not, or one, or a repetition, that takes
/// blanks as well as quotes.
fn is_wide(part: &Hir) -> bool {
    let takes_words_of_shells =
        || BLANK.iter().any(|blank| takes(part, *blank)) && QUOTE.iter().any(|quote| takes(part, *quote));
    match part.kind() {
        // The last character there is stands for nothing, so only the opposite of something takes it.
        HirKind::Class(_) => takes(part, char::MAX) || takes_words_of_shells(),
        HirKind::Repetition(repetition) => is_wide(&repetition.sub) || takes_words_of_shells(),
        HirKind::Capture(capture) => is_wide(&capture.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().any(is_wide),
        HirKind::Empty | HirKind::Literal(_) | HirKind::Look(_) => false,
    }
}

/// Returns whether a part of a pattern takes a character anywhere in it.
fn takes(part: &Hir, wanted: char) -> bool {
    match part.kind() {
        HirKind::Class(Class::Unicode(class)) => {
            class.ranges().iter().any(|range| (range.start()..=range.end()).contains(&wanted))
        }
        HirKind::Class(Class::Bytes(class)) => u8::try_from(wanted).is_ok_and(|wanted| {
            class.ranges().iter().any(|range| (range.start()..=range.end()).contains(&wanted))
        }),
        HirKind::Literal(text) => str::from_utf8(&text.0).is_ok_and(|text| text.contains(wanted)),
        HirKind::Repetition(repetition) => takes(&repetition.sub, wanted),
        HirKind::Capture(capture) => takes(&capture.sub, wanted),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().any(|part| takes(part, wanted)),
        HirKind::Empty | HirKind::Look(_) => false,
    }
}
