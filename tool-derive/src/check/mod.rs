//! Rules over more than one attribute. Nothing here emits tokens of the expansion.

mod error_type;
mod parallelism;

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Generics;

pub(crate) use self::error_type::error_type;
use crate::{
    errors::Errors,
    model::{
        argument::Argument,
        facts::{Facts, Name},
        function::{Function, Run},
        methods::Methods,
        parameter::{Access, Parameter, Supply},
    },
    settings::{Kind, Settings},
};

/// Each parameter that depends on `cfg` doubles the code of the tool.
const MOST_CONDITIONAL: usize = 2;

pub(crate) fn facts(facts: &Facts, errors: &mut Errors) {
    name(&facts.name, errors);
    if facts.description.is_none() {
        let message = "tool needs a description for the model: add a doc comment or description = \"...\"";
        errors.at(facts.item, message);
    }
    if facts.exposed() && facts.settings.title.is_none() {
        errors.at(facts.item, "an exposed tool needs a title for people: add title = \"...\"");
    }
    answered_at_once(&facts.settings, errors);
    undone(&facts.settings, errors);
    parallelism::facts(&facts.settings, errors);
}

/// What stops work on a queue must not be work on it.
fn answered_at_once(settings: &Settings, errors: &mut Errors) {
    if let Some(Kind { is_operation: true, span }) = settings.kind
        && settings.control.is_some()
    {
        errors.at(span, "a control tool is answered at once and is no operation; leave kind or control out");
    }
}

/// Only what has an id can be undone by it.
fn undone(settings: &Settings, errors: &mut Errors) {
    if let Some(undo) = &settings.undo
        && !settings.kind.is_some_and(|kind| kind.is_operation)
    {
        errors.at(undo.span(), "only an operation can be undone: add kind = operation, or leave undo out");
    }
}

pub(crate) fn function(function: &Function, errors: &mut Errors) {
    facts(&function.facts, errors);
    conditional(&function.parameters, errors);
    targeted(function, errors);
    parallelism::function(function, errors);
    let mut names = BTreeSet::new();
    for parameter in &function.parameters {
        match &parameter.supply {
            Supply::Model(argument) => {
                described(argument, function.facts.exposed(), errors);
                // The same name under another `cfg` is another parameter.
                if parameter.cfg.is_none() && !names.insert(&argument.name) {
                    errors.at(argument.ident.span(), format!("two parameters are called {}", argument.name));
                }
            }
            Supply::State { access: Access::Lock, span, .. } if function.run == Run::Awaited => {
                errors.at(
                    *span,
                    "a lock cannot be held while the function awaits; take it by & and lock inside",
                );
            }
            Supply::Context { .. } | Supply::State { .. } => {}
        }
    }
}

pub(crate) fn methods(methods: &Methods, errors: &mut Errors) {
    for tool in &methods.tools {
        function(tool, errors);
        for argument in tool.parameters.iter().filter_map(Parameter::argument) {
            of_impl(argument, &methods.generics, errors);
        }
    }
}

/// A target that no parameter takes is checked for nothing: the function would act on another id, which nobody checked.
fn targeted(function: &Function, errors: &mut Errors) {
    let takes_context = |parameter: &Parameter| matches!(parameter.supply, Supply::Context { .. });
    if let Some(target) = &function.facts.settings.target
        && !function.parameters.iter().any(takes_context)
    {
        let message =
            "the owned target reaches no parameter; take it as #[context], instead of an id from the model";
        errors.over(target, message);
    }
}

/// A parameter of a generic impl block has no schema before the block is concrete.
fn of_impl(argument: &Argument, generics: &Generics, errors: &mut Errors) {
    let type_parameters = generics.type_params().map(|parameter| &parameter.ident);
    for generic in type_parameters.chain(generics.const_params().map(|parameter| &parameter.ident)) {
        if mentions(argument.ty.to_token_stream(), generic) {
            let message = format!("an argument cannot depend on {generic}: each tool has one schema");
            errors.over(&argument.ty, message);
        }
    }
    let self_type = Ident::new("Self", proc_macro2::Span::call_site());
    if !argument.own.is_empty() && mentions(argument.ty.to_token_stream(), &self_type) {
        errors.over(&argument.ty, "Self is the struct of the arguments here; write the type out");
    }
}

fn mentions(tokens: TokenStream, word: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *word,
        TokenTree::Group(group) => mentions(group.stream(), word),
        TokenTree::Literal(_) | TokenTree::Punct(_) => false,
    })
}

fn described(argument: &Argument, exposed: bool, errors: &mut Errors) {
    if exposed && argument.description.is_none() && !argument.described_by_schema {
        let name = &argument.ident;
        let message = format!(
            "an exposed tool needs a description of {name}: add a doc comment to the parameter, or mark it `#[state]` \
             or `#[context]` if the host supplies it"
        );
        errors.at(name.span(), message);
    }
}

fn conditional(parameters: &[Parameter], errors: &mut Errors) {
    let mut distinct = BTreeSet::new();
    for condition in parameters.iter().filter_map(|parameter| parameter.cfg.as_ref()) {
        if distinct.insert(condition.to_string()) && distinct.len() > MOST_CONDITIONAL {
            errors.over(
                condition,
                "the parameters of a tool can depend on at most two cfgs: each doubles its code",
            );
        }
    }
}

fn name(name: &Name, errors: &mut Errors) {
    let Name { text, span, written } = name;
    let allowed = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '_' | '-');
    let fault = if let Some(letter) = text.chars().find(|letter| !allowed(*letter)) {
        format!("tool name may contain only a-z, 0-9, _ and -; found {letter:?}")
    } else if text.starts_with(['_', '-']) || text.ends_with(['_', '-']) {
        "tool name has to start and end with a letter or a digit".to_owned()
    } else if text.contains("__") {
        "tool name may not contain __, which separates a namespace from a name".to_owned()
    } else if text.len() > 64 {
        "tool name may have at most 64 characters".to_owned()
    } else {
        return;
    };
    let instead = if *written { "" } else { "; write name = \"...\"" };
    errors.at(*span, format!("{fault}{instead}"));
}
