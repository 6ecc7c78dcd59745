//! Names of Rust in the spellings of names elsewhere. Whether a name is allowed is `check`.

use proc_macro2::Ident;
use syn::ext::IdentExt;

/// Returns the words of a name in capitals: `DeleteNote` is `delete_note`, and `HTTPGet` is `http_get`.
pub(crate) fn joined(ident: &Ident, by: char) -> String {
    let letters: Vec<char> = ident.unraw().to_string().chars().collect();
    let mut name = String::new();
    for (index, letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| letters.get(before));
        let after = letters.get(index + 1);
        let starts_word = letter.is_uppercase()
            && before.is_some_and(|before| {
                *before != '_' && (!before.is_uppercase() || after.is_some_and(|after| after.is_lowercase()))
            });
        if starts_word {
            name.push(by);
        }
        if *letter == '_' {
            name.push(by);
        } else {
            name.extend(letter.to_lowercase());
        }
    }
    name
}
