//! Whose data a call is about. Who owns what is decided by `admission::owned`.

use crate::extensions::Extensions;

/// The thing a call is about, such as one project: its kind, its id, and what the host resolved it to.
///
/// # Examples
///
/// ```
/// use tool_core::Target;
///
/// #[derive(Debug, PartialEq)]
/// struct ProjectId(u64);
///
/// let target = Target::new("project", "p-7").with(ProjectId(7));
/// assert_eq!((target.kind(), target.id()), ("project", "p-7"));
/// assert_eq!(target.get::<ProjectId>(), Some(&ProjectId(7)));
/// ```
#[derive(Clone, Debug)]
pub struct Target {
    kind: String,
    id: String,
    resolved: Extensions,
}

impl Target {
    /// Returns a target that nobody has resolved yet.
    pub fn new(kind: impl Into<String>, id: impl Into<String>) -> Self {
        Self { kind: kind.into(), id: id.into(), resolved: Extensions::default() }
    }

    /// Attaches the host's own value for it, such as its typed id.
    #[must_use]
    pub fn with<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.resolved.insert(value);
        self
    }

    /// Returns the kind, as the tool's metadata names it.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Returns the id, as the caller wrote it: a text. One that is a number in the product is read with
    /// `target.id().parse::<Id<u64>>()`; see [`Id`](crate::Id).
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the host's own value of this type, if one is attached.
    pub fn get<T: 'static>(&self) -> Option<&T> {
        self.resolved.get()
    }
}
