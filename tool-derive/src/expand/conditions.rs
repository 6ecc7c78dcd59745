//! The cases of code that depends on `cfg`. A call cannot carry `#[cfg]` on an argument, nor a bound on a predicate: what
//! differs is written once for each case.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::parameter::Parameter;

/// One way in which the conditions can turn out.
pub(super) struct Case<'a> {
    /// When this case holds; `None` when nothing depends on anything.
    pub(super) condition: Option<TokenStream>,
    holds: Vec<(&'a TokenStream, bool)>,
}

impl Case<'_> {
    /// Whether something under this condition exists in this case.
    pub(super) fn has(&self, condition: Option<&TokenStream>) -> bool {
        let Some(condition) = condition else { return true };
        let text = condition.to_string();
        self.holds.iter().any(|(known, holds)| *holds && known.to_string() == text)
    }

    pub(super) fn parameters<'p>(&self, parameters: &'p [Parameter]) -> Vec<&'p Parameter> {
        parameters.iter().filter(|parameter| self.has(parameter.cfg.as_ref())).collect()
    }
}

/// Returns every case of these conditions: one when there is none.
pub(super) fn cases<'a>(conditions: impl IntoIterator<Item = &'a TokenStream>) -> Vec<Case<'a>> {
    let mut distinct: Vec<&TokenStream> = Vec::new();
    for condition in conditions {
        if !distinct.iter().any(|known| known.to_string() == condition.to_string()) {
            distinct.push(condition);
        }
    }
    let mut all: Vec<Vec<(&TokenStream, bool)>> = vec![Vec::new()];
    for condition in distinct {
        all = all
            .into_iter()
            .flat_map(|case| [true, false].map(|holds| [case.as_slice(), &[(condition, holds)]].concat()))
            .collect();
    }
    all.into_iter().map(|holds| Case { condition: predicate(&holds), holds }).collect()
}

fn predicate(holds: &[(&TokenStream, bool)]) -> Option<TokenStream> {
    if holds.is_empty() {
        return None;
    }
    let parts = holds
        .iter()
        .map(|(condition, holds)| if *holds { quote!(#condition) } else { quote!(not(#condition)) });
    Some(quote!(all(#(#parts),*)))
}

/// Joins two conditions.
pub(super) fn both(one: Option<&TokenStream>, other: Option<&TokenStream>) -> Option<TokenStream> {
    match (one, other) {
        (Some(one), Some(other)) => Some(quote!(all(#one, #other))),
        (one, other) => one.or(other).cloned(),
    }
}
