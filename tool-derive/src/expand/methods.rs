//! The tools of an impl block.
//!
//! ```text
//! impl<S> ToolSet<S> for NoteService
//! where
//!     S: Send + Sync + 'static + Provides<NoteService>,
//! {
//!     fn tools() -> Vec<ToolDef<S>> {
//!         let mut tools = Vec::new();
//!         tools.push({ .. });
//!         tools
//!     }
//! }
//! ```

use proc_macro2::TokenStream;
use quote::quote;
use syn::GenericParam;

use super::{
    conditions::{self, Case},
    guard, local, permission, state, state_type, tool,
};
use crate::model::{
    function::Function,
    methods::Methods,
    parameter::{Parameter, Supply},
};

/// Emits the impl, once for each case of the conditions that its bounds depend on.
pub(crate) fn tool_set(methods: &Methods) -> TokenStream {
    let pushes: TokenStream = methods.tools.iter().map(push).collect();
    let cases = conditions::cases(bound_conditions(methods));
    cases.iter().map(|case| implementation(methods, case, &pushes)).collect()
}

/// Returns the conditions under which a method takes a part of the state.
pub(crate) fn bound_conditions(methods: &Methods) -> impl Iterator<Item = &TokenStream> {
    stateful(methods)
        .flat_map(|(tool, parameter)| tool.cfg.as_ref().into_iter().chain(parameter.cfg.as_ref()))
}

fn stateful(methods: &Methods) -> impl Iterator<Item = (&Function, &Parameter)> {
    methods.tools.iter().flat_map(|tool| {
        let parameters = tool.parameters.iter();
        parameters
            .filter(|parameter| matches!(parameter.supply, Supply::State { .. }))
            .map(move |part| (tool, part))
    })
}

fn implementation(methods: &Methods, case: &Case<'_>, pushes: &TokenStream) -> TokenStream {
    let (krate, self_ty, state, tools) = (&methods.krate, &methods.self_ty, state_type(), local("tools"));
    let condition = conditions::both(methods.cfg.as_ref(), case.condition.as_ref());
    let guard = guard(condition.as_ref());
    let parameters = methods.generics.params.iter().map(without_default);
    let predicates = methods.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let needed = stateful(methods)
        .filter(|(tool, parameter)| case.has(tool.cfg.as_ref()) && case.has(parameter.cfg.as_ref()))
        .map(|(_, parameter)| parameter);
    let bound = state::bound(krate, needed);
    quote! {
        #guard
        #[automatically_derived]
        impl<#(#parameters,)* #state> #krate::ToolSet<#state> for #self_ty
        where
            #(#predicates,)*
            #bound,
        {
            fn tools() -> ::std::vec::Vec<#krate::ToolDef<#state>> {
                let mut #tools = ::std::vec::Vec::new();
                #pushes
                #tools
            }
        }
    }
}

/// Emits the registration of one method, once for each case of its own parameters.
fn push(function: &Function) -> TokenStream {
    let (ident, tools) = (&function.ident, local("tools"));
    let conditions = function.parameters.iter().filter_map(|parameter| parameter.cfg.as_ref());
    conditions::cases(conditions)
        .iter()
        .map(|case| {
            let condition = conditions::both(function.cfg.as_ref(), case.condition.as_ref());
            let guard = guard(condition.as_ref());
            let tool = tool::tool(function, &quote!(Self::#ident), case);
            let permission = permission(function);
            quote!(#guard #permission #tools.push({ #tool });)
        })
        .collect()
}

fn without_default(parameter: &GenericParam) -> GenericParam {
    let mut parameter = parameter.clone();
    match &mut parameter {
        GenericParam::Const(parameter) => parameter.default = None,
        GenericParam::Type(parameter) => parameter.default = None,
        GenericParam::Lifetime(_) => {}
    }
    parameter
}
