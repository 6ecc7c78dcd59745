//! Types as people write them, for error texts.

use quote::ToTokens;

/// Returns the tokens without the spaces that printing puts between them.
pub(crate) fn spelled(tokens: impl ToTokens) -> String {
    let mut text = tokens.to_token_stream().to_string();
    for (printed, written) in [
        (" :: ", "::"),
        (":: ", "::"),
        (" < ", "<"),
        (" <", "<"),
        ("< ", "<"),
        (" >", ">"),
        ("& ", "&"),
        (" ,", ","),
    ] {
        text = text.replace(printed, written);
    }
    text
}
