//! Who calls. Made by whoever checked a credential; nothing here reads arguments.

use std::{collections::BTreeSet, sync::Arc};

use crate::extensions::Extensions;

/// Who calls: a stable id, the scopes of the credential, and values of the host's own types.
///
/// A caller comes from a credential. Whatever a model writes into its arguments can not become one. A clone is cheap.
///
/// # Examples
///
/// ```
/// use tool_core::Caller;
///
/// #[derive(Debug, PartialEq)]
/// struct UserId(u64);
///
/// let caller = Caller::new("alice").with_scopes(["notes:read"]).with(UserId(7));
/// assert_eq!(caller.id(), "alice");
/// assert!(caller.has_scope("notes:read"));
/// assert_eq!(caller.extension::<UserId>(), Some(&UserId(7)));
/// ```
#[derive(Clone, Debug)]
pub struct Caller(Arc<Facts>);

#[derive(Clone, Debug)]
struct Facts {
    id: String,
    scopes: BTreeSet<String>,
    extensions: Extensions,
}

impl Caller {
    /// Returns a caller with a stable id, without scopes.
    pub fn new(id: impl Into<String>) -> Self {
        let facts = Facts { id: id.into(), scopes: BTreeSet::new(), extensions: Extensions::default() };
        Self(Arc::new(facts))
    }

    /// Adds scopes that the credential grants.
    #[must_use]
    pub fn with_scopes<T: Into<String>>(mut self, scopes: impl IntoIterator<Item = T>) -> Self {
        Arc::make_mut(&mut self.0).scopes.extend(scopes.into_iter().map(Into::into));
        self
    }

    /// Adds a value of one of the host's own types, such as its user; a second one of the type replaces the first.
    #[must_use]
    pub fn with<T: Send + Sync + 'static>(mut self, extension: T) -> Self {
        Arc::make_mut(&mut self.0).extensions.insert(extension);
        self
    }

    /// Returns the stable id.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// Returns whether the credential grants this scope.
    pub fn has_scope(&self, scope: &str) -> bool {
        self.0.scopes.contains(scope)
    }

    pub(crate) fn scopes(&self) -> &BTreeSet<String> {
        &self.0.scopes
    }

    /// Returns the same caller with no scopes but these.
    pub(crate) fn within(mut self, scopes: &BTreeSet<String>) -> Self {
        Arc::make_mut(&mut self.0).scopes.retain(|scope| scopes.contains(scope));
        self
    }

    /// Returns the value of this type that the host attached.
    pub fn extension<T: 'static>(&self) -> Option<&T> {
        self.0.extensions.get()
    }
}
