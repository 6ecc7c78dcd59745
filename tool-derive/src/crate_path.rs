//! Where generated code finds `tool-core`: `::tool_core`, or what `crate = ..` says.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Path;

/// An absolute path to `tool-core`, or to a re-export of it.
#[derive(Clone, Debug)]
pub(crate) struct CratePath(Option<Path>);

impl CratePath {
    /// Returns the path under which a plain dependency is known.
    pub(crate) fn plain() -> Self {
        Self(None)
    }

    /// Checks what `crate = ..` says. A relative path would mean something else in each generated scope.
    pub(crate) fn checked(path: Path) -> syn::Result<Self> {
        let first = path.segments.first().map(|segment| segment.ident.to_string());
        let absolute = path.leading_colon.is_some() || matches!(first.as_deref(), Some("crate" | "$crate"));
        if absolute {
            Ok(Self(Some(path)))
        } else {
            let message = "path must be absolute: write ::my_reexport::tool_core or crate::...";
            Err(syn::Error::new_spanned(path, message))
        }
    }

    /// Returns the path with every token at a span, so that the compiler points there and not at the attribute.
    pub(crate) fn at(&self, span: Span) -> TokenStream {
        self.located(|_| span)
    }

    /// Returns the path as a path of generated code, for which no lint asks whether somebody could write it shorter.
    fn located(&self, place: impl Fn(Span) -> Span) -> TokenStream {
        let generated = |span: Span| Span::call_site().located_at(place(span));
        let Some(path) = &self.0 else { return quote_spanned!(generated(Span::call_site())=> ::tool_core) };
        let tokens = path.to_token_stream().into_iter().map(|mut token| {
            // `$crate` is nothing but its own hygiene.
            let span = if token.to_string() == "$crate" {
                token.span().located_at(place(token.span()))
            } else {
                generated(token.span())
            };
            token.set_span(span);
            token
        });
        tokens.collect()
    }
}

impl ToTokens for CratePath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.located(|span| span));
    }
}
