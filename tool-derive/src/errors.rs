//! Collects every error of one expansion, so that all of them are reported at once.

use std::{fmt, thread};

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// The errors of one expansion.
///
/// Parsing and checking go on after an error. Whoever holds the sink has to ask it at the end; dropping it unasked is
/// a bug that panics.
#[derive(Debug)]
pub(crate) struct Errors {
    list: Vec<syn::Error>,
    asked: bool,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self { list: Vec::new(), asked: false }
    }

    /// Reports an error at one token.
    pub(crate) fn at(&mut self, span: Span, message: impl fmt::Display) {
        self.list.push(syn::Error::new(span, message));
    }

    /// Reports an error over all of these tokens.
    pub(crate) fn over(&mut self, tokens: impl ToTokens, message: impl fmt::Display) {
        self.list.push(syn::Error::new_spanned(tokens, message));
    }

    pub(crate) fn push(&mut self, error: syn::Error) {
        self.list.push(error);
    }

    /// Keeps the value or reports the error.
    pub(crate) fn keep<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// Returns the `compile_error!` of every error; `None` when there is none.
    pub(crate) fn finish(mut self) -> Option<TokenStream> {
        self.asked = true;
        if self.list.is_empty() {
            return None;
        }
        Some(self.list.iter().map(syn::Error::to_compile_error).collect())
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        assert!(self.asked || thread::panicking(), "the errors of an expansion were never asked for");
    }
}
