//! Model to tokens; nothing here can fail. One file for each item that is emitted.

mod call;
mod collect;
pub(crate) mod companion;
mod conditions;
pub(crate) mod error_type;
mod input;
mod metadata;
pub(crate) mod methods;
mod state;
pub(crate) mod structure;
mod tool;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::model::function::Function;

/// The state type of the registry, in generated generics. Type parameters have no hygiene, hence the spelling.
fn state_type() -> Ident {
    Ident::new("__ToolState", Span::call_site())
}

/// A local variable that no name of the user's code can meet.
fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// A guard in front of an item or a statement.
fn guard(condition: Option<&TokenStream>) -> TokenStream {
    condition.map(|condition| quote!(#[cfg(#condition)])).unwrap_or_default()
}

/// Allows generated code to call a function that people should not call any more.
fn permission(function: &Function) -> Option<TokenStream> {
    function.deprecated.then(|| quote!(#[allow(deprecated)]))
}

/// What is documented about a function that returns a tool.
fn companion_doc(name: &str) -> String {
    format!(" Returns the tool `{name}`, to be registered with `RegistryBuilder::tool`.")
}
