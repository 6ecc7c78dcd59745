//! The keys between the parentheses of an attribute.

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Ident, Token,
    ext::IdentExt,
    parse::{ParseStream, Parser},
};

use crate::{
    errors::Errors,
    keys::{Key, Place, Written},
    settings::Settings,
};

/// Reads every key, and goes on after each error.
///
/// Accepted: `key`, `key = value` and `key(..)`, separated by commas.
pub(crate) fn settings(args: TokenStream, place: Place, errors: &mut Errors) -> Settings {
    let mut settings = Settings::default();
    let read = |input: ParseStream<'_>| {
        let mut seen = Vec::new();
        while !input.is_empty() {
            if let Err(error) = entry(input, place, &mut seen, &mut settings) {
                errors.push(error);
                skip_entry(input);
            }
            if let Err(error) = separator(input) {
                errors.push(error);
                skip_entry(input);
                let _: syn::Result<Option<Token![,]>> = input.parse();
            }
        }
        Ok(())
    };
    let result = read.parse2(args);
    errors.keep(result);
    settings
}

fn entry(
    input: ParseStream<'_>,
    place: Place,
    seen: &mut Vec<&'static str>,
    settings: &mut Settings,
) -> syn::Result<()> {
    let word = Ident::parse_any(input).map_err(|error| {
        syn::Error::new(error.span(), format!("expected a key, one of: {}", Key::names(place).join(", ")))
    })?;
    let Some(key) = Key::named(&word.to_string()) else {
        return Err(unknown(&word, place));
    };
    if !key.applies(place) {
        let message = format!("{} does not apply here; it is for {}", key.name, key.places());
        return Err(syn::Error::new(word.span(), message));
    }
    if seen.contains(&key.name) {
        return Err(syn::Error::new(word.span(), format!("{} given more than once", key.name)));
    }
    seen.push(key.name);
    (key.read)(settings, Written { key, span: word.span() }, input)
}

fn unknown(word: &Ident, place: Place) -> syn::Error {
    let names = Key::names(place);
    let written = word.to_string();
    let nearest = names
        .iter()
        .map(|name| (strsim::damerau_levenshtein(&written, name), *name))
        // Half of the letters may be wrong: a key is short, and the list stands beside the guess.
        .filter(|(distance, name)| distance * 2 <= name.len())
        .min();
    let guess = nearest.map(|(_, name)| format!("; did you mean {name}?")).unwrap_or_default();
    let message = format!("unknown key {written}; expected one of: {}{guess}", names.join(", "));
    syn::Error::new(word.span(), message)
}

fn separator(input: ParseStream<'_>) -> syn::Result<()> {
    if input.is_empty() || input.parse::<Option<Token![,]>>()?.is_some() {
        return Ok(());
    }
    Err(input.error("expected a comma between keys"))
}

fn skip_entry(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) {
        // Any token parses as a token tree.
        let _: syn::Result<TokenTree> = input.parse();
    }
}
