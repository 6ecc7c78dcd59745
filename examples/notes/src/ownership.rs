//! Whose project it is: the only code that compares an owner, and the only source of a [`ProjectId`].
//!
//! What is then done with a project is not decided here.

use crate::{
    projects::Project,
    store::{NoteStore, StoreError},
    users::UserId,
};
use rusqlite::params;

/// The projects of user `?1`: all of them, or only the one whose id is `?2`.
pub(crate) const OWNED: &str = "
SELECT id, name, created_at FROM projects WHERE owner = ?1 AND (?2 IS NULL OR id = ?2) ORDER BY name";

/// A project that the user of this request owns.
///
/// Only [`ProjectOwners::owned_project`] makes one, so a function that takes it need not check anything.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProjectId(String);

impl ProjectId {
    /// Returns the id as clients write it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Answers whose project it is.
///
/// A [`ProjectId`] cannot be made from text, however well-formed:
///
/// ```compile_fail,E0423
/// let forged = notes::ownership::ProjectId("p_0".to_owned());
/// ```
#[derive(Clone, Debug)]
pub struct ProjectOwners {
    store: NoteStore,
}

impl ProjectOwners {
    /// Answers from the given database.
    pub fn new(store: NoteStore) -> Self {
        Self { store }
    }

    /// Returns the project when it exists and `user` owns it; a missing and a foreign one are both `None`.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot answer; treat it as a refusal.
    pub async fn owned_project(
        &self,
        user: &UserId,
        project: &str,
    ) -> Result<Option<ProjectId>, StoreError> {
        let found = self.owned(user, Some(project.to_owned())).await?;
        Ok(found.into_iter().next().map(|project| ProjectId(project.id)))
    }

    /// Returns the projects that `user` owns, by name.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the database cannot answer.
    pub async fn projects_of(
        &self,
        user: &UserId,
    ) -> Result<Vec<Project>, StoreError> {
        self.owned(user, None).await
    }

    async fn owned(
        &self,
        user: &UserId,
        only: Option<String>,
    ) -> Result<Vec<Project>, StoreError> {
        let user = user.clone();
        self.store
            .read(move |connection| {
                let mut statement = connection.prepare_cached(OWNED)?;
                let projects = statement.query_map(params![user.as_str(), only], Project::from_row)?;
                Ok(projects.collect::<Result<_, _>>()?)
            })
            .await
    }
}
