//! The program that whoever starts a server gives: words, split at blanks, and nothing else. No shell is asked.

use crate::Fault;

/// Splits what was given into words.
///
/// # Errors
///
/// When something in it would only mean what it seems to mean in a shell.
pub(super) fn words(given: &[String]) -> Result<Vec<String>, Fault> {
    let words: Vec<_> = given.iter().flat_map(|text| text.split_whitespace()).map(str::to_owned).collect();
    let of_shells = |word: &&String| {
        word.starts_with('~')
            || word.contains([
                '\'', '"', '`', '*', '?', '[', ']', '{', '}', '$', '|', '&', ';', '<', '>', '\\', '\0',
            ])
    };
    match words.iter().find(of_shells) {
        Some(word) => Err(Fault::new(format!(
            "the program has the word {word:?}, and no shell reads it; write words without quotes, patterns and variables, or a script of your own"
        ))),
        None => Ok(words),
    }
}
