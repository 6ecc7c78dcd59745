//! The pipeline of each attribute, from tokens to tokens.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::DeriveInput;

use crate::{
    check,
    crate_path::CratePath,
    errors::Errors,
    expand, fallback,
    keys::Place,
    model::{error_type::ErrorType, function::Function, methods::Methods, structure::Structure},
    parse::{self, args, function::Marked, methods::Block, parameter::Parameter},
};

/// `#[tool]` on a free function.
pub(crate) fn tool(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    let mut settings = args::settings(args, Place::Function, &mut errors);
    let Some(marked) = errors.keep(
        syn::parse2::<Marked>(item.clone()).map_err(|error| misplaced(error, &item, "fn", NOT_A_FUNCTION)),
    ) else {
        return with_errors(item, errors);
    };
    let mut function = parse::function::Function::unmark(marked, &mut errors);
    let krate = settings.krate.take().unwrap_or_else(CratePath::plain);
    if let Some(Parameter::Receiver(receiver)) = function.parameters.first() {
        errors.over(receiver, "a tool method needs #[tools] on its impl block");
        return with_errors(function.into_token_stream(), errors);
    }
    let companion = Function::companion(&settings, &function.sig.ident);
    let model = Function::resolve(krate, settings, &mut function, &mut errors);
    check::function(&model, &mut errors);
    let Some(errors) = errors.finish() else {
        let expansion = expand::companion::companion(&model, &companion);
        return quote!(#function #expansion);
    };
    let stand_in = fallback::companion(&model.krate, &model.vis, &companion);
    quote!(#function #stand_in #errors)
}

/// `#[tools]` on an impl block.
pub(crate) fn tools(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    let settings = args::settings(args, Place::Block, &mut errors);
    let Some(block) = errors.keep(
        syn::parse2::<Block>(item.clone()).map_err(|error| misplaced(error, &item, "impl", NOT_A_BLOCK)),
    ) else {
        return with_errors(item, errors);
    };
    let (model, block) = Methods::resolve(settings, block, &mut errors);
    check::methods(&model, &mut errors);
    let Some(errors) = errors.finish() else {
        let expansion = expand::methods::tool_set(&model);
        return quote!(#block #expansion);
    };
    let stand_in = fallback::tool_set(&model.krate, &model.generics, &model.self_ty);
    quote!(#block #stand_in #errors)
}

/// `#[derive(Tool)]` on an argument struct.
pub(crate) fn derive(item: TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    let Some(input) = errors.keep(syn::parse2::<DeriveInput>(item)) else {
        return with_errors(TokenStream::new(), errors);
    };
    let model = Structure::resolve(&input, &mut errors);
    check::facts(&model.facts, &mut errors);
    let Some(errors) = errors.finish() else { return expand::structure::tool(&model) };
    let stand_in =
        fallback::structure(&model.krate, &model.vis, &model.ident, &input.generics, &model.companion);
    quote!(#stand_in #errors)
}

/// `#[derive(IntoToolError)]` on an error type.
pub(crate) fn derive_into_tool_error(item: TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    let Some(input) = errors.keep(syn::parse2::<DeriveInput>(item)) else {
        return with_errors(TokenStream::new(), errors);
    };
    let model = ErrorType::resolve(&input, &mut errors);
    check::error_type(&model, &mut errors);
    let Some(errors) = errors.finish() else { return expand::error_type::conversion(&model) };
    let stand_in = fallback::error_type(&model);
    quote!(#stand_in #errors)
}

fn with_errors(item: impl ToTokens, errors: Errors) -> TokenStream {
    let errors = errors.finish();
    quote!(#item #errors)
}

const NOT_A_FUNCTION: &str =
    "#[tool] goes on a function; use #[tools] on an impl block and #[derive(Tool)] on a struct";
const NOT_A_BLOCK: &str = "#[tools] goes on an impl block; use #[tool] on a function";

/// Tells an item of another kind from one of the right kind that is not finished yet.
fn misplaced(error: syn::Error, item: &TokenStream, keyword: &str, message: &str) -> syn::Error {
    let right_kind =
        item.clone().into_iter().any(|token| matches!(token, TokenTree::Ident(word) if word == keyword));
    if right_kind { error } else { syn::Error::new_spanned(item, message) }
}
