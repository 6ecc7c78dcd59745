//! The tool of an argument struct.
//!
//! ```text
//! impl DeleteNote {
//!     pub fn tool<S>() -> ToolDef<S>
//!     where
//!         S: Runs<DeleteNote>,
//!     { .. }
//! }
//! ```

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{collect, companion_doc, metadata, state_type};
use crate::model::structure::Structure;

pub(crate) fn tool(structure: &Structure) -> TokenStream {
    let Structure { krate, facts, vis, ident, companion, aliases } = structure;
    let (state, name, description) = (state_type(), &facts.name.text, &facts.description);
    let doc = companion_doc(name);
    let host = metadata::host(krate, &facts.settings);
    let krate_at = krate.at(ident.span());
    let aliases = aliases.iter().map(|(alias, name)| quote!(.with_alias(#alias, #name)));
    let definition = quote_spanned!(ident.span()=> #krate_at::__private::struct_definition::<#ident, #state>);
    let nomination = collect::nominate(krate, facts, &quote!(#ident::#companion));
    quote! {
        #[automatically_derived]
        impl #ident {
            #[doc = #doc]
            #vis fn #companion<#state>() -> #krate::ToolDef<#state>
            where
                #state: #krate::__private::Runs<#ident>,
            {
                #krate::__private::tool_def(
                    #definition(#name, #description)#(#aliases)*,
                    #host,
                    #krate::SourceLocation::new(::core::file!(), ::core::line!()),
                    <#state as #krate::__private::Runs<#ident>>::run,
                )
            }
        }
        #nomination
    }
}
