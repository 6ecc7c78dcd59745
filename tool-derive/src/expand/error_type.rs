//! The conversion of an application's error.
//!
//! ```text
//! impl From<NoteError> for ToolError {
//!     fn from(error: NoteError) -> Self {
//!         match &error {
//!             NoteError::Gone { id: field_id, .. } => ToolError::new("gone", format!("no note {field_id}", field_id = field_id)),
//!             NoteError::Locked { .. } => ToolError::new("locked", ToString::to_string(&error)),
//!             NoteError::Store { .. } => hidden::<NoteError>().explain(error),
//!         }
//!     }
//! }
//! ```

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::local;
use crate::model::{
    error_type::{Case, ErrorType, Told, Words},
    message::{Field, Message},
};

pub(crate) fn conversion(ty: &ErrorType) -> TokenStream {
    let error = local("error");
    let body = if ty.cases.is_empty() {
        // A reference to what has no cases would be taken for something.
        quote!(match #error {})
    } else {
        let arms = ty.cases.iter().map(|case| arm(ty, case));
        quote!(match &#error { #(#arms)* })
    };
    implementation(ty, &quote!(#error), &body)
}

/// Emits the conversion with this body.
pub(crate) fn implementation(ty: &ErrorType, parameter: &TokenStream, body: &TokenStream) -> TokenStream {
    let ErrorType { krate, ident, generics, .. } = ty;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let permission = ty.deprecated.then(|| quote!(#[allow(deprecated)]));
    quote! {
        #permission
        #[automatically_derived]
        impl #impl_generics ::core::convert::From<#ident #ty_generics> for #krate::ToolError #where_clause {
            fn from(#parameter: #ident #ty_generics) -> Self {
                #body
            }
        }
    }
}

fn arm(ty: &ErrorType, case: &Case) -> TokenStream {
    let ErrorType { krate, ident, generics, .. } = ty;
    let (error, variant) = (local("error"), case.variant.iter());
    let path = quote!(#ident #(::#variant)*);
    let Some(Told { code, words, .. }) = &case.told else {
        let (_, ty_generics, _) = generics.split_for_impl();
        return quote!(#path { .. } => #krate::__private::hidden::<#ident #ty_generics>().explain(#error),);
    };
    let (bindings, text) = match words {
        Words::Display(span) => {
            let text = quote_spanned!(*span=> ::std::string::ToString::to_string(&#error));
            (TokenStream::new(), text)
        }
        Words::Message(Message { text, fields }) => {
            let (mut bindings, mut arguments) = (TokenStream::new(), TokenStream::new());
            for Field { member, local } in fields {
                bindings.extend(quote!(#member: #local,));
                arguments.extend(quote!(, #local = #local));
            }
            (bindings, quote!(::std::format!(#text #arguments)))
        }
    };
    quote!(#path { #bindings .. } => #krate::ToolError::new(#code, #text),)
}
