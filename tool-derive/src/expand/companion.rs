//! The function beside a free function that returns its tool.
//!
//! ```text
//! pub fn search_notes_tool<S>() -> ToolDef<S>
//! where
//!     S: Send + Sync + 'static + Provides<NoteStore>,
//! { .. }
//! ```

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{collect, companion_doc, conditions, guard, permission, state, state_type, tool};
use crate::model::function::Function;

/// Emits the companion, once for each case of the parameters that depend on `cfg`.
pub(crate) fn companion(function: &Function, name: &Ident) -> TokenStream {
    let (krate, vis, ident, state) = (&function.krate, &function.vis, &function.ident, state_type());
    let doc = companion_doc(&function.facts.name.text);
    let conditions = function.parameters.iter().filter_map(|parameter| parameter.cfg.as_ref());
    conditions::cases(conditions)
        .iter()
        .map(|case| {
            let condition = conditions::both(function.cfg.as_ref(), case.condition.as_ref());
            let guard = guard(condition.as_ref());
            let bound = state::bound(krate, case.parameters(&function.parameters));
            let tool = tool::tool(function, &quote!(#ident), case);
            let nomination = collect::nominate(krate, &function.facts, &quote!(#name));
            let nomination = nomination.map(|nomination| quote!(#guard #nomination));
            let permission = permission(function);
            quote! {
                #guard
                #permission
                #[doc = #doc]
                #vis fn #name<#state>() -> #krate::ToolDef<#state>
                where
                    #bound,
                {
                    #tool
                }
                #nomination
            }
        })
        .collect()
}
