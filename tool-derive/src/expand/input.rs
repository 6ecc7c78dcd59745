//! The input schema of a function, and the struct of the parameters that have attributes of their own.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::local;
use crate::{
    crate_path::CratePath,
    model::{
        argument::{Argument, Shape},
        parameter::Parameter,
    },
};

/// The parameters that the model supplies, in the two forms in which they are read.
pub(super) struct Arguments<'a> {
    krate: &'a CratePath,
    /// Read one by one.
    pub(super) direct: Vec<&'a Argument>,
    /// Fields of a struct, for the sake of their serde and schemars attributes.
    pub(super) fields: Vec<&'a Argument>,
}

impl<'a> Arguments<'a> {
    pub(super) fn of(krate: &'a CratePath, parameters: &[&'a Parameter]) -> Self {
        let arguments = parameters.iter().filter_map(|parameter| parameter.argument());
        let (direct, fields) = arguments.partition(|argument| argument.own.is_empty());
        Self { krate, direct, fields }
    }

    /// Returns the name of the struct.
    pub(super) fn structure() -> Ident {
        Ident::new("__ToolArguments", Span::call_site())
    }

    /// ```text
    /// #[derive(Deserialize, JsonSchema)]
    /// #[serde(crate = "..", deny_unknown_fields)]
    /// #[schemars(crate = "..")]
    /// struct __ToolArguments { #[doc = ".."] #[serde(..)] limit: u32 }
    /// ```
    pub(super) fn definition(&self) -> TokenStream {
        if self.fields.is_empty() {
            return TokenStream::new();
        }
        let (krate, name) = (self.krate, Self::structure());
        let fields = self.fields.iter().map(|argument| {
            let Argument { ident, own, decoded, .. } = argument;
            let doc = argument.description.as_ref().map(|text| quote!(#[doc = #text]));
            quote!(#doc #(#own)* #ident: #decoded,)
        });
        quote! {
            use #krate::__private as __tool_private;
            #[derive(__tool_private::serde::Deserialize, __tool_private::schemars::JsonSchema)]
            #[serde(crate = "__tool_private::serde", deny_unknown_fields)]
            #[schemars(crate = "__tool_private::schemars")]
            struct #name { #(#fields)* }
        }
    }

    /// ```text
    /// .with_alias("q", "query")
    /// ```
    pub(super) fn aliases(&self) -> TokenStream {
        let all = self.direct.iter().chain(&self.fields);
        let aliases =
            all.flat_map(|argument| argument.aliases.iter().map(move |alias| (alias, &argument.name)));
        aliases.map(|(alias, name)| quote!(.with_alias(#alias, #name))).collect()
    }

    /// ```text
    /// let mut input = Input::new();
    /// input.parameter(&argument::<str>(), "query", "Words to look for.");
    /// input.rest::<__ToolArguments>();
    /// ```
    pub(super) fn schema(&self) -> TokenStream {
        let (krate, input, structure) = (self.krate, local("input"), Self::structure());
        let mutable = if self.direct.is_empty() && self.fields.is_empty() { None } else { Some(quote!(mut)) };
        let parameters = self.direct.iter().map(|argument| {
            let (reading, name) = (self.reading(argument), &argument.name);
            let description =
                argument.description.as_ref().map_or_else(|| quote!(""), ToTokens::to_token_stream);
            let add = match argument.shape {
                Shape::Lent | Shape::Owned => quote!(parameter),
                Shape::LentIfPresent => quote!(optional),
            };
            quote!(#input.#add(&#reading, #name, #description);)
        });
        let rest = if self.fields.is_empty() { None } else { Some(quote!(#input.rest::<#structure>();)) };
        quote! {
            let #mutable #input = #krate::__private::Input::new();
            #(#parameters)*
            #rest
        }
    }

    /// Emits `argument::<T, _>()`, every token at the type: however often it is written, the compiler complains once.
    pub(super) fn reading(&self, argument: &Argument) -> TokenStream {
        let Argument { part, shape, span, .. } = argument;
        let krate = self.krate.at(*span);
        let owned = match shape {
            Shape::Owned => part.clone(),
            Shape::Lent | Shape::LentIfPresent => quote_spanned!(*span=> _),
        };
        quote_spanned!(*span=> #krate::__private::argument::<#part, #owned>())
    }

    /// Emits how a decoded value is handed to the function.
    pub(super) fn handed(&self, argument: &Argument, value: &TokenStream) -> TokenStream {
        let (reading, span) = (self.reading(argument), argument.span);
        match argument.shape {
            Shape::Owned => value.clone(),
            Shape::Lent => quote_spanned!(span=> (#reading.lend)(&#value)),
            Shape::LentIfPresent => {
                quote_spanned!(span=> ::core::option::Option::map(::core::option::Option::as_ref(&#value), #reading.lend))
            }
        }
    }
}
