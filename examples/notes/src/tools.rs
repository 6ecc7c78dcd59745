//! The application's functions as tools: what they take from a call, how their errors read, and who is offered which.
//!
//! Nothing here knows a protocol; that is `mcp`. What a tool does is in its function and nowhere else.

use crate::{
    error::NoteError,
    export, notes,
    ownership::{ProjectId, ProjectOwners},
    projects,
    service::Service,
    session,
    store::{NoteStore, StoreError},
    users::UserId,
};
use std::sync::Arc;
use tool_core::{
    Allow, BoxError, BuildErrors, Caller, FromCall, Invoker, Ownership, Provides, Registry, Surface, Target,
    TargetArgument, ToolCall, ToolError, async_trait,
};

/// The kind of target that the tools are about.
const PROJECT: &str = "project";

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

/// Registers every function that is a tool.
///
/// # Errors
///
/// Every fault of every tool at once; they are faults of this program.
pub fn registry(service: &Service) -> Result<Registry, BuildErrors> {
    Registry::builder(service.clone())
        .tool(projects::list_projects_tool())
        .tool(projects::create_project_tool())
        .tool(projects::delete_project_tool())
        .tool(notes::search_notes_tool())
        .tool(notes::read_note_tool())
        .tool(notes::create_note_tool())
        .tool(notes::update_note_tool())
        .tool(notes::delete_note_tool())
        .tool(export::export_project_tool())
        .tool(session::select_project_tool())
        .tool(session::current_project_tool())
        .build()
}

/// Returns the door to the tools, behind the given answer about owners, and behind the limits that REST asks.
///
/// # Errors
///
/// As [`registry`].
pub fn invoker(
    service: &Service,
    ownership: impl Ownership,
) -> Result<Invoker, BuildErrors> {
    let door = Invoker::builder(registry(service)?).limits(Arc::clone(&service.limits)).ownership(ownership);
    match &service.audit {
        Some(log) => door.audit(log.clone()).build(),
        None => door.build(),
    }
}

/// Returns what the service offers to outside callers: every tool that is exposed to them.
///
/// Its answer about owners is the value that the REST API asks.
///
/// # Errors
///
/// As [`registry`].
pub fn surface(service: &Service) -> Result<Surface, BuildErrors> {
    surface_with(service, Arc::clone(&service.owners))
}

/// As [`surface`], behind another answer about owners.
///
/// # Errors
///
/// As [`registry`].
pub fn surface_with(
    service: &Service,
    ownership: impl Ownership,
) -> Result<Surface, BuildErrors> {
    let project = TargetArgument::new(
        PROJECT,
        "project_id",
        "The id of the project, as `list_projects` and `create_project` return it.",
    );
    Surface::outside("outside", &invoker(service, ownership)?, Allow::exposed())
        .target_argument(project)
        .build()
}
