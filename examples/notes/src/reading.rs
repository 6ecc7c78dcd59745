//! What a model reads without a call, and where a person starts: the context of the application, notes under an address of
//! their own, and a prompt.
//!
//! Each of them calls a function of the application. Nothing here looks for an owner, and nothing here knows a protocol.

use crate::{
    error::NoteError,
    notes,
    ownership::{ProjectId, ProjectOwners},
    projects,
    service::Service,
    tools::PROJECT,
    users::UserId,
};
use serde_json::{Value, json};
use std::sync::Arc;
use tool_core::{
    Exposure, HostMetadata, Prompt, PromptArgument, ReadCall, RegistryBuilder, Resource, ResourceTemplate,
    ToolError,
};

/// Registers everything that is read.
pub(crate) fn register(registry: RegistryBuilder<Service>) -> RegistryBuilder<Service> {
    registry
        .resource(context_resource(), context)
        .resource_template(note_template(), note)
        .prompt(summarise_prompt(), summarise)
}

fn exposed(title: &str) -> HostMetadata {
    HostMetadata::default().with_title(title).with_exposure(Exposure::Both)
}

fn context_resource() -> Resource {
    Resource::new("app://context", "context")
        .description("What this service is, who you are in it, and your projects with their ids.")
        .mime_type("application/json")
        .host(exposed("Context"))
}

fn note_template() -> ResourceTemplate<Service> {
    ResourceTemplate::new("notes://{project}/{note}", "note")
        .description("One note, as its title and its text.")
        .mime_type("text/markdown")
        .host(exposed("Note"))
        .about(PROJECT, "project")
        .completing("project", own_projects)
        .completing("note", newest_notes)
}

fn summarise_prompt() -> Prompt<Service> {
    Prompt::new("summarise_project")
        .description("Asks for a summary of the newest notes of a project.")
        .host(exposed("Summarise a project"))
        .argument(PromptArgument::required("project", "The id of the project."))
        .about(PROJECT, "project")
        .completing("project", own_projects)
}

fn user(call: &ReadCall) -> Result<UserId, ToolError> {
    let user = call.caller().extension::<UserId>().cloned();
    user.ok_or_else(|| ToolError::internal("the caller was made without its user; make it with `caller`"))
}

async fn context(
    service: Arc<Service>,
    call: ReadCall,
) -> Result<Value, ToolError> {
    let user = user(&call)?;
    let projects = projects::list_projects(&service.store, user.clone()).await?;
    Ok(json!({ "service": "notes", "user": user.as_str(), "projects": projects }))
}

async fn note(
    service: Arc<Service>,
    call: ReadCall,
) -> Result<String, ToolError> {
    let project = call.target_as::<ProjectId>()?.clone();
    let note = notes::read_note(&service.store, project, call.required("note")?.to_owned()).await;
    let note = note.map_err(|error| match error {
        // As unknown as a note of somebody else's project.
        NoteError::NoteNotFound => ToolError::new("not-found", error.to_string()),
        error => error.into(),
    })?;
    Ok(format!("# {}\n\n{}", note.title, note.body))
}

async fn summarise(
    service: Arc<Service>,
    call: ReadCall,
) -> Result<String, ToolError> {
    let project = call.target_as::<ProjectId>()?.clone();
    let found = notes::search_notes(&service.store, project, String::new(), notes::default_limit()).await?;
    let texts: Vec<_> = found.iter().map(|note| format!("# {}\n\n{}", note.title, note.body)).collect();
    Ok(format!("Summarise these notes in a few sentences.\n\n{}", texts.join("\n\n")))
}

async fn own_projects(
    service: Arc<Service>,
    call: ReadCall,
    typed: String,
) -> Result<Vec<String>, ToolError> {
    let owners = ProjectOwners::new(service.store.clone());
    let projects = owners.projects_of(&user(&call)?).await.map_err(NoteError::from)?;
    Ok(projects.into_iter().map(|project| project.id).filter(|id| id.starts_with(&typed)).collect())
}

async fn newest_notes(
    service: Arc<Service>,
    call: ReadCall,
    typed: String,
) -> Result<Vec<String>, ToolError> {
    let project = call.target_as::<ProjectId>()?.clone();
    let found = notes::search_notes(&service.store, project, String::new(), notes::MAX_LIMIT).await?;
    Ok(found.into_iter().map(|note| note.id).filter(|id| id.starts_with(&typed)).collect())
}
