//! The keys between the parentheses of an attribute.

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Ident, LitStr, Token,
    ext::IdentExt,
    parse::{ParseStream, Parser},
};

use crate::{
    errors::Errors,
    keys::{Key, Place, Written},
    parse::{choice, value},
    settings::Settings,
    suggestion::instead,
};

/// Reads every key, and goes on after each error.
///
/// Accepted: `key`, `key = value` and `key(..)`, separated by commas; of an error also `"message"`.
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
    if place.takes_message() && input.peek(LitStr) {
        let text: LitStr = input.parse()?;
        if settings.message.is_some() {
            return Err(syn::Error::new(text.span(), "the message is given more than once"));
        }
        settings.message = Some(value::not_blank("the message", text)?);
        return Ok(());
    }
    let word = Ident::parse_any(input).map_err(|error| {
        let expected = if place.takes_message() { "a message or a key" } else { "a key" };
        let names = Key::names(place).join(", ");
        syn::Error::new(error.span(), format!("expected {expected}, one of: {names}"))
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
    let (name, names) = (word.to_string(), Key::names(place));
    let instead = match choice::key_of(&name).filter(|key| names.contains(key)) {
        Some(key) => format!("it is a value: write {key} = {name}"),
        None => instead(&name, &names),
    };
    syn::Error::new(word.span(), format!("unknown key {word}; {instead}"))
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
