//! The values of keys that are one of some words. Values of any other form are `value`.

use syn::{Ident, LitStr, Token, parenthesized, parse::ParseStream, token};

use super::value::{not_blank, value, whole};
use crate::{
    keys::Written,
    settings::{Calls, Control, Effect, Exposure, Headless, Kind, Parallelism},
};

const EFFECTS: [(&str, Effect); 3] =
    [("read_only", Effect::ReadOnly), ("additive", Effect::Additive), ("destructive", Effect::Destructive)];

const EXPOSURES: [(&str, Exposure); 3] =
    [("both", Exposure::Both), ("external", Exposure::External), ("internal", Exposure::Internal)];

/// Returns the key of a value that somebody might write without it.
pub(crate) fn key_of(word: &str) -> Option<&'static str> {
    if EFFECTS.iter().any(|(name, _)| *name == word) {
        return Some("effect");
    }
    EXPOSURES.iter().any(|(name, _)| *name == word).then_some("exposure")
}

/// `key = one_of_some_words`
fn word<T: Copy>(key: Written, input: ParseStream<'_>, words: &[(&str, T)]) -> syn::Result<T> {
    let word: Ident = value(key, input)?;
    if let Some((_, meaning)) = words.iter().find(|(name, _)| word == name) {
        return Ok(*meaning);
    }
    let names: Vec<_> = words.iter().map(|(name, _)| *name).collect();
    Err(unknown(key, &word, &names))
}

fn unknown(key: Written, word: &Ident, expected: &[&str]) -> syn::Error {
    let expected = match expected {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    };
    syn::Error::new(word.span(), format!("unknown {} {word}; expected {expected}", key.key.name))
}

pub(crate) fn exposure(key: Written, input: ParseStream<'_>) -> syn::Result<Exposure> {
    word(key, input, &EXPOSURES)
}

pub(crate) fn effect(key: Written, input: ParseStream<'_>) -> syn::Result<Effect> {
    word(key, input, &EFFECTS)
}

/// `key = immediate` or `key = operation`
pub(crate) fn kind(key: Written, input: ParseStream<'_>) -> syn::Result<Kind> {
    let is_operation = word(key, input, &[("immediate", false), ("operation", true)])?;
    Ok(Kind { is_operation, span: key.span })
}

/// `key` or `key = acts` or `key = waits`
pub(crate) fn control(key: Written, input: ParseStream<'_>) -> syn::Result<Control> {
    if !input.peek(Token![=]) {
        return Ok(Control::Acts);
    }
    word(key, input, &[("acts", Control::Acts), ("waits", Control::Waits)])
}

/// `key = exclusive`, `key = parallel`, `key = serial_by("argument")` or `key = serial_by_target`
pub(crate) fn parallelism(key: Written, input: ParseStream<'_>) -> syn::Result<Parallelism> {
    let word: Ident = value(key, input)?;
    let calls = match word.to_string().as_str() {
        "exclusive" => Calls::Exclusive,
        "parallel" => Calls::Parallel,
        "serial_by" => Calls::SerialBy(serial_by(&word, input)?),
        "serial_by_target" => Calls::SerialByTarget,
        _ => {
            let expected = ["exclusive", "parallel", "serial_by(\"argument\")", "serial_by_target"];
            return Err(unknown(key, &word, &expected));
        }
    };
    Ok(Parallelism { calls, span: word.span() })
}

/// `("argument")`, after the word
fn serial_by(word: &Ident, input: ParseStream<'_>) -> syn::Result<LitStr> {
    let expected = || {
        let message = "serial_by needs the name of an argument; write parallelism = serial_by(\"note\")";
        syn::Error::new(word.span(), message)
    };
    if !input.peek(token::Paren) {
        return Err(expected());
    }
    let content;
    let _: token::Paren = parenthesized!(content in input);
    whole(&content, |content| {
        let argument = content.parse().map_err(|_: syn::Error| expected())?;
        if content.is_empty() { not_blank("serial_by", argument) } else { Err(expected()) }
    })
}

/// `headless(never = "reason")` or `headless(not_yet = "reason")`
pub(crate) fn headless(key: Written, input: ParseStream<'_>) -> syn::Result<Headless> {
    let expected =
        format!("{0} needs a reason; write {0}(never = \"...\") or {0}(not_yet = \"...\")", key.key.name);
    if !input.peek(token::Paren) {
        return Err(syn::Error::new(key.span, &expected));
    }
    let content;
    let _: token::Paren = parenthesized!(content in input);
    whole(&content, |content| {
        let kind: Ident = content.parse().map_err(|_| syn::Error::new(key.span, &expected))?;
        if !content.peek(Token![=]) {
            return Err(syn::Error::new(kind.span(), &expected));
        }
        content.parse::<Token![=]>()?;
        let reason: LitStr = content.parse().map_err(|_| syn::Error::new(kind.span(), &expected))?;
        let reason = not_blank("the reason", reason)?;
        if !content.is_empty() {
            return Err(content.error(&expected));
        }
        match kind.to_string().as_str() {
            "never" => Ok(Headless::Never(reason)),
            "not_yet" => Ok(Headless::NotYet(reason)),
            _ => Err(syn::Error::new(kind.span(), &expected)),
        }
    })
}
