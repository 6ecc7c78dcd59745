//! A function up to its body. The body stays raw tokens: it is not ours, and half a body is no reason to fail.

use proc_macro2::TokenStream;
use quote::{ToTokens, TokenStreamExt};
use syn::{
    Attribute, Signature, Visibility,
    parse::{Parse, ParseStream},
};

use super::parameter::{self, Parameter};
use crate::errors::Errors;

/// A function whose parameters still carry their markers.
pub(crate) struct Marked {
    pub(crate) attrs: Vec<Attribute>,
    pub(super) vis: Visibility,
    pub(super) sig: Signature,
    pub(super) body: TokenStream,
}

impl Parse for Marked {
    /// Accepted: attributes, visibility, signature, and whatever follows.
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Self {
            attrs: input.call(Attribute::parse_outer)?,
            vis: input.parse()?,
            sig: input.parse()?,
            body: input.parse()?,
        })
    }
}

/// A function as the rest of the program sees it, and what its parameters said to us.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    pub(crate) parameters: Vec<Parameter>,
    body: TokenStream,
}

impl Function {
    /// Takes our attributes off the parameters.
    pub(crate) fn unmark(marked: Marked, errors: &mut Errors) -> Self {
        let Marked { attrs, vis, mut sig, body } = marked;
        let parameters = parameter::take(&mut sig, errors);
        Self { attrs, vis, sig, parameters, body }
    }
}

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append_all(&self.attrs);
        self.vis.to_tokens(tokens);
        self.sig.to_tokens(tokens);
        self.body.to_tokens(tokens);
    }
}

impl ToTokens for Marked {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append_all(&self.attrs);
        self.vis.to_tokens(tokens);
        self.sig.to_tokens(tokens);
        self.body.to_tokens(tokens);
    }
}
