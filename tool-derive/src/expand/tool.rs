//! A function as an expression that is its tool.
//!
//! ```text
//! {
//!     let mut input = Input::new();
//!     input.parameter(&argument::<str>(), "query", "Words to look for.");
//!     tool_def(definition("search_notes", "Finds notes.", input, schema), host, location, |state, call| ..)
//! }
//! ```

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{call, conditions::Case, input::Arguments, local, metadata};
use crate::model::function::{Function, Run};

/// Emits the tool; `path` is how the function is called from where the tool stands.
pub(super) fn tool(function: &Function, path: &TokenStream, case: &Case<'_>) -> TokenStream {
    let krate = &function.krate;
    let parameters = case.parameters(&function.parameters);
    let arguments = Arguments::of(krate, &parameters);
    let (structure, schema) = (arguments.definition(), arguments.schema());
    let run = call::run(function, path, &parameters, &arguments);
    let (name, description, input) = (&function.facts.name.text, &function.facts.description, local("input"));
    let mut returned = call::returned_type(function);
    if function.run == Run::InPlace {
        returned = quote_spanned!(function.returned.span=> #returned.settled());
    }
    let rendering = call::rendering(function, &returned);
    let host = metadata::host(krate, &function.facts.settings);
    let aliases = arguments.aliases();
    // At the name, because the attribute may be the one of a whole impl block.
    let location = quote_spanned!(function.ident.span()=> ::core::file!(), ::core::line!());
    quote! {
        #structure
        #schema
        #krate::__private::tool_def(
            #krate::__private::definition(#name, #description, #input, #rendering.schema)#aliases,
            #host,
            #krate::SourceLocation::new(#location),
            #run,
        )
    }
}
