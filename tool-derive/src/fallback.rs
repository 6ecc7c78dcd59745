//! What is emitted when there are errors: something for whoever registers the tool, so that no second error follows.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Generics, Type, Visibility};

use crate::{crate_path::CratePath, expand, model::error_type::ErrorType};

fn state_type() -> Ident {
    Ident::new("__ToolState", Span::call_site())
}

/// Emits a companion that is never reached.
pub(crate) fn companion(krate: &CratePath, vis: &Visibility, name: &Ident) -> TokenStream {
    let state = state_type();
    quote! {
        #[doc(hidden)]
        #vis fn #name<#state>() -> #krate::ToolDef<#state> {
            ::core::unreachable!()
        }
    }
}

/// Emits the tools of a block that are never asked for.
pub(crate) fn tool_set(krate: &CratePath, generics: &Generics, self_ty: &Type) -> TokenStream {
    let state = state_type();
    let parameters = &generics.params;
    let comma = if parameters.empty_or_trailing() { None } else { Some(quote!(,)) };
    let predicates = generics.where_clause.as_ref();
    quote! {
        impl<#parameters #comma #state> #krate::ToolSet<#state> for #self_ty #predicates {
            fn tools() -> ::std::vec::Vec<#krate::ToolDef<#state>> {
                ::core::unreachable!()
            }
        }
    }
}

/// Emits a conversion that is never reached.
pub(crate) fn error_type(ty: &ErrorType) -> TokenStream {
    expand::error_type::implementation(ty, &quote!(_), &quote!(::core::unreachable!()))
}

/// Emits the companion of a struct that is never reached.
pub(crate) fn structure(
    krate: &CratePath,
    vis: &Visibility,
    ident: &Ident,
    generics: &Generics,
    name: &Ident,
) -> TokenStream {
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let companion = companion(krate, vis, name);
    quote!(impl #impl_generics #ident #ty_generics #where_clause { #companion })
}
