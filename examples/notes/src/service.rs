//! What every way into the service shares: one database, one answer about owners, one set of users, one budget for each
//! of them, and one queue of operations.

use crate::{
    operations::{Bounds, StoredQueue},
    ownership::ProjectOwners,
    shared::Approvals,
    store::NoteStore,
    tokens::Tokens,
    users::Users,
};
use std::{fmt, sync::Arc};
use tool_core::{AuditLog, Limits};

/// The parts of a running service; clones share them.
#[derive(Clone)]
#[non_exhaustive]
pub struct Service {
    /// The database.
    pub store: NoteStore,
    /// The one interface that says whose project it is.
    pub owners: Arc<ProjectOwners>,
    /// The one interface that says how often a user may call.
    pub limits: Arc<dyn Limits>,
    /// The users and the digests of their tokens.
    pub users: Arc<Users>,
    /// The one queue of operations; it serves the one invoker of the service.
    pub operations: StoredQueue,
    /// Where is kept who called what.
    pub audit: Option<AuditLog>,
    /// Who approves calls that overwrite or delete; they need no approval without it.
    pub approvals: Option<Approvals>,
}

impl Service {
    /// Puts a service together from its database, the tokens of its users, and how often they may call.
    pub fn new(
        store: NoteStore,
        tokens: &Tokens,
        limits: impl Limits,
    ) -> Self {
        let owners = Arc::new(ProjectOwners::new(store.clone()));
        let operations = StoredQueue::new(store.clone(), Bounds::default());
        let users = Arc::new(Users::new(tokens));
        Self { store, owners, limits: Arc::new(limits), users, operations, audit: None, approvals: None }
    }

    /// Keeps a record of every call of a tool.
    #[must_use]
    pub fn with_audit(
        mut self,
        log: AuditLog,
    ) -> Self {
        self.audit = Some(log);
        self
    }

    /// Has calls of tools that overwrite or delete wait for an approval.
    #[must_use]
    pub fn with_approvals(
        mut self,
        approvals: Approvals,
    ) -> Self {
        self.approvals = Some(approvals);
        self
    }
}

impl fmt::Debug for Service {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        // Limits cannot be shown.
        f.debug_struct("Service")
            .field("store", &self.store)
            .field("users", &self.users)
            .finish_non_exhaustive()
    }
}
