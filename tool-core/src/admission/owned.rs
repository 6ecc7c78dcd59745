//! Check: is the target the caller's? Missing and somebody else's are one answer.

use std::{borrow::Cow, sync::Arc};

use async_trait::async_trait;
use serde_json::Value;

use super::{Policies, Stop};
use crate::{
    BoxError, Caller, Refusal, Target, TargetArgument, error::chain, panic_wall, request::RequestParts,
    view::Rendered,
};

/// Says who owns what: one interface for the whole product, asked by REST handlers as well.
///
/// An id of a target is text. One that is a number in the product is read with `target.id().parse::<Id<u64>>()`, which
/// takes it as the program writes it and refuses `007`; see [`Id`](crate::Id).
///
/// # Examples
///
/// ```
/// use tool_core::{BoxError, Caller, Ownership, Target};
///
/// struct ProjectId(u64);
///
/// struct Projects;
///
/// #[tool_core::async_trait]
/// impl Ownership for Projects {
///     async fn resolve(&self, caller: &Caller, target: &Target) -> Result<Option<Target>, BoxError> {
///         let owned = match (caller.id(), target.kind(), target.id()) {
///             ("alice", "project", "p-7") => Some(ProjectId(7)),
///             _ => None,
///         };
///         Ok(owned.map(|id| target.clone().with(id)))
///     }
/// }
/// ```
#[async_trait]
pub trait Ownership: Send + Sync + 'static {
    /// Returns the target with the host's own value attached, or nothing when it does not exist or is not the
    /// caller's.
    ///
    /// # Errors
    ///
    /// When it cannot be found out: nothing runs then, and the caller learns a correlation id.
    async fn resolve(&self, caller: &Caller, target: &Target) -> Result<Option<Target>, BoxError>;
}

/// The same value for REST handlers and for the invoker.
#[async_trait]
impl<T: Ownership + ?Sized> Ownership for Arc<T> {
    async fn resolve(&self, caller: &Caller, target: &Target) -> Result<Option<Target>, BoxError> {
        T::resolve(self, caller, target).await
    }
}

/// Returns the ownership that a function answers, for hosts whose answer is one lookup.
///
/// # Examples
///
/// ```
/// use std::{collections::HashMap, sync::Arc};
///
/// use tool_core::{BoxError, Caller, Ownership, Target, ownership_by};
///
/// struct ProjectId(u64);
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), BoxError> {
/// let owners = Arc::new(HashMap::from([("p-7".to_owned(), "alice")]));
/// let ownership = ownership_by(move |caller: Caller, target: Target| {
///     let owners = Arc::clone(&owners);
///     async move {
///         let theirs = owners.get(target.id()) == Some(&caller.id());
///         Ok::<_, BoxError>(theirs.then(|| target.with(ProjectId(7))))
///     }
/// });
///
/// assert!(ownership.resolve(&Caller::new("alice"), &Target::new("project", "p-7")).await?.is_some());
/// assert!(ownership.resolve(&Caller::new("bob"), &Target::new("project", "p-7")).await?.is_none());
/// # Ok(())
/// # }
/// ```
pub fn ownership_by<F, R>(resolve: F) -> impl Ownership
where
    F: Fn(Caller, Target) -> R + Send + Sync + 'static,
    R: Future<Output = Result<Option<Target>, BoxError>> + Send + 'static,
{
    By(resolve)
}

struct By<F>(F);

#[async_trait]
impl<F, R> Ownership for By<F>
where
    F: Fn(Caller, Target) -> R + Send + Sync + 'static,
    R: Future<Output = Result<Option<Target>, BoxError>> + Send + 'static,
{
    async fn resolve(&self, caller: &Caller, target: &Target) -> Result<Option<Target>, BoxError> {
        (self.0)(caller.clone(), target.clone()).await
    }
}

/// Resolves the target of the call, if it has one. An absent or ill-typed one is left to the checks behind this one,
/// which must refuse it.
pub(super) async fn check(
    policies: &Policies,
    request: &RequestParts,
    tool: &Rendered,
    arguments: &Value,
) -> Result<Option<Target>, Stop> {
    match named(request, tool, arguments) {
        Some(target) => resolve(policies, &request.caller, tool, &target).await.map(Some),
        None => Ok(None),
    }
}

/// Resolves a target that was named.
pub(super) async fn resolve(
    policies: &Policies,
    caller: &Caller,
    tool: &Rendered,
    target: &Target,
) -> Result<Target, Stop> {
    let name = tool.entry.name();
    let Some(ownership) = &policies.ownership else {
        return Err(Stop::undecided(name, "the tool has a target, and the invoker has no ownership"));
    };
    let detail = match panic_wall::walled_future(ownership.resolve(caller, target)).await {
        Ok(Ok(Some(target))) => return Ok(target),
        Ok(Ok(None)) => return Err(Refusal::NotFound { kind: target.kind().to_owned() }.into()),
        Ok(Err(error)) => chain(&*error),
        Err(panicked) => panicked,
    };
    Err(Stop::undecided(name, detail))
}

/// Refuses a call about a target that nobody named.
pub(super) fn require(tool: &Rendered, target: Option<&Target>) -> Result<(), Refusal> {
    match &tool.entry.host().target {
        Some(kind) if target.is_none() => Err(Refusal::TargetMissing { kind: kind.clone() }),
        _ => Ok(()),
    }
}

/// Returns the target that the request names: in its argument where the surface has one, else beside the arguments. Most
/// tools have none, and nothing is asked about these.
pub(super) fn named<'r>(
    request: &'r RequestParts,
    tool: &Rendered,
    arguments: &Value,
) -> Option<Cow<'r, Target>> {
    let kind = tool.entry.host().target.as_deref()?;
    match &tool.target_argument {
        Some(argument) => {
            let id =
                arguments.get(argument).and_then(Value::as_str).filter(|id| TargetArgument::takes(id))?;
            Some(Cow::Owned(Target::new(kind, id)))
        }
        None => request.target.as_ref().filter(|target| target.kind() == kind).map(Cow::Borrowed),
    }
}
