//! A message with fields in braces, as `format!` has variables: `"there is no note {id}"`, `"{0} is taken"`.

use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::{Fields, Index, LitStr, Member, ext::IdentExt};

use crate::{errors::Errors, suggestion::instead};

#[derive(Debug)]
pub(crate) struct Message {
    /// The text for `format!`, in which each field is an argument by its [`Field::local`] name.
    pub(crate) text: LitStr,
    /// The fields that the text has, each once.
    pub(crate) fields: Vec<Field>,
}

#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) member: Member,
    pub(crate) local: Ident,
}

impl Message {
    /// Resolves the fields. What the text does wrong beside is left to `format!`, which says it at the literal.
    ///
    /// Accepted: `{name}`, `{0}`, each with a `:` and what `format!` takes after it, and `{{` and `}}`.
    pub(super) fn resolve(written: &LitStr, among: &Fields, errors: &mut Errors) -> Self {
        let (value, mut text, mut fields) = (written.value(), String::new(), Vec::new());
        let mut rest = value.as_str();
        while let Some((before, from)) = rest.find(['{', '}']).map(|at| rest.split_at(at)) {
            text.push_str(before);
            let close = from.find('}').filter(|_| from.starts_with('{') && !from.starts_with("{{"));
            let Some(close) = close else {
                // A doubled brace, or one that `format!` refuses.
                let (braces, after) = from.split_at(from.len().min(2));
                text.push_str(braces);
                rest = after;
                continue;
            };
            let inside = &from[1..close];
            let (name, format) = inside.split_at(inside.find(':').unwrap_or(inside.len()));
            if let Some(field) = Field::resolve(name.trim(), written, among, errors) {
                text.extend(["{", &field.local.to_string(), format, "}"]);
                if fields.iter().all(|known: &Field| known.local != field.local) {
                    fields.push(field);
                }
            }
            rest = &from[close + 1..];
        }
        text.push_str(rest);
        Self { text: LitStr::new(&text, written.span()), fields }
    }
}

impl Field {
    fn resolve(name: &str, message: &LitStr, among: &Fields, errors: &mut Errors) -> Option<Self> {
        let names: Vec<_> = among.members().map(|member| spelled(&member)).collect();
        let Some(member) = among.members().find(|member| spelled(member) == name) else {
            let names: Vec<_> = names.iter().map(String::as_str).collect();
            errors.at(message.span(), unknown(name, &names));
            return None;
        };
        Some(Self {
            member,
            local: format_ident!("field_{name}", span = message.span().resolved_at(Span::mixed_site())),
        })
    }
}

fn spelled(member: &Member) -> String {
    match member {
        Member::Named(ident) => ident.unraw().to_string(),
        Member::Unnamed(Index { index, .. }) => index.to_string(),
    }
}

fn unknown(name: &str, names: &[&str]) -> String {
    match (name, names) {
        (_, []) => format!("unknown field {{{name}}}; there are no fields here"),
        ("", [first, ..]) => format!("{{}} names no field; write {{{first}}}"),
        _ => format!("unknown field {name}; {}", instead(name, names)),
    }
}
