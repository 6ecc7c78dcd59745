//! What the host reads: the restrictive default, and the keys that were written.

use proc_macro2::TokenStream;
use quote::quote;

use crate::{
    crate_path::CratePath,
    settings::{Calls, Control, Effect, Exposure, Headless, Icon, Kind, Milliseconds, Settings},
};

/// Emits `HostMetadata::default().with_title("..").with_exposure(..)`.
pub(super) fn host(krate: &CratePath, settings: &Settings) -> TokenStream {
    let mut host = quote!(<#krate::HostMetadata as ::core::default::Default>::default());
    let mut add = |setter: Option<TokenStream>| host.extend(setter);
    add(settings.title.as_ref().map(|text| quote!(.with_title(#text))));
    add(settings.exposure.map(|exposure| exposed(krate, exposure)));
    add(settings.effect.map(|effect| affects(krate, effect)));
    add(settings.idempotent.map(|flag| quote!(.with_idempotent(#flag))));
    add(settings.open_world.map(|flag| quote!(.with_open_world(#flag))));
    add(settings.headless.as_ref().map(|headless| without_conversation(krate, headless)));
    add(settings.target.as_ref().map(|text| quote!(.with_target(#text))));
    add(settings.scopes.as_ref().map(|texts| quote!(.with_scopes::<&str>([#(#texts),*]))));
    add(settings
        .timeout
        .map(|Milliseconds(length)| quote!(.with_timeout(::core::time::Duration::from_millis(#length)))));
    add(settings.kind.map(|kind| answered_with(krate, kind)));
    add(settings.undo.as_ref().map(|text| quote!(.with_undo(#text))));
    add(settings.control.map(|control| governs(krate, control)));
    add(settings.parallelism.as_ref().map(|parallelism| at_once(krate, &parallelism.calls)));
    for icon in settings.icons.iter().flatten() {
        add(Some(picture(krate, icon)));
    }
    add(settings.tags.as_ref().map(|texts| quote!(.with_tags::<&str>([#(#texts),*]))));
    add(settings.deprecated.as_ref().map(|text| quote!(.with_deprecated(#text))));
    match &settings.meta {
        Some(object) => {
            quote!(#krate::__private::with_meta(#host, #krate::__private::serde_json::json!(#object)))
        }
        None => host,
    }
}

fn exposed(krate: &CratePath, exposure: Exposure) -> TokenStream {
    let variant = match exposure {
        Exposure::Both => quote!(Both),
        Exposure::External => quote!(External),
        Exposure::Internal => quote!(Internal),
    };
    quote!(.with_exposure(#krate::Exposure::#variant))
}

fn affects(krate: &CratePath, effect: Effect) -> TokenStream {
    let variant = match effect {
        Effect::Additive => quote!(Additive),
        Effect::Destructive => quote!(Destructive),
        Effect::ReadOnly => quote!(ReadOnly),
    };
    quote!(.with_effect(#krate::Effect::#variant))
}

fn without_conversation(krate: &CratePath, headless: &Headless) -> TokenStream {
    let (variant, reason) = match headless {
        Headless::Never(reason) => (quote!(Never), reason),
        Headless::NotYet(reason) => (quote!(NotYet), reason),
    };
    quote!(.with_headless(#krate::Headless::#variant(::std::string::String::from(#reason))))
}

fn answered_with(krate: &CratePath, kind: Kind) -> TokenStream {
    let variant = if kind.is_operation { quote!(Operation) } else { quote!(Immediate) };
    quote!(.with_kind(#krate::Kind::#variant))
}

fn governs(krate: &CratePath, control: Control) -> TokenStream {
    let variant = match control {
        Control::Acts => quote!(Acts),
        Control::Waits => quote!(Waits),
    };
    quote!(.with_control(#krate::Control::#variant))
}

fn at_once(krate: &CratePath, calls: &Calls) -> TokenStream {
    let variant = match calls {
        Calls::Exclusive => quote!(Exclusive),
        Calls::Parallel => quote!(Parallel),
        Calls::SerialBy(argument) => quote!(SerialBy(::std::string::String::from(#argument))),
        Calls::SerialByTarget => quote!(SerialByTarget),
    };
    quote!(.with_parallelism(#krate::Parallelism::#variant))
}

fn picture(krate: &CratePath, icon: &Icon) -> TokenStream {
    let Icon { src, mime_type, sizes } = icon;
    let mime_type = mime_type.as_ref().map(|mime_type| quote!(.with_mime_type(#mime_type)));
    quote!(.with_icon(#krate::Icon::new(#src) #mime_type #(.with_size(#sizes))*))
}
