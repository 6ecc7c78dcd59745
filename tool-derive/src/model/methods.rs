//! The tool methods of an impl block.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Generics, Meta, Path, Type, spanned::Spanned};

use super::{function::Function, parameter};
use crate::{
    crate_path::CratePath,
    errors::Errors,
    keys::Place,
    parse::{
        self, args,
        methods::{Block, Item},
        parameter::hidden_in_cfg_attr,
    },
    settings::Settings,
};

#[derive(Debug)]
pub(crate) struct Methods {
    pub(crate) krate: CratePath,
    pub(crate) generics: Generics,
    pub(crate) self_ty: Type,
    /// The predicate under which the block exists.
    pub(crate) cfg: Option<TokenStream>,
    pub(crate) tools: Vec<Function>,
}

impl Methods {
    /// Resolves the block; returns it with our attributes taken off too.
    pub(crate) fn resolve(settings: Settings, mut block: Block, errors: &mut Errors) -> (Self, TokenStream) {
        let krate = settings.krate.unwrap_or_else(CratePath::plain);
        if let Some((path, _)) = &block.trait_ {
            errors.over(path, "#[tools] goes on an inherent impl block; call the trait's method from one");
        }
        let (mut tools, mut unseen, mut items) = (Vec::new(), false, TokenStream::new());
        for item in std::mem::take(&mut block.items) {
            match item {
                Item::Function(mut marked) => match take_attribute(&mut marked.attrs, &krate, errors) {
                    Some(args) => {
                        let settings = args::settings(args, Place::Method, errors);
                        let mut written = parse::function::Function::unmark(*marked, errors);
                        tools.push(Function::resolve(krate.clone(), settings, &mut written, errors));
                        written.to_tokens(&mut items);
                    }
                    None => marked.to_tokens(&mut items),
                },
                Item::Macro(call) => {
                    unseen = true;
                    items.extend(call);
                }
                Item::Other(item) => items.extend(item),
            }
        }
        if tools.is_empty() {
            let macros =
                if unseen { "; methods that a macro call makes cannot be seen from here" } else { "" };
            errors
                .at(block.self_ty.span(), format!("no method of this impl block is marked #[tool]{macros}"));
        }
        let cfg = parameter::predicate(&block.attrs);
        let item = block.with_items(items);
        (Self { krate, generics: block.generics, self_ty: block.self_ty, cfg, tools }, item)
    }
}

/// Takes `#[tool]` off a method and returns its arguments.
fn take_attribute(attrs: &mut Vec<Attribute>, krate: &CratePath, errors: &mut Errors) -> Option<TokenStream> {
    attrs.retain(|attr| {
        let hidden = hidden_in_cfg_attr(attr, |path| is_tool(path, krate));
        if let Some(span) = hidden {
            errors.at(
                span,
                "#[tools] cannot see through cfg_attr; write #[tool], and #[cfg(..)] on the method",
            );
        }
        // What stays would be an attribute out of place, and a second error.
        hidden.is_none()
    });
    let mut taken = attrs.extract_if(.., |attr| is_tool(attr.path(), krate));
    let first = taken.next()?;
    for again in taken {
        errors.over(again, "the method is marked #[tool] more than once");
    }
    Some(match first.meta {
        Meta::List(list) => list.tokens,
        Meta::Path(_) => TokenStream::new(),
        Meta::NameValue(value) => {
            errors.over(value, "write #[tool(key = value, ..)]");
            TokenStream::new()
        }
    })
}

/// Whether a path is our attribute: by its plain name, or through the crate. Another crate's `tool` is not ours.
fn is_tool(path: &Path, krate: &CratePath) -> bool {
    let written = path.to_token_stream().to_string();
    let through = |krate: &str| written == format!("{krate} :: tool");
    let krate = krate.to_token_stream().to_string();
    path.is_ident("tool")
        || through(&krate)
        || through(krate.trim_start_matches(":: "))
        || through("tool_core")
}
