//! A parameter that the model supplies.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{
    Attribute, Expr, ExprLit, GenericArgument, Lit, Meta, Pat, PathArguments, Token, Type, ext::IdentExt,
    punctuated::Punctuated, spanned::Spanned,
};

use crate::{
    docs::Description,
    errors::Errors,
    lifetimes::{Become, Lifetimes},
    parse::parameter::Typed,
    spelled::spelled,
};

#[derive(Debug)]
pub(crate) struct Argument {
    pub(crate) ident: Ident,
    /// The name in the schema, if a serde attribute does not hide it from us.
    pub(crate) name: String,
    pub(crate) description: Option<Description>,
    /// Whether a schemars attribute describes it.
    pub(crate) described_by_schema: bool,
    pub(crate) shape: Shape,
    /// What is decoded, or lent after it was decoded.
    pub(crate) part: TokenStream,
    /// What is decoded, as the type of a field.
    pub(crate) decoded: TokenStream,
    /// The type as it was written.
    pub(crate) ty: Type,
    /// Where errors about the type are reported.
    pub(crate) span: Span,
    /// Other names that are taken for it.
    pub(crate) aliases: Vec<String>,
    /// `#[serde(..)]` and `#[schemars(..)]`; when there is one, the parameter becomes a field.
    pub(crate) own: Vec<Attribute>,
}

/// How a decoded value is handed to the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `T`
    Owned,
    /// `&T`
    Lent,
    /// `Option<&T>`
    LentIfPresent,
}

impl Argument {
    /// Resolves a parameter; `None` when it cannot be one that the model supplies.
    pub(super) fn resolve(written: Typed, lifetimes: &Lifetimes, errors: &mut Errors) -> Option<Self> {
        let Pat::Ident(pattern) = &written.pattern else {
            errors.over(
                &written.pattern,
                "what the model supplies needs a name: write a plain parameter, such as query: String",
            );
            return None;
        };
        let (shape, part) = shape(&written.ty);
        if let Some((ty, message)) = unfit(&written.ty, part) {
            errors.over(ty, message);
            return None;
        }
        let ident = pattern.ident.clone();
        let own = Own::read(&written.own, errors);
        Some(Self {
            name: own.rename.unwrap_or_else(|| ident.unraw().to_string()),
            ident,
            description: Description::of(&written.docs),
            described_by_schema: own.described,
            shape,
            span: part.span(),
            decoded: decoded(shape, part, lifetimes),
            part: lifetimes.replaced(part, Become::Static),
            ty: written.ty,
            aliases: own.aliases,
            own: written.own,
        })
    }
}

/// Tells a value from what is lent; `Option<&T>` is the one borrowed form inside another type.
fn shape(ty: &Type) -> (Shape, &Type) {
    match ty {
        Type::Reference(reference) if reference.mutability.is_none() => (Shape::Lent, &reference.elem),
        Type::Group(group) => shape(&group.elem),
        Type::Path(path) => {
            match path.path.segments.last().map(|segment| (&segment.ident, &segment.arguments)) {
                Some((name, PathArguments::AngleBracketed(arguments))) if name == "Option" => {
                    match arguments.args.first() {
                        Some(GenericArgument::Type(Type::Reference(reference)))
                            if reference.mutability.is_none() =>
                        {
                            (Shape::LentIfPresent, &reference.elem)
                        }
                        _ => (Shape::Owned, ty),
                    }
                }
                _ => (Shape::Owned, ty),
            }
        }
        _ => (Shape::Owned, ty),
    }
}

/// Returns the type of a field. Which type owns what is lent is decided by its spelling: a field has to name one.
fn decoded(shape: Shape, part: &Type, lifetimes: &Lifetimes) -> TokenStream {
    let owned = match part {
        Type::Path(path) if shape != Shape::Owned && path.path.is_ident("str") => {
            quote!(::std::string::String)
        }
        Type::Slice(slice) if shape != Shape::Owned => {
            let element = lifetimes.replaced(&slice.elem, Become::Static);
            quote!(::std::vec::Vec<#element>)
        }
        part => lifetimes.replaced(part, Become::Static),
    };
    match shape {
        Shape::Lent | Shape::Owned => owned,
        Shape::LentIfPresent => quote!(::core::option::Option<#owned>),
    }
}

/// Returns why no model can supply a type; what only the type system knows is left to it.
fn unfit<'t>(ty: &'t Type, part: &'t Type) -> Option<(&'t Type, String)> {
    let marked = |ty: &'t Type| {
        let message = format!(
            "{} cannot be taken from the model; mark the parameter #[state] or #[context]",
            spelled(ty)
        );
        Some((ty, message))
    };
    match ty {
        Type::Reference(reference) if reference.mutability.is_some() => return marked(ty),
        Type::ImplTrait(_) => {
            return Some((ty, "generic functions cannot be tools: each tool has one schema".to_owned()));
        }
        _ => {}
    }
    match part {
        Type::FnPtr(_) | Type::Ptr(_) | Type::TraitObject(_) => marked(part),
        Type::Paren(inner) if matches!(*inner.elem, Type::TraitObject(_)) => marked(&inner.elem),
        part if holds_reference(part) => {
            let message = "what is decoded here owns its parts: write String for &str, and T for &T, inside other types";
            Some((part, message.to_owned()))
        }
        _ => None,
    }
}

fn holds_reference(ty: &Type) -> bool {
    match ty {
        Type::Reference(_) => true,
        Type::Array(array) => holds_reference(&array.elem),
        Type::Group(group) => holds_reference(&group.elem),
        Type::Paren(paren) => holds_reference(&paren.elem),
        Type::Slice(slice) => holds_reference(&slice.elem),
        Type::Tuple(tuple) => tuple.elems.iter().any(holds_reference),
        Type::Path(path) => path.path.segments.iter().any(|segment| match &segment.arguments {
            PathArguments::AngleBracketed(arguments) => arguments
                .args
                .iter()
                .any(|argument| matches!(argument, GenericArgument::Type(ty) if holds_reference(ty))),
            _ => false,
        }),
        _ => false,
    }
}

/// What we need to know of a parameter's serde and schemars attributes. The rest is theirs.
#[derive(Default)]
struct Own {
    rename: Option<String>,
    aliases: Vec<String>,
    described: bool,
}

impl Own {
    fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut own = Self::default();
        for attr in attrs {
            // What does not parse here is reported by the derive it is for.
            let Ok(metas) = attr.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated) else {
                continue;
            };
            for meta in &metas {
                own.meta(meta, errors);
            }
        }
        own
    }

    fn meta(&mut self, meta: &Meta, errors: &mut Errors) {
        let Some(key) = meta.path().get_ident() else { return };
        match (key.to_string().as_str(), meta) {
            ("flatten", _) => errors.over(
                meta,
                "flatten hides which arguments a tool takes; write them as parameters, or as one parameter",
            ),
            ("alias", Meta::NameValue(value)) => self.aliases.extend(text(&value.value)),
            ("description", _) => self.described = true,
            ("default", Meta::NameValue(value))
                if text(&value.value).is_some_and(|path| path.starts_with("Self::")) =>
            {
                errors.over(&value.value, "Self is the struct of the arguments here; name a free function");
            }
            ("rename", Meta::NameValue(value)) => self.rename = text(&value.value),
            ("rename", Meta::List(list)) => {
                let Ok(sides) = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated) else {
                    return;
                };
                for side in sides {
                    if let Meta::NameValue(side) = side
                        && side.path.is_ident("deserialize")
                    {
                        self.rename = text(&side.value);
                    }
                }
            }
            _ => {}
        }
    }
}

fn text(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}
