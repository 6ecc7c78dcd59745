//! What every tool has, whatever it was made of: a name, a description, and what its keys say.

use proc_macro2::{Ident, Span};
use syn::{Attribute, LitStr, ext::IdentExt};

use crate::{
    docs::Description,
    settings::{Exposure, Settings},
    words::joined,
};

#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) name: Name,
    pub(crate) description: Option<Description>,
    /// The name of the item, where errors about the tool as a whole are reported.
    pub(crate) item: Span,
    pub(crate) settings: Settings,
}

/// A name, and the token it comes from.
#[derive(Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Span,
    /// Whether the key `name` says it; otherwise the item does.
    pub(crate) written: bool,
}

impl Facts {
    /// Resolves the name and the description; `derived` is the name that the item suggests.
    pub(crate) fn new(settings: Settings, item: &Ident, derived: String, attrs: &[Attribute]) -> Self {
        let name = match &settings.name {
            Some(text) => Name::written(text),
            None => Name { text: derived, span: item.span(), written: false },
        };
        let description = match &settings.description {
            Some(expression) => Some(Description::written(expression)),
            None => Description::of(attrs),
        };
        Self { name, description, item: item.span(), settings }
    }

    /// Returns whether outside callers may see the tool.
    pub(crate) fn exposed(&self) -> bool {
        matches!(self.settings.exposure, Some(Exposure::Both | Exposure::External))
    }
}

impl Name {
    fn written(text: &LitStr) -> Self {
        Self { text: text.value(), span: text.span(), written: true }
    }
}

/// Returns the name that a function suggests.
pub(crate) fn of_function(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// Returns the name that a struct suggests.
pub(crate) fn of_struct(ident: &Ident) -> String {
    joined(ident, '_')
}
