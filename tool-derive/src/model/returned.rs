//! What a function returns, as far as its spelling decides.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{
    AssocType, GenericArgument, Path, PathArguments, ReturnType, Type, TypeImplTrait, TypeParamBound,
    spanned::Spanned,
};

use crate::{
    errors::Errors,
    lifetimes::{Become, Lifetimes},
};

#[derive(Debug)]
pub(crate) struct Returned {
    /// The type, once it was awaited.
    pub(crate) ty: TokenStream,
    /// Where errors about the type are reported.
    pub(crate) span: Span,
    /// Whether it is `impl Future`: a boxed future is recognised by its type.
    pub(crate) future: bool,
}

impl Returned {
    /// Resolves a return type; one that cannot be described counts as nothing.
    pub(crate) fn resolve(
        output: &ReturnType,
        name: Span,
        lifetimes: &Lifetimes,
        errors: &mut Errors,
    ) -> Self {
        let nothing = Self { ty: quote!(()), span: name, future: false };
        let ty = match output {
            ReturnType::Default => return nothing,
            ReturnType::Type(_, ty) => &**ty,
        };
        let (described, future) = match ty {
            Type::ImplTrait(bounds) => match future_output(bounds) {
                Some(output) => (output, true),
                None => (ty, false),
            },
            ty => (ty, false),
        };
        if matches!(described, Type::Never(_)) {
            errors.over(described, "a tool has to return");
            return nothing;
        }
        if let Some(span) = opaque(described.to_token_stream()) {
            let message = "a tool cannot return impl Trait: its schema needs a type; name one, or return impl Future<Output = ..>";
            errors.at(span, message);
            return nothing;
        }
        Self { ty: lifetimes.replaced(described, Become::Inferred), span: described.span(), future }
    }
}

/// Takes `impl Future<Output = X> + ..` apart.
fn future_output(bounds: &TypeImplTrait) -> Option<&Type> {
    bounds.bounds.iter().find_map(|bound| match bound {
        TypeParamBound::Trait(bound) => output(&bound.path),
        _ => None,
    })
}

fn output(path: &Path) -> Option<&Type> {
    let segment = path.segments.last().filter(|segment| segment.ident == "Future")?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::AssocType(AssocType { ident, ty, .. }) if ident == "Output" => Some(ty),
        _ => None,
    })
}

fn opaque(tokens: TokenStream) -> Option<Span> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(word) if word == "impl" => Some(word.span()),
        TokenTree::Group(group) => opaque(group.stream()),
        _ => None,
    })
}
