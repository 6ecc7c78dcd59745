//! A parameter with its part in a call: who supplies it, and how it is handed over.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, Meta, Receiver, ReceiverKind, Token, Type, punctuated::Punctuated, spanned::Spanned};

use super::argument::Argument;
use crate::{
    errors::Errors,
    lifetimes::{Become, Lifetimes},
    parse::parameter::{self as parse, Marker, Typed},
};

#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) supply: Supply,
    /// The predicate under which the parameter exists.
    pub(crate) cfg: Option<TokenStream>,
}

/// Who supplies a parameter.
#[derive(Debug)]
pub(crate) enum Supply {
    /// The call, by `FromCall`.
    Context { ty: TokenStream, span: Span },
    /// The model.
    Model(Box<Argument>),
    /// The registry's state, by `Provides`.
    State { part: TokenStream, access: Access, span: Span },
}

/// How a part of the state is handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Clone,
    Lend,
    /// Lends it to one call at a time.
    Lock,
}

impl Parameter {
    /// Resolves a parameter; `None` when it has an error.
    pub(crate) fn resolve(
        written: parse::Parameter,
        lifetimes: &Lifetimes,
        errors: &mut Errors,
    ) -> Option<Self> {
        match written {
            parse::Parameter::Receiver(receiver) => {
                Some(Self { supply: self::receiver(&receiver, lifetimes), cfg: None })
            }
            parse::Parameter::Typed(written) => {
                let cfg = predicate(&written.cfgs);
                let supply = match written.marker {
                    Some(Marker::Context) => {
                        refuse_own(&written, errors);
                        let ty = lifetimes.replaced(&written.ty, Become::Inferred);
                        Supply::Context { ty, span: written.ty.span() }
                    }
                    Some(Marker::State) => {
                        refuse_own(&written, errors);
                        state(&written.ty, lifetimes)
                    }
                    None => Supply::Model(Box::new(Argument::resolve(*written, lifetimes, errors)?)),
                };
                Some(Self { supply, cfg })
            }
        }
    }

    pub(crate) fn argument(&self) -> Option<&Argument> {
        match &self.supply {
            Supply::Model(argument) => Some(argument),
            Supply::Context { .. } | Supply::State { .. } => None,
        }
    }
}

fn state(ty: &Type, lifetimes: &Lifetimes) -> Supply {
    let (part, access) = match ty {
        Type::Reference(reference) if reference.mutability.is_some() => (&*reference.elem, Access::Lock),
        Type::Reference(reference) => (&*reference.elem, Access::Lend),
        ty => (ty, Access::Clone),
    };
    let span = ty.span();
    let part = match part {
        // `&(dyn Repo + Send)` in a signature is `dyn Repo + Send` in a bound.
        Type::Paren(inner) => inner.elem.to_token_stream(),
        part => part.to_token_stream(),
    };
    Supply::State { part: lifetimes.replaced(part, Become::Static), access, span }
}

fn receiver(receiver: &Receiver, lifetimes: &Lifetimes) -> Supply {
    let span = receiver.self_token.span;
    let (part, access) = match &receiver.kind {
        ReceiverKind::Typed(_, ty) => return state(ty, lifetimes),
        ReceiverKind::Reference(_, _, Some(_)) => (quote!(Self), Access::Lock),
        ReceiverKind::Reference(..) => (quote!(Self), Access::Lend),
        _ => (quote!(Self), Access::Clone),
    };
    Supply::State { part, access, span }
}

fn refuse_own(written: &Typed, errors: &mut Errors) {
    for attr in &written.own {
        errors.over(attr, "this attribute is for what the model supplies; the host supplies this parameter");
    }
}

/// Returns what all `#[cfg(..)]` among the attributes say together, behind a `cfg_attr` or not.
pub(crate) fn predicate(attrs: &[Attribute]) -> Option<TokenStream> {
    let predicates: Vec<_> = attrs.iter().flat_map(predicates).collect();
    match predicates.as_slice() {
        [] => None,
        [one] => Some(one.clone()),
        several => Some(quote!(all(#(#several),*))),
    }
}

fn predicates(attr: &Attribute) -> Vec<TokenStream> {
    let Meta::List(list) = &attr.meta else { return Vec::new() };
    if list.path.is_ident("cfg") {
        return vec![list.tokens.clone()];
    }
    if !list.path.is_ident("cfg_attr") {
        return Vec::new();
    }
    let Ok(metas) = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated) else {
        return Vec::new();
    };
    let mut metas = metas.into_iter();
    let Some(condition) = metas.next() else { return Vec::new() };
    metas
        .filter_map(|meta| match meta {
            Meta::List(inner) if inner.path.is_ident("cfg") => Some(inner.tokens),
            _ => None,
        })
        .map(|inner| quote!(any(not(#condition), #inner)))
        .collect()
}
