//! How a tool runs: reads the arguments, calls the function, and tells its result from its error.
//!
//! ```text
//! |state, call| Box::pin(async move {
//!     let mut arguments = Arguments::of(&call, &["query"]);
//!     let (Some(query), true) = (arguments.take(&argument::<str>(), "query"), arguments.complete()) else {
//!         return Err(arguments.refuse());
//!     };
//!     let returned = Returned::<Result<Vec<Note>, NoteError>>::new();
//!     let value = search_notes(Provides::<NoteStore>::provide(&**state), (argument::<str>().lend)(&query)).await;
//!     returned.split(value).map_err(|error| returned.fail().explain(error)).and_then(rendering(returned.okay()).finish)
//! })
//! ```

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use super::{input::Arguments, local, state};
use crate::model::{
    argument::{Argument, Shape},
    function::{Function, Run},
    parameter::{Parameter, Supply},
};

/// Emits the closure that runs the function.
pub(super) fn run(
    function: &Function,
    path: &TokenStream,
    parameters: &[&Parameter],
    arguments: &Arguments<'_>,
) -> TokenStream {
    let krate = &function.krate;
    let (state, call) = (local("state"), local("call"));
    let stateful = parameters.iter().any(|parameter| matches!(parameter.supply, Supply::State { .. }));
    let used = if stateful { quote!(#state) } else { quote!(_) };
    let call_ref = if function.run == Run::Blocking { quote!(#call) } else { quote!(&#call) };
    let read = read(arguments, krate, &call_ref);
    let handed = parameters.iter().map(|parameter| hand(function, parameter, arguments, &call_ref));
    let called = quote!(#path(#(#handed),*));
    let body = finish(function, &called);
    // At the name of the function: a future that is not `Send` is reported there.
    let at = function.ident.span().resolved_at(Span::mixed_site());
    match function.run {
        Run::Awaited | Run::InPlace => quote_spanned! {at=>
            |#used, #call| ::std::boxed::Box::pin(async move { #read #body })
        },
        Run::Blocking => quote! {
            |#state, #call| #krate::__private::blocking(#state, #call, |#used, #call| { #read #body })
        },
    }
}

/// Emits the reading of all arguments; every fault is found before any is reported.
fn read(arguments: &Arguments<'_>, krate: &crate::crate_path::CratePath, call: &TokenStream) -> TokenStream {
    let reader = local("arguments");
    let mutable =
        if arguments.direct.is_empty() && arguments.fields.is_empty() { None } else { Some(quote!(mut)) };
    let names = arguments.direct.iter().map(|argument| &argument.name);
    let (mut found, mut taken) = (Vec::new(), Vec::new());
    for argument in &arguments.direct {
        let (value, reading, name) = (decoded(argument), arguments.reading(argument), &argument.name);
        found.push(quote!(::core::option::Option::Some(#value)));
        let take = match argument.shape {
            Shape::Lent | Shape::Owned => quote!(take),
            Shape::LentIfPresent => quote!(take_optional),
        };
        taken.push(quote!(#reader.#take(&#reading, #name)));
    }
    if !arguments.fields.is_empty() {
        let (value, structure) = (local("rest"), Arguments::structure());
        found.push(quote!(::core::option::Option::Some(#value)));
        taken.push(quote!(#reader.rest::<#structure>()));
    }
    quote! {
        let #mutable #reader = #krate::__private::Arguments::of(#call, &[#(#names),*]);
        let (#(#found,)* true,) = (#(#taken,)* #reader.complete(),) else {
            return ::core::result::Result::Err(#reader.refuse());
        };
    }
}

/// The local that holds a decoded argument.
fn decoded(argument: &Argument) -> Ident {
    format_ident!("given_{}", syn::ext::IdentExt::unraw(&argument.ident), span = Span::mixed_site())
}

fn hand(
    function: &Function,
    parameter: &Parameter,
    arguments: &Arguments<'_>,
    call: &TokenStream,
) -> TokenStream {
    match &parameter.supply {
        Supply::Context { ty, span } => {
            let krate = function.krate.at(*span);
            quote_spanned!(*span=> <#ty as #krate::FromCall<'_>>::from_call(#call)?)
        }
        Supply::Model(argument) if argument.own.is_empty() => {
            let value = decoded(argument);
            arguments.handed(argument, &quote!(#value))
        }
        Supply::Model(argument) => {
            let (rest, field) = (local("rest"), &argument.ident);
            arguments.handed(argument, &quote!(#rest.#field))
        }
        Supply::State { part, access, span } => {
            let own = local("state");
            state::handed(&function.krate, part, *access, *span, &quote!(&**#own))
        }
    }
}

fn finish(function: &Function, called: &TokenStream) -> TokenStream {
    let (value, error) = (local("value"), local("error"));
    let returned = Ident::new("returned", function.returned.span.resolved_at(Span::mixed_site()));
    let new = returned_type(function);
    let rendering = rendering(function, &quote!(#returned));
    let explained = function
        .error
        .as_ref()
        .map_or_else(|| quote!(|#error| #returned.fail().explain(#error)), ToTokens::to_token_stream);
    let told_apart = quote!(#returned.split(#value).map_err(#explained).and_then(#rendering.finish));
    let body = match function.run {
        Run::Awaited => quote! {
            let #value = #called.await;
            #told_apart
        },
        Run::Blocking => quote! {
            let #value = #called;
            #told_apart
        },
        // In two statements: whatever the call locked is free before anything is awaited.
        Run::InPlace => quote! {
            let #value = #returned.conclude(#called, |#value| {
                let #returned = #returned.settled();
                #told_apart
            });
            #value.await
        },
    };
    quote! {
        let #returned = #new;
        #body
    }
}

/// Emits `Returned::<R>::new()`, every token at the return type.
pub(super) fn returned_type(function: &Function) -> TokenStream {
    let (ty, span) = (&function.returned.ty, function.returned.span);
    let krate = function.krate.at(span);
    quote_spanned!(span=> #krate::__private::Returned::<#ty>::new())
}

/// Emits `rendering(..)`, every token at the return type: the compiler complains once about a type that is no result.
pub(super) fn rendering(function: &Function, returned: &TokenStream) -> TokenStream {
    let span = function.returned.span;
    let krate = function.krate.at(span);
    quote_spanned!(span=> #krate::__private::rendering(#returned.okay()))
}
