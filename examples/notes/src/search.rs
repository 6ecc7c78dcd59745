//! From the words of a person to an expression of SQLite's full-text index.
//!
//! A query is words and nothing else: whatever the index would read as syntax is quoted or dropped here.

/// Returns the expression that matches texts with every word of `query`, or `None` when it has no word.
pub(crate) fn matching_every_word(query: &str) -> Option<String> {
    let words: Vec<String> = query
        .split(parts_words)
        // To the index a word without a letter or digit matches nothing; to a person it is punctuation.
        .filter(|word| word.contains(char::is_alphanumeric))
        // Quoted, because AND, OR, NOT and NEAR are words too. The quote itself parts words, so none is inside.
        .map(|word| format!("\"{word}\""))
        .collect();
    (!words.is_empty()).then(|| words.join(" "))
}

// Beyond ASCII the index decides what parts words: a combining mark, for one, does not.
fn parts_words(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c.is_ascii() && !c.is_ascii_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::matching_every_word;

    #[test]
    fn words_are_quoted_one_by_one() {
        assert_eq!(matching_every_word("red  apple,pear").as_deref(), Some(r#""red" "apple" "pear""#));
    }

    #[test]
    fn operators_lose_their_meaning() {
        assert_eq!(
            matching_every_word("title:red NOT NEAR(apple* -x)").as_deref(),
            Some(r#""title" "red" "NOT" "NEAR" "apple" "x""#)
        );
    }

    #[test]
    fn a_quote_cannot_stand_in_a_word() {
        assert_eq!(matching_every_word(r#"a"OR"b"#).as_deref(), Some(r#""a" "OR" "b""#));
    }

    #[test]
    fn a_combining_mark_does_not_part_a_word() {
        assert_eq!(matching_every_word("cre\u{300}me").as_deref(), Some("\"cre\u{300}me\""));
    }

    #[test]
    fn punctuation_and_control_characters_are_no_words() {
        assert_eq!(matching_every_word("* \0 - \"\" () 🍎"), None);
        assert_eq!(matching_every_word("red\0apple").as_deref(), Some(r#""red" "apple""#));
    }
}
