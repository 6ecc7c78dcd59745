//! An error type of the application: which of its cases the model reads, under which code and in which words.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Fields, Generics, LitStr, Meta, Variant, spanned::Spanned};

use super::message::Message;
use crate::{
    crate_path::CratePath, errors::Errors, keys::Place, parse::args, settings::Settings, words::joined,
};

#[derive(Debug)]
pub(crate) struct ErrorType {
    pub(crate) krate: CratePath,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    /// Whether the compiler warns about uses of the type or of a variant.
    pub(crate) deprecated: bool,
    /// The variants; of a struct, itself.
    pub(crate) cases: Vec<Case>,
}

/// One way to fail.
#[derive(Debug)]
pub(crate) struct Case {
    /// `None` for a struct.
    pub(crate) variant: Option<Ident>,
    /// What the model reads; `None` when nobody chose that it reads anything.
    pub(crate) told: Option<Told>,
}

/// What the model reads.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) code: String,
    /// The code as it was written, else the name that it follows from.
    pub(crate) code_span: Span,
    pub(crate) words: Words,
}

#[derive(Debug)]
pub(crate) enum Words {
    /// The error's own; errors about them are reported at the attribute.
    Display(Span),
    Message(Message),
}

impl ErrorType {
    pub(crate) fn resolve(input: &DeriveInput, errors: &mut Errors) -> Self {
        let mut krate = None;
        let cases = match &input.data {
            Data::Enum(data) => {
                let (settings, chosen) = read(&input.attrs, Place::ErrorEnum, errors);
                krate = settings.krate;
                if let Some(span) = chosen.or(settings.message.map(|text| text.span())) {
                    errors.at(
                        span,
                        "what the model reads is chosen case by case; write #[tool_error] on variants",
                    );
                }
                let case = |variant: &Variant, errors: &mut Errors| {
                    let (settings, chosen) = read(&variant.attrs, Place::Variant, errors);
                    let told = Told::resolve(&settings, chosen, &variant.ident, &variant.fields, errors);
                    Case { variant: Some(variant.ident.clone()), told }
                };
                data.variants.iter().map(|variant| case(variant, errors)).collect()
            }
            Data::Struct(data) => {
                let (mut settings, chosen) = read(&input.attrs, Place::ErrorStruct, errors);
                krate = settings.krate.take();
                let told = Told::resolve(&settings, chosen, &input.ident, &data.fields, errors);
                vec![Case { variant: None, told }]
            }
            Data::Union(data) => {
                errors.at(data.union_token.span, "a union does not say which case it holds; use an enum");
                Vec::new()
            }
        };
        let deprecated = attributes(input).any(|attr| attr.path().is_ident("deprecated"));
        Self {
            krate: krate.unwrap_or_else(CratePath::plain),
            ident: input.ident.clone(),
            generics: input.generics.clone(),
            deprecated,
            cases,
        }
    }
}

impl Told {
    fn resolve(
        settings: &Settings,
        chosen: Option<Span>,
        name: &Ident,
        fields: &Fields,
        errors: &mut Errors,
    ) -> Option<Self> {
        for attr in fields.iter().flat_map(|field| &field.attrs).filter(|attr| is_ours(attr)) {
            errors.over(
                attr,
                "#[tool_error] goes on the variant or the struct; its message names the field as {field}",
            );
        }
        let (code, code_span) = match &settings.code {
            Some(code) => (code.value(), code.span()),
            None => (joined(name, '-'), name.span()),
        };
        let words = match &settings.message {
            Some(text) => Words::Message(Message::resolve(text, fields, errors)),
            None => Words::Display(chosen.or(settings.code.as_ref().map(LitStr::span))?),
        };
        Some(Self { code, code_span, words })
    }
}

/// Reads every `#[tool_error(..)]`, and returns where one of them says nothing but that the model reads the error.
fn read(attrs: &[Attribute], place: Place, errors: &mut Errors) -> (Settings, Option<Span>) {
    let (mut written, mut chosen) = (TokenStream::new(), None);
    for attr in attrs.iter().filter(|attr| is_ours(attr)) {
        match &attr.meta {
            Meta::Path(path) => chosen = Some(path.span()),
            Meta::List(list) if list.tokens.is_empty() => chosen = Some(list.path.span()),
            Meta::List(list) => {
                let tokens = &list.tokens;
                written.extend(quote!(#tokens,));
            }
            Meta::NameValue(_) => errors.over(attr, "write #[tool_error(\"...\", code = \"...\")]"),
        }
    }
    (args::settings(written, place, errors), chosen)
}

fn is_ours(attr: &Attribute) -> bool {
    attr.path().is_ident("tool_error")
}

fn attributes(input: &DeriveInput) -> impl Iterator<Item = &Attribute> {
    let variants = match &input.data {
        Data::Enum(data) => Some(data.variants.iter().flat_map(|variant| &variant.attrs)),
        Data::Struct(_) | Data::Union(_) => None,
    };
    input.attrs.iter().chain(variants.into_iter().flatten())
}
