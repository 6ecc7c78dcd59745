//! An argument struct as a tool.

use proc_macro2::Ident;
use quote::format_ident;
use syn::{
    Attribute, Data, DataStruct, DeriveInput, Expr, ExprLit, Field, Fields, Lit, Meta, MetaNameValue, Token,
    Visibility, ext::IdentExt, punctuated::Punctuated, spanned::Spanned,
};

use super::facts::{self, Facts};
use crate::{
    crate_path::CratePath, docs::Description, errors::Errors, keys::Place, parse::args, settings::Settings,
};

#[derive(Debug)]
pub(crate) struct Structure {
    pub(crate) krate: CratePath,
    pub(crate) facts: Facts,
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    pub(crate) companion: Ident,
    /// Other names that are taken for a field, each with the name that is advertised.
    pub(crate) aliases: Vec<(String, String)>,
}

impl Structure {
    pub(crate) fn resolve(input: &DeriveInput, errors: &mut Errors) -> Self {
        let mut settings = settings(&input.attrs, errors);
        let krate = settings.krate.take().unwrap_or_else(CratePath::plain);
        let companion =
            settings.companion.clone().unwrap_or_else(|| format_ident!("tool", span = input.ident.span()));
        let facts = Facts::new(settings, &input.ident, facts::of_struct(&input.ident), &input.attrs);
        if !input.generics.params.is_empty() {
            errors.over(&input.generics, "generic structs cannot be tools: each tool has one schema");
        }
        let aliases = fields(input, facts.exposed(), errors);
        Self { krate, facts, vis: input.vis.clone(), ident: input.ident.clone(), companion, aliases }
    }
}

/// Reads every `#[tool(..)]`; a derive may have several.
fn settings(attrs: &[Attribute], errors: &mut Errors) -> Settings {
    let mut written = proc_macro2::TokenStream::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("tool")) {
        match &attr.meta {
            Meta::List(list) => {
                let tokens = &list.tokens;
                written.extend(quote::quote!(#tokens,));
            }
            meta => errors.over(meta, "write #[tool(key = value, ..)]"),
        }
    }
    args::settings(written, Place::Struct, errors)
}

/// Checks the fields, and returns their other names.
fn fields(input: &DeriveInput, exposed: bool, errors: &mut Errors) -> Vec<(String, String)> {
    let Data::Struct(DataStruct { fields: Fields::Named(fields), .. }) = &input.data else {
        let name = &input.ident;
        let message =
            format!("the arguments of a tool are a struct with named fields; write struct {name} {{ .. }}");
        errors.at(name.span(), message);
        return Vec::new();
    };
    let renamed = metas(&input.attrs, "serde").iter().any(|meta| meta.path().is_ident("rename_all"));
    if !metas(&input.attrs, "serde").iter().any(|meta| meta.path().is_ident("deny_unknown_fields")) {
        let message = "unknown arguments would be ignored; add #[serde(deny_unknown_fields)] to the struct";
        errors.at(input.ident.span(), message);
    }
    fields.named.iter().flat_map(|field| check_field(field, exposed, renamed, errors)).collect()
}

fn check_field(field: &Field, exposed: bool, renamed: bool, errors: &mut Errors) -> Vec<(String, String)> {
    let serde = metas(&field.attrs, "serde");
    let rename = serde.iter().find(|meta| meta.path().is_ident("rename")).and_then(text);
    let ident = field.ident.as_ref().map(|ident| ident.unraw().to_string()).unwrap_or_default();
    let mut aliases = Vec::new();
    for meta in &serde {
        if meta.path().is_ident("flatten") {
            errors.over(
                meta,
                "flatten hides which arguments a tool takes; write them as fields, or as one field",
            );
        }
        let Some(alias) = text(meta).filter(|_| meta.path().is_ident("alias")) else { continue };
        match &rename {
            Some(name) => aliases.push((alias, name.clone())),
            None if renamed => {
                errors.over(meta, "an alias beside rename_all stands for a name that only serde knows; add rename to the field");
            }
            None => aliases.push((alias, ident.clone())),
        }
    }
    let described = Description::of(&field.attrs).is_some()
        || metas(&field.attrs, "schemars").iter().any(|meta| meta.path().is_ident("description"));
    if exposed && !described {
        let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
        let message =
            format!("an exposed tool needs a description of {name}: add a doc comment to the field");
        errors.at(field.span(), message);
    }
    aliases
}

/// Returns the text of `key = "text"`.
fn text(meta: &Meta) -> Option<String> {
    match meta {
        Meta::NameValue(MetaNameValue { value: Expr::Lit(ExprLit { lit: Lit::Str(text), .. }), .. }) => {
            Some(text.value())
        }
        _ => None,
    }
}

fn metas(attrs: &[Attribute], path: &str) -> Vec<Meta> {
    attrs
        .iter()
        .filter(|attr| attr.path().is_ident(path))
        // What does not parse here is reported by the derive it is for.
        .filter_map(|attr| attr.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok())
        .flatten()
        .collect()
}
