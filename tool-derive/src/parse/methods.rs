//! An impl block with tool methods. What is not a tool method stays raw tokens.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt};
use syn::{
    Attribute, Generics, ImplItem, Path, Token, Type, Visibility, braced,
    parse::{Parse, ParseStream, discouraged::Speculative},
    token,
};

use super::function::Marked;

/// An impl block, item by item.
pub(crate) struct Block {
    pub(crate) attrs: Vec<Attribute>,
    unsafety: Option<Token![unsafe]>,
    impl_token: Token![impl],
    pub(crate) generics: Generics,
    pub(crate) trait_: Option<(Path, Token![for])>,
    pub(crate) self_ty: Type,
    brace: token::Brace,
    pub(crate) items: Vec<Item>,
}

/// One item of an impl block.
pub(crate) enum Item {
    /// A function, whether it is a tool or not.
    Function(Box<Marked>),
    /// A macro call; it may make methods, which nobody can see yet.
    Macro(TokenStream),
    Other(TokenStream),
}

impl Parse for Block {
    /// Accepted: `impl<..> Type where .. { items }`, and `impl<..> Trait for Type ..` so that it can be refused.
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let unsafety = input.parse()?;
        let impl_token = input.parse()?;
        let mut generics: Generics = input.parse()?;
        let mut self_ty: Type = input.parse()?;
        let mut trait_ = None;
        if input.peek(Token![for]) {
            let path = syn::parse2(self_ty.into_token_stream())?;
            trait_ = Some((path, input.parse()?));
            self_ty = input.parse()?;
        }
        generics.where_clause = input.parse()?;
        let content;
        let brace = braced!(content in input);
        let mut items = Vec::new();
        while !content.is_empty() {
            items.push(content.parse()?);
        }
        Ok(Self { attrs, unsafety, impl_token, generics, trait_, self_ty, brace, items })
    }
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        if let Ok(function) = method(&ahead) {
            input.advance_to(&ahead);
            return Ok(Self::Function(Box::new(function)));
        }
        match input.parse()? {
            ImplItem::Macro(call) => Ok(Self::Macro(call.into_token_stream())),
            item => Ok(Self::Other(item.into_token_stream())),
        }
    }
}

/// Accepted: attributes, visibility, signature, and one group in braces that is not looked into.
fn method(input: ParseStream<'_>) -> syn::Result<Marked> {
    let attrs = input.call(Attribute::parse_outer)?;
    let vis: Visibility = input.parse()?;
    let sig = input.parse()?;
    if !input.peek(token::Brace) {
        return Err(input.error("expected a body"));
    }
    let body: TokenTree = input.parse()?;
    Ok(Marked { attrs, vis, sig, body: body.into() })
}

impl Block {
    /// Emits the block with these items.
    pub(crate) fn with_items(&self, items: impl ToTokens) -> TokenStream {
        let mut tokens = TokenStream::new();
        tokens.append_all(&self.attrs);
        self.unsafety.to_tokens(&mut tokens);
        self.impl_token.to_tokens(&mut tokens);
        self.generics.to_tokens(&mut tokens);
        if let Some((path, for_token)) = &self.trait_ {
            path.to_tokens(&mut tokens);
            for_token.to_tokens(&mut tokens);
        }
        self.self_ty.to_tokens(&mut tokens);
        self.generics.where_clause.to_tokens(&mut tokens);
        self.brace.surround(&mut tokens, |tokens| items.to_tokens(tokens));
        tokens
    }
}
