//! A function or a method as a tool.

use proc_macro2::{Ident, TokenStream};
use quote::format_ident;
use syn::{GenericParam, Path, Safety, Signature, Visibility, ext::IdentExt};

use super::{
    facts::{self, Facts},
    parameter::{self, Parameter},
    returned::Returned,
};
use crate::{
    crate_path::CratePath,
    errors::Errors,
    lifetimes::Lifetimes,
    parse,
    settings::{Blocking, Settings},
};

/// What a function gives away about itself, and what its attribute adds.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) krate: CratePath,
    pub(crate) facts: Facts,
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    /// The predicate under which the function exists.
    pub(crate) cfg: Option<TokenStream>,
    /// Whether the compiler warns about calls of it.
    pub(crate) deprecated: bool,
    pub(crate) parameters: Vec<Parameter>,
    /// Whether none of the parameters was left out for an error.
    pub(crate) complete: bool,
    pub(crate) run: Run,
    pub(crate) returned: Returned,
    pub(crate) error: Option<Path>,
}

/// How the function is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Run {
    /// Its result is awaited.
    Awaited,
    /// On the pool of threads that may block.
    Blocking,
    /// In place; a boxed future that it may return is awaited.
    InPlace,
}

impl Function {
    /// Resolves a function. What has an error is left out, so that the rules over the whole still find theirs.
    pub(crate) fn resolve(
        krate: CratePath,
        mut settings: Settings,
        written: &mut parse::function::Function,
        errors: &mut Errors,
    ) -> Self {
        let sig = &written.sig;
        let lifetimes = Lifetimes::of(&sig.generics);
        refuse_signature(sig, errors);
        let returned = Returned::resolve(&sig.output, sig.ident.span(), &lifetimes, errors);
        let run = Run::resolve(sig, settings.blocking, &returned, errors);
        let every = std::mem::take(&mut written.parameters);
        let count = every.len();
        let parameters: Vec<_> = every
            .into_iter()
            .filter_map(|parameter| Parameter::resolve(parameter, &lifetimes, errors))
            .collect();
        let complete = parameters.len() == count;
        let error = settings.error.take();
        let facts = Facts::new(settings, &sig.ident, facts::of_function(&sig.ident), &written.attrs);
        let (vis, ident) = (written.vis.clone(), sig.ident.clone());
        let cfg = parameter::predicate(&written.attrs);
        let deprecated = written.attrs.iter().any(|attr| attr.path().is_ident("deprecated"));
        Self { krate, facts, vis, ident, cfg, deprecated, parameters, complete, run, returned, error }
    }

    /// Returns the name of the function that returns the tool.
    pub(crate) fn companion(settings: &Settings, ident: &Ident) -> Ident {
        settings
            .companion
            .clone()
            .unwrap_or_else(|| format_ident!("{}_tool", ident.unraw(), span = ident.span()))
    }
}

impl Run {
    fn resolve(
        sig: &Signature,
        blocking: Option<Blocking>,
        returned: &Returned,
        errors: &mut Errors,
    ) -> Self {
        let awaited = sig.asyncness.is_some() || returned.future;
        match blocking.filter(|blocking| blocking.blocks) {
            Some(blocking) if awaited => {
                errors.at(blocking.span, "blocking is for functions that are not async; this one can await");
                Self::Awaited
            }
            Some(_) => Self::Blocking,
            None if awaited => Self::Awaited,
            None => Self::InPlace,
        }
    }
}

fn refuse_signature(sig: &Signature, errors: &mut Errors) {
    let generic = sig.generics.params.iter().any(|parameter| !matches!(parameter, GenericParam::Lifetime(_)));
    if generic {
        errors.over(&sig.generics, "generic functions cannot be tools: each tool has one schema");
    }
    if let Safety::Unsafe(unsafety) = &sig.safety {
        errors.over(unsafety, "unsafe functions cannot be tools: nobody upholds what they demand");
    }
}
