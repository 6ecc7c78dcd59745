//! The application's functions as tools: what they take from a call, how their errors read, and who is offered which.
//!
//! Nothing here knows a protocol; that is `mcp`. What a tool does is in its function and nowhere else.

use crate::{
    confirmed,
    error::NoteError,
    export,
    findings::HalfImported,
    import, notes,
    ownership::{ProjectId, ProjectOwners},
    projects, reading, reindex,
    service::Service,
    session,
    store::{NoteStore, StoreError},
    users::{UserId, Users},
    wording,
    work::Work,
};
use std::sync::Arc;
use tool_core::{
    Allow, BoxError, BuildErrors, Caller, Callers, FromCall, Invoker, OperationTools, OperationsFooter,
    Ownership, Provides, Registry, Surface, Target, TargetArgument, ToolCall, ToolError, async_trait,
};

/// The kind of target that the tools are about.
pub(crate) const PROJECT: &str = "project";

/// Every rendering of the one invoker. All of them live as long as the service: an operation runs through the one that
/// it was started at.
#[derive(Clone, Debug)]
#[expect(clippy::exhaustive_structs, reason = "tests put a surface of their own in the place of one")]
pub struct Surfaces {
    /// What is offered to outside callers.
    pub outside: Surface,
    /// What the REST API starts operations through.
    pub rest: Surface,
}

impl Provides<NoteStore> for Service {
    fn provide(&self) -> &NoteStore {
        &self.store
    }
}

/// Returns the caller of a user whose credential was checked.
pub(crate) fn caller(user: UserId) -> Caller {
    Caller::new(user.as_str()).with(user)
}

impl<'a> FromCall<'a> for UserId {
    fn from_call(call: &'a ToolCall<'a>) -> Result<Self, ToolError> {
        let user = call.caller().extension::<Self>().cloned();
        user.ok_or_else(|| ToolError::internal("the caller was made without its user; make it with `caller`"))
    }
}

impl<'a> FromCall<'a> for ProjectId {
    fn from_call(call: &'a ToolCall<'a>) -> Result<Self, ToolError> {
        call.target_as::<Self>().cloned()
    }
}

impl<'a> FromCall<'a> for Work {
    fn from_call(call: &'a ToolCall<'a>) -> Result<Self, ToolError> {
        let progress = call.progress().clone();
        let report = move |done: u32, total: u32| progress.report(done.into(), Some(total.into()), None);
        Ok(Self::new(call.cancellation().clone(), report))
    }
}

/// Whoever started an operation must still be a user when its turn comes.
#[async_trait]
impl Callers for Users {
    async fn restore(
        &self,
        owner: &str,
    ) -> Result<Option<Caller>, BoxError> {
        Ok(self.named(owner).map(caller))
    }
}

#[async_trait]
impl Ownership for ProjectOwners {
    async fn resolve(
        &self,
        caller: &Caller,
        target: &Target,
    ) -> Result<Option<Target>, BoxError> {
        // A caller that is no user, or a target of another kind, owns nothing here.
        let (Some(user), PROJECT) = (caller.extension::<UserId>(), target.kind()) else { return Ok(None) };
        let owned = self.owned_project(user, target.id()).await?;
        Ok(owned.map(|project| target.clone().with(project)))
    }
}

/// What the model reads is what REST clients read, except for a defect, of which it reads a correlation id.
impl From<NoteError> for ToolError {
    fn from(error: NoteError) -> Self {
        match error {
            NoteError::Store(cause @ StoreError::Failed(_)) => Self::internal(cause),
            NoteError::Store(cause) => {
                tracing::error!(%cause, "the database failed");
                Self::new(error.code(), error.to_string())
            }
            refused => Self::new(refused.code(), refused.to_string()),
        }
    }
}

/// Registers every function that is a tool, and everything that is read.
///
/// # Errors
///
/// Every fault of every tool at once; they are faults of this program.
pub fn registry(service: &Service) -> Result<Registry, BuildErrors> {
    let watch = OperationTools::new(service.operations.clone()).findings(HalfImported(service.store.clone()));
    let registry = Registry::builder(service.clone())
        .tool(projects::list_projects_tool())
        .tool(projects::create_project_tool())
        .tool(confirmed::delete_agreed_project_tool())
        .tool(notes::search_notes_tool())
        .tool(notes::read_note_tool())
        .tool(notes::create_note_tool())
        .tool(notes::update_note_tool())
        .tool(notes::delete_note_tool())
        .tool(import::import_notes_tool())
        .tool(export::export_project_tool())
        .tool(reindex::reindex_tool())
        .tool(session::select_project_tool())
        .tool(session::current_project_tool())
        .register(watch.status())
        .register(watch.wait())
        .register(watch.cancel());
    reading::register(registry).build()
}

/// Returns the door to the tools, behind the given answer about owners, and behind the limits that REST asks.
///
/// # Errors
///
/// As [`registry`]; and when there is one already, since the queue of the service serves one.
pub fn invoker(
    service: &Service,
    ownership: impl Ownership,
) -> Result<Invoker, BuildErrors> {
    let door = Invoker::builder(registry(service)?).limits(Arc::clone(&service.limits)).ownership(ownership);
    let door = door.operations(service.operations.clone()).callers(Arc::clone(&service.users));
    let door = match &service.approvals {
        Some(approvals) => door.approval(Arc::clone(approvals.sealed())),
        None => door,
    };
    match &service.audit {
        Some(log) => door.audit(log.clone()).build(),
        None => door.build(),
    }
}

/// Returns the surfaces of the service, which offer every tool that is exposed to their callers.
///
/// Their answer about owners is the value that the REST API asks.
///
/// # Errors
///
/// As [`invoker`].
pub fn surfaces(service: &Service) -> Result<Surfaces, BuildErrors> {
    surfaces_with(service, Arc::clone(&service.owners))
}

/// As [`surfaces`], behind another answer about owners.
///
/// # Errors
///
/// As [`invoker`].
pub fn surfaces_with(
    service: &Service,
    ownership: impl Ownership,
) -> Result<Surfaces, BuildErrors> {
    let project = TargetArgument::new(
        PROJECT,
        "project_id",
        "The id of the project, as `list_projects` and `create_project` return it.",
    );
    let invoker = invoker(service, ownership)?;
    let surfaces = Surfaces {
        outside: Surface::outside("outside", &invoker, Allow::exposed())
            .target_argument(project)
            .overrides(wording::outside())
            .footer(OperationsFooter::new(service.operations.clone()))
            .build()?,
        rest: Surface::first_party("rest", &invoker, Allow::exposed()).build()?,
    };
    service.operations.begin();
    Ok(surfaces)
}
