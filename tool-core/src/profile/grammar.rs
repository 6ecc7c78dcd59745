//! Which names a provider takes, as data, and what is wrong with one that it does not. Who takes which is `table`.

use serde::Serialize;

/// Which names a provider takes: ASCII letters and digits, some marks, a first character, a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Grammar {
    /// What the first character is.
    pub start: Start,
    /// The characters that are allowed beside letters and digits.
    pub marks: &'static str,
    /// Characters at most; at least one is always needed.
    pub longest: usize,
}

/// What a name starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Start {
    /// Any character that is allowed elsewhere in it.
    Anything,
    /// A letter.
    Letter,
    /// A letter or `_`.
    LetterOrUnderscore,
}

impl Grammar {
    pub(super) const fn new(start: Start, marks: &'static str, longest: usize) -> Self {
        Self { start, marks, longest }
    }

    /// Returns what is wrong with a name, and what a name is.
    pub(super) fn fault(self, name: &str) -> Option<String> {
        let (first, start) = (name.chars().next(), self.start);
        let starts = match start {
            Start::Anything => first.is_some(),
            Start::Letter => first.is_some_and(|first| first.is_ascii_alphabetic()),
            Start::LetterOrUnderscore => {
                first.is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
            }
        };
        let allowed = |letter: char| letter.is_ascii_alphanumeric() || self.marks.contains(letter);
        if starts && name.chars().all(allowed) && name.len() <= self.longest {
            return None;
        }
        let marks: Vec<_> = self.marks.chars().map(|mark| format!("`{mark}`")).collect();
        let start = match start {
            Start::Anything => "",
            Start::Letter => ", starting with a letter",
            Start::LetterOrUnderscore => ", starting with a letter or `_`",
        };
        let (longest, marks) = (self.longest, marks.join(" "));
        Some(format!("the name {name:?} is refused; use 1 to {longest} of A-Z a-z 0-9 {marks}{start}"))
    }
}
