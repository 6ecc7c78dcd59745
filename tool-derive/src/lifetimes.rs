//! The lifetimes of a function's signature, where its types are written outside of it.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Generics;

/// What a lifetime of the signature becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Become {
    /// Whatever fits, in expressions.
    Inferred,
    /// In bounds, and for what is decoded: it borrows from nothing.
    Static,
}

/// The lifetimes that a function declares itself. Those of its impl block are in scope wherever its types are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lifetimes(Vec<Ident>);

impl Lifetimes {
    pub(crate) fn of(generics: &Generics) -> Self {
        Self(generics.lifetimes().map(|parameter| parameter.lifetime.ident.clone()).collect())
    }

    /// Returns a type with the lifetimes replaced. Works on tokens, because nothing else of a type matters here.
    pub(crate) fn replaced(&self, ty: impl ToTokens, with: Become) -> TokenStream {
        self.stream(ty.to_token_stream(), with)
    }

    fn stream(&self, tokens: TokenStream, with: Become) -> TokenStream {
        let mut after_quote = false;
        tokens
            .into_iter()
            .map(|token| {
                let is_name = std::mem::replace(&mut after_quote, is_quote(&token));
                match token {
                    TokenTree::Ident(name) if is_name => self.name(name, with).into(),
                    TokenTree::Group(group) => {
                        let mut replaced = Group::new(group.delimiter(), self.stream(group.stream(), with));
                        replaced.set_span(group.span());
                        replaced.into()
                    }
                    token => token,
                }
            })
            .collect()
    }

    fn name(&self, name: Ident, with: Become) -> Ident {
        let anonymous = name == "_";
        if !anonymous && !self.0.contains(&name) {
            return name;
        }
        match with {
            Become::Inferred => Ident::new("_", name.span()),
            Become::Static => Ident::new("static", name.span()),
        }
    }
}

fn is_quote(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == '\'')
}
