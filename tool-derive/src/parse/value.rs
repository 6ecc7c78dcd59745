//! The values of keys: one function for each form that a value may have.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::{
    Expr, ExprLit, Ident, Lit, LitBool, LitStr, Path, Token, Type, bracketed, parenthesized,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    spanned::Spanned,
    token,
};

use crate::{
    crate_path::CratePath,
    keys::{Key, Written},
    settings::{Blocking, Icon, Milliseconds},
};

/// `key = value`
pub(super) fn value<T: Parse>(key: Written, input: ParseStream<'_>) -> syn::Result<T> {
    equals(key, input)?;
    let span = input.span();
    input.parse().map_err(|_: syn::Error| syn::Error::new(span, wrong(key)))
}

fn equals(key: Written, input: ParseStream<'_>) -> syn::Result<()> {
    if input.peek(Token![=]) {
        input.parse::<Token![=]>().map(drop)
    } else {
        let Key { name, form, .. } = key.key;
        Err(syn::Error::new(key.span, format!("{name} needs a value; write {form}")))
    }
}

fn wrong(key: Written) -> String {
    let Key { name, form, .. } = key.key;
    format!("{name} does not take this value; write {form}")
}

/// `key = "text"`
pub(crate) fn text(key: Written, input: ParseStream<'_>) -> syn::Result<LitStr> {
    value::<LitStr>(key, input).and_then(|text| not_blank(key.key.name, text))
}

pub(super) fn not_blank(name: &str, text: LitStr) -> syn::Result<LitStr> {
    if text.value().trim().is_empty() {
        Err(syn::Error::new(text.span(), format!("{name} is empty; leave it out or say something")))
    } else {
        Ok(text)
    }
}

/// `key = ["text", ..]`
pub(crate) fn texts(key: Written, input: ParseStream<'_>) -> syn::Result<Vec<LitStr>> {
    elements(key, input, |input| {
        let span = input.span();
        let text = input.parse().map_err(|_: syn::Error| syn::Error::new(span, wrong(key)))?;
        not_blank(key.key.name, text)
    })
}

