//! What every way into the service shares: one database, one answer about owners, one set of users.

use crate::{ownership::ProjectOwners, store::NoteStore, tokens::Tokens, users::Users};
use std::sync::Arc;

/// The parts of a running service; clones share them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Service {
    /// The database.
    pub store: NoteStore,
    /// The one interface that says whose project it is.
    pub owners: Arc<ProjectOwners>,
    /// The users and the digests of their tokens.
    pub users: Arc<Users>,
}

impl Service {
    /// Puts a service together from its database and the tokens of its users.
    pub fn new(
        store: NoteStore,
        tokens: &Tokens,
    ) -> Self {
        let owners = Arc::new(ProjectOwners::new(store.clone()));
        Self { store, owners, users: Arc::new(Users::new(tokens)) }
    }
}
