//! The attributes of a function's parameters: ours are taken off, the compiler's stay.

use proc_macro2::Span;
use syn::{
    Attribute, FnArg, Meta, Pat, PatType, Path, Receiver, Signature, Token, Type, punctuated::Punctuated,
    spanned::Spanned,
};

use crate::errors::Errors;

/// A parameter, with what its attributes say.
#[derive(Debug)]
pub(crate) enum Parameter {
    Receiver(Receiver),
    Typed(Box<Typed>),
}

/// A parameter that is not `self`.
#[derive(Debug)]
pub(crate) struct Typed {
    pub(crate) pattern: Pat,
    pub(crate) ty: Type,
    pub(crate) marker: Option<Marker>,
    pub(crate) docs: Vec<Attribute>,
    /// `#[serde(..)]` and `#[schemars(..)]`.
    pub(crate) own: Vec<Attribute>,
    pub(crate) cfgs: Vec<Attribute>,
}

/// Who supplies a parameter that the model does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marker {
    Context,
    State,
}

/// The attributes that a parameter may carry for us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ours {
    Doc,
    Marker(Marker),
    Own,
}

impl Ours {
    fn of(path: &Path) -> Option<Self> {
        let name = path.get_ident()?.to_string();
        match name.as_str() {
            "context" => Some(Self::Marker(Marker::Context)),
            "doc" => Some(Self::Doc),
            "schemars" | "serde" => Some(Self::Own),
            "state" => Some(Self::Marker(Marker::State)),
            _ => None,
        }
    }
}

/// Takes what is ours off every parameter of the signature.
pub(super) fn take(sig: &mut Signature, errors: &mut Errors) -> Vec<Parameter> {
    sig.inputs
        .iter_mut()
        .map(|input| match input {
            FnArg::Receiver(receiver) => Parameter::Receiver(receiver.clone()),
            FnArg::Typed(parameter) => Parameter::Typed(Box::new(typed(parameter, errors))),
        })
        .collect()
}

fn typed(parameter: &mut PatType, errors: &mut Errors) -> Typed {
    let (mut marker, mut docs, mut own, mut cfgs) = (None, Vec::new(), Vec::new(), Vec::new());
    for attr in std::mem::take(&mut parameter.attrs) {
        match Ours::of(attr.path()) {
            Some(Ours::Doc) => docs.push(attr),
            Some(Ours::Own) => own.push(attr),
            Some(Ours::Marker(supplier)) => mark(&mut marker, supplier, &attr, errors),
            // What stays would be an unknown attribute, and a second error.
            None if refuse_hidden(&attr, errors) => {}
            None => {
                if attr.path().is_ident("cfg") {
                    cfgs.push(attr.clone());
                }
                parameter.attrs.push(attr);
            }
        }
    }
    let (pattern, ty) = ((*parameter.pat).clone(), (*parameter.ty).clone());
    Typed { pattern, ty, marker, docs, own, cfgs }
}

fn mark(marker: &mut Option<Marker>, supplier: Marker, attr: &Attribute, errors: &mut Errors) {
    if !matches!(attr.meta, Meta::Path(_)) {
        errors.over(&attr.meta, "this marker stands alone: write #[state] or #[context]");
    }
    match marker.replace(supplier) {
        Some(first) if first == supplier => errors.over(attr, "the parameter is marked more than once"),
        Some(_) => errors.over(attr, "a parameter is #[state] or #[context], not both"),
        None => {}
    }
}

/// An attribute macro runs before `cfg_attr` is resolved, so it cannot know whether what is inside holds.
fn refuse_hidden(attr: &Attribute, errors: &mut Errors) -> bool {
    let hidden = hidden_in_cfg_attr(attr, |path| Ours::of(path).is_some());
    if let Some(span) = hidden {
        errors.at(span, "a tool cannot see through cfg_attr; write the attribute itself on the parameter");
    }
    hidden.is_some()
}

/// Returns where a `cfg_attr` holds an attribute of this kind.
pub(crate) fn hidden_in_cfg_attr(attr: &Attribute, is: impl Fn(&Path) -> bool) -> Option<Span> {
    if !attr.path().is_ident("cfg_attr") {
        return None;
    }
    let metas = attr.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok()?;
    let hidden = metas.iter().skip(1).find(|meta| is(meta.path()))?;
    Some(hidden.path().span())
}