fn elements<T>(
    key: Written,
    input: ParseStream<'_>,
    element: impl Fn(ParseStream<'_>) -> syn::Result<T>,
) -> syn::Result<Vec<T>> {
    equals(key, input)?;
    if !input.peek(token::Bracket) {
        return Err(input.error(wrong(key)));
    }
    let content;
    let _: token::Bracket = bracketed!(content in input);
    whole(&content, |content| {
        let mut elements = Vec::new();
        while !content.is_empty() {
            elements.push(element(content)?);
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
        Ok(elements)
    })
}

/// Parses what is within brackets, and after an error leaves nothing of it that would be a second one.
pub(super) fn whole<T>(
    content: ParseStream<'_>,
    parse: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
) -> syn::Result<T> {
    let result = parse(content);
    while result.is_err() && !content.is_empty() {
        // Any token parses as a token tree.
        let _: syn::Result<TokenTree> = content.parse();
    }
    result
}

/// `key` or `key = true` or `key = false`
pub(crate) fn flag(key: Written, input: ParseStream<'_>) -> syn::Result<bool> {
    if !input.peek(Token![=]) {
        return Ok(true);
    }
    value::<LitBool>(key, input).map(|value| value.value)
}

pub(crate) fn blocking(key: Written, input: ParseStream<'_>) -> syn::Result<Blocking> {
    flag(key, input).map(|blocks| Blocking { blocks, span: key.span })
}

/// `key = "30s"`, with the unit `ms`, `s`, `m` or `h`
pub(crate) fn duration(key: Written, input: ParseStream<'_>) -> syn::Result<Milliseconds> {
    let text: LitStr = value(key, input)?;
    let written = text.value();
    let digits = written.trim_end_matches(|character: char| character.is_ascii_alphabetic());
    let unit = match &written[digits.len()..] {
        "ms" => Some(1),
        "s" => Some(1_000),
        "m" => Some(60_000),
        "h" => Some(3_600_000),
        _ => None,
    };
    let length = digits.parse::<u64>().ok().zip(unit).and_then(|(number, unit)| number.checked_mul(unit));
    match length {
        Some(0) => Err(syn::Error::new(text.span(), format!("{} of no length; leave it out", key.key.name))),
        Some(length) => Ok(Milliseconds(length)),
        None => {
            let message = format!(
                "unknown {} {written}; expected a number with ms, s, m or h, such as \"30s\"",
                key.key.name
            );
            Err(syn::Error::new(text.span(), message))
        }
    }
}

/// `key = some::path`
pub(crate) fn path(key: Written, input: ParseStream<'_>) -> syn::Result<Path> {
    value(key, input)
}

pub(crate) fn ident(key: Written, input: ParseStream<'_>) -> syn::Result<Ident> {
    value(key, input)
}

pub(crate) fn ty(key: Written, input: ParseStream<'_>) -> syn::Result<Type> {
    value(key, input)
}

pub(crate) fn crate_path(key: Written, input: ParseStream<'_>) -> syn::Result<CratePath> {
    equals(key, input)?;
    let span = input.span();
    let path = Path::parse_mod_style(input).map_err(|_| syn::Error::new(span, wrong(key)))?;
    CratePath::checked(path)
}

/// `key = "literal"`, a constant, `concat!(..)` or `include_str!(..)`
pub(crate) fn expression(key: Written, input: ParseStream<'_>) -> syn::Result<Expr> {
    let expression: Expr = value(key, input)?;
    match &expression {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
            not_blank(key.key.name, text.clone())?;
        }
        Expr::Path(_) | Expr::Macro(_) | Expr::Group(_) => {}
        _ => return Err(syn::Error::new(expression.span(), wrong(key))),
    }
    Ok(expression)
}

/// `icons = ["address", icon(src = "address", mime_type = "image/png", sizes = ["48x48"])]`
pub(crate) fn icons(key: Written, input: ParseStream<'_>) -> syn::Result<Vec<Icon>> {
    elements(key, input, |input| {
        if input.peek(LitStr) {
            let src = not_blank("the address", input.parse()?)?;
            return Ok(Icon { src, mime_type: None, sizes: Vec::new() });
        }
        let expected =
            "expected an address, or icon(src = \"...\", mime_type = \"...\", sizes = [\"48x48\"])";
        let word: Ident = input.parse().map_err(|error| syn::Error::new(error.span(), expected))?;
        if word != "icon" || !input.peek(token::Paren) {
            return Err(syn::Error::new(word.span(), expected));
        }
        let content;
        let _: token::Paren = parenthesized!(content in input);
        whole(&content, |content| icon(content, &word, expected))
    })
}

fn icon(content: ParseStream<'_>, word: &Ident, expected: &str) -> syn::Result<Icon> {
    let (mut src, mut mime_type, mut sizes) = (None, None, Vec::new());
    while !content.is_empty() {
        let part: Ident = content.parse().map_err(|error| syn::Error::new(error.span(), expected))?;
        content.parse::<Token![=]>().map_err(|error| syn::Error::new(error.span(), expected))?;
        match part.to_string().as_str() {
            "src" => src = Some(not_blank("the address", content.parse()?)?),
            "mime_type" => mime_type = Some(content.parse()?),
            "sizes" => {
                let list;
                let _: token::Bracket = bracketed!(list in content);
                sizes = Punctuated::<LitStr, Token![,]>::parse_terminated(&list)?.into_iter().collect();
            }
            _ => return Err(syn::Error::new(part.span(), expected)),
        }
        content.parse::<Option<Token![,]>>()?;
    }
    match src {
        Some(src) => Ok(Icon { src, mime_type, sizes }),
        None => Err(syn::Error::new(word.span(), expected)),
    }
}

/// `key = { "name": json, .. }`
pub(crate) fn object(key: Written, input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let group: Group = value(key, input)?;
    if group.delimiter() == Delimiter::Brace {
        Ok(TokenTree::Group(group).into())
    } else {
        Err(syn::Error::new(group.span(), wrong(key)))
    }
}
