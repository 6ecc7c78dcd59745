//! What the processes that serve one database share beside its rows of users: budgets, and which approvals are used up.
//! What one process may keep for itself is not here.

mod approvals;
mod limits;

pub use self::{approvals::Approvals, limits::SharedLimits};
