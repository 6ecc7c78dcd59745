//! Rules over the cases of an error type.

use std::collections::BTreeSet;

use crate::{errors::Errors, model::error_type::ErrorType};

pub(crate) fn error_type(error: &ErrorType, errors: &mut Errors) {
    let mut codes = BTreeSet::new();
    for told in error.cases.iter().filter_map(|case| case.told.as_ref()) {
        let code = &told.code;
        if !kebab_case(code) {
            let message = format!(
                "{code} is no code; write code = \"note-gone\": words of a-z and 0-9, a letter first, joined by -"
            );
            errors.at(told.code_span, message);
        } else if !codes.insert(code) {
            errors.at(told.code_span, format!("two variants have the code {code}; a code is one case"));
        }
    }
}

fn kebab_case(code: &str) -> bool {
    let word = |word: &str| {
        !word.is_empty() && word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
    };
    code.starts_with(|first: char| first.is_ascii_lowercase()) && code.split('-').all(word)
}
