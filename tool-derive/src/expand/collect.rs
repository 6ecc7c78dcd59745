//! The nomination of a tool as a link-time candidate.
//!
//! ```text
//! submit! { "archive_note", App, archive_note_tool::<App> }
//! ```

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Type, spanned::Spanned};

use crate::{crate_path::CratePath, model::facts::Facts};

/// Emits the nomination; `companion` is the path of the function that returns the tool.
pub(super) fn nominate(krate: &CratePath, facts: &Facts, companion: &TokenStream) -> Option<TokenStream> {
    let state: &Type = facts.settings.collect.as_ref()?;
    let (name, span) = (&facts.name.text, state.span());
    let krate = krate.at(span);
    // A feature that is missing is reported at the key.
    let submit = quote_spanned!(span=> #krate::__private::submit!);
    Some(quote!(#submit { #name, #state, #companion::<#state> }))
}
