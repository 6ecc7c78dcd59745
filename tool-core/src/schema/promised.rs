//! What a tool promised about its results: the form in which they are carried and, in debug builds and under the test
//! kit, the check that each of them fits what is advertised. A release build neither compiles that check nor asks it.

#[cfg(any(debug_assertions, feature = "test-util"))]
use std::sync::OnceLock;
use std::{ops::Deref, sync::Arc};

use serde_json::Value;

use super::OutputForm;
#[cfg(any(debug_assertions, feature = "test-util"))]
use super::{Checker, SchemaFault, Written};
use crate::ArgumentFaults;

/// The form of a tool's results, and the check that they keep to it.
#[derive(Clone)]
pub(crate) struct Promised {
    /// Clones share it: a schema takes kilobytes.
    form: Arc<OutputForm>,
    /// Compiled for the first result, and kept: clones share it.
    #[cfg(any(debug_assertions, feature = "test-util"))]
    checker: Arc<OnceLock<Result<Checker, SchemaFault>>>,
}

impl Promised {
    /// Returns the promise that results have this form.
    pub(crate) fn new(form: OutputForm) -> Self {
        Self {
            form: Arc::new(form),
            #[cfg(any(debug_assertions, feature = "test-util"))]
            checker: Arc::default(),
        }
    }

    /// Returns why a result is not what is advertised: places and what belongs there, never a value.
    #[cfg(any(debug_assertions, feature = "test-util"))]
    pub(crate) fn misfit(&self, root: &Value) -> Option<ArgumentFaults> {
        let schema = self.form.advertised()?;
        let written = match &*self.form {
            OutputForm::Verbatim { .. } => Written::Verbatim,
            _ => Written::Canonical,
        };
        match self.checker.get_or_init(|| Checker::compile_as(schema, written)) {
            Ok(checker) => (!checker.is_valid(root)).then(|| checker.faults(root)),
            Err(fault) => {
                let unfit = crate::Fault::new("", "an output schema that compiles", "another one");
                Some(ArgumentFaults::from_faults(vec![unfit.with_hint(fault.message.clone())]))
            }
        }
    }

    /// Returns nothing: results are checked in debug builds and under the test kit.
    #[cfg(not(any(debug_assertions, feature = "test-util")))]
    #[expect(clippy::unused_self, reason = "the signature is that of the builds that check")]
    pub(crate) fn misfit(&self, _: &Value) -> Option<ArgumentFaults> {
        None
    }
}

impl Deref for Promised {
    type Target = OutputForm;

    fn deref(&self) -> &OutputForm {
        &self.form
    }
}
