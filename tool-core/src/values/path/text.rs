//! Which texts are paths below a folder. It asks no file system, and answers alike on every one.

use super::ConfinedPath;

/// The pattern says of one name that it is neither `.` nor `..`: another character comes first, or after the dots.
macro_rules! name {
    () => {
        r"(?:[^./\\:\x00-\x1f\x7f]|\.[^./\\:\x00-\x1f\x7f]|\.\.[^/\\:\x00-\x1f\x7f])[^/\\:\x00-\x1f\x7f]*"
    };
}

/// Names joined by `/`. The model reads words instead.
pub(crate) const PATTERN: &str = concat!("^", name!(), "(?:/", name!(), ")*$");

/// What a text is to be, with its article.
pub(crate) const PHRASE: &str = "a relative path such as docs/a.txt, no name in it `.` or `..`,";

/// Whether a text is a path below a folder: exactly what [`PATTERN`] says, with its length.
pub(super) fn is_confined(text: &str) -> bool {
    let is_name = |name: &str| !matches!(name, "" | "." | "..");
    let is_foreign = |letter: char| matches!(letter, '\\' | ':') || letter.is_ascii_control();
    text.chars().count() <= ConfinedPath::MAX_CHARACTERS
        && !text.contains(is_foreign)
        && text.split('/').all(is_name)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::{PATTERN, is_confined};
    use crate::ConfinedPath;

    #[test]
    fn a_path_is_names_joined_by_slashes() {
        for text in ["a", "a/b.txt", ".hidden", "..a", "...", "a b/c-d", "ä/文.md", "a./.b", "~", "$HOME"] {
            assert!(is_confined(text), "{text:?}");
        }
        assert!(is_confined(&"ä".repeat(ConfinedPath::MAX_CHARACTERS)));
        for text in [
            "",
            "/",
            "/a",
            "a/",
            "a//b",
            ".",
            "..",
            "./a",
            "../a",
            "a/..",
            "a/../b",
            "a/./b",
            "a\\b",
            "\\\\host\\a",
            "C:",
            "C:/a",
            "a:b",
            "a\0",
            "a\nb",
            "a\u{7f}",
            "file:///a",
        ] {
            assert!(!is_confined(text), "{text:?}");
        }
        assert!(!is_confined(&"a".repeat(ConfinedPath::MAX_CHARACTERS + 1)));
    }

    proptest! {
        #[test]
        fn the_pattern_says_exactly_that(text in r"[./\\:aä\x00\n\x7f]{0,8}") {
            let pattern = jsonschema::validator_for(&json!({ "type": "string", "pattern": PATTERN })).unwrap();
            prop_assert_eq!(pattern.is_valid(&json!(text)), is_confined(&text));
        }
    }
}
