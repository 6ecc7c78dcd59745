//! What tools need from the registry's state, as bounds and as expressions.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use super::state_type;
use crate::{
    crate_path::CratePath,
    model::parameter::{Access, Parameter, Supply},
};

/// Emits `State: Send + Sync + 'static + Provides<A> + Provides<B>`, each part once.
pub(super) fn bound<'a>(
    krate: &CratePath,
    parameters: impl IntoIterator<Item = &'a Parameter>,
) -> TokenStream {
    let state = state_type();
    let mut parts: Vec<TokenStream> = Vec::new();
    for parameter in parameters {
        if let Supply::State { part, access, .. } = &parameter.supply {
            let part = provided(part, *access);
            if !parts.iter().any(|known| known.to_string() == part.to_string()) {
                parts.push(part);
            }
        }
    }
    quote! {
        #state: ::core::marker::Send + ::core::marker::Sync + 'static #(+ #krate::Provides<#parts>)*
    }
}

/// Emits the expression that hands a part of the state to the function.
pub(super) fn handed(
    krate: &CratePath,
    part: &TokenStream,
    access: Access,
    span: Span,
    state: &TokenStream,
) -> TokenStream {
    let (krate_at, own) = (krate.at(span), state_type());
    let provided = provided(part, access);
    let lent = quote_spanned!(span=> <#own as #krate_at::Provides<#provided>>::provide(#state));
    match access {
        Access::Clone => quote_spanned!(span=> ::core::clone::Clone::clone(#lent)),
        Access::Lend => lent,
        Access::Lock => quote_spanned!(span=> &mut *#krate_at::__private::lock(#lent)?),
    }
}

fn provided(part: &TokenStream, access: Access) -> TokenStream {
    match access {
        Access::Clone | Access::Lend => part.clone(),
        Access::Lock => quote!(::std::sync::Mutex<#part>),
    }
}
