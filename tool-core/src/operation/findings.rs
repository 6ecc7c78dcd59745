//! What a caller should know of besides its operations, as the host fills it in. Where it is shown is `tools`.

use std::sync::Arc;

use async_trait::async_trait;
use serde::Serialize;

use crate::{BoxError, Caller};

/// Says which findings are open for a caller: what the product has noticed and somebody should look at.
///
/// `operation_status` shows them, so answer quickly, with one for each kind and severity. An outside caller has no other
/// way to be told: the protocol cannot reach out to it.
///
/// # Examples
///
/// ```
/// use tool_core::{BoxError, Caller, Finding, Findings, Severity};
///
/// struct Conflicts;
///
/// #[tool_core::async_trait]
/// impl Findings for Conflicts {
///     async fn open(&self, _: &Caller) -> Result<Vec<Finding>, BoxError> {
///         Ok(vec![Finding::new("conflict", Severity::Warning, 2, "two notes were changed in both places")])
///     }
/// }
/// ```
#[async_trait]
pub trait Findings: Send + Sync + 'static {
    /// Returns what is open for this caller and nobody else; nothing when all is well.
    ///
    /// # Errors
    ///
    /// When it cannot be found out. The caller then reads that, and the rest: what fails here must not keep it from
    /// seeing and stopping its operations.
    async fn open(&self, caller: &Caller) -> Result<Vec<Finding>, BoxError>;
}

#[async_trait]
impl<T: Findings + ?Sized> Findings for Arc<T> {
    async fn open(&self, caller: &Caller) -> Result<Vec<Finding>, BoxError> {
        T::open(self, caller).await
    }
}

/// How many findings of one kind and severity are open.
///
/// ```json
/// {"kind": "conflict", "severity": "warning", "count": 2, "summary": "two notes were changed in both places"}
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// What they are, as a stable word of the product's.
    pub kind: String,
    /// How bad they are.
    pub severity: Severity,
    /// How many there are.
    pub count: u64,
    /// One line about them, for the model and for people.
    pub summary: String,
}

impl Finding {
    /// Returns that so many are open.
    pub fn new(kind: impl Into<String>, severity: Severity, count: u64, summary: impl Into<String>) -> Self {
        Self { kind: kind.into(), severity, count, summary: summary.into() }
    }
}

/// How bad a finding is; the worst is the greatest. Four of the words of RFC 5424, section 6.2.1.
///
/// # Examples
///
/// ```
/// use tool_core::{Finding, Severity};
///
/// let findings = [
///     Finding::new("drafts", Severity::Info, 3, "3 drafts are older than a week"),
///     Finding::new("links", Severity::Error, 1, "1 link leads nowhere"),
/// ];
/// assert_eq!(findings.iter().map(|finding| finding.severity).max(), Some(Severity::Error));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Will be a problem when nobody looks.
    Warning,
    /// Something does not work.
    Error,
    /// Nothing can go on.
    Critical,
}
