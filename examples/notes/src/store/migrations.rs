//! The schema, as steps that are applied in order and never edited once released.

use super::OpenError;
use rusqlite::{Connection, TransactionBehavior};

/// Each step with the `user_version` that it brings a database to, in ascending order.
const STEPS: [(u32, &str); 3] =
    [(1, PROJECTS_AND_NOTES), (2, OPERATIONS_AND_FILES), (3, BUDGETS_AND_APPROVALS)];

const NEWEST: u32 = STEPS[STEPS.len() - 1].0;

/// Ids are minted by the database; `row` exists because the full-text index needs an integer that `VACUUM` keeps.
const PROJECTS_AND_NOTES: &str = "
CREATE TABLE projects (
    id         TEXT NOT NULL PRIMARY KEY DEFAULT ('p_' || lower(hex(randomblob(16)))),
    owner      TEXT NOT NULL,
    name       TEXT NOT NULL,
    created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    UNIQUE (owner, name)
) STRICT;

CREATE TABLE notes (
    row        INTEGER PRIMARY KEY,
    id         TEXT NOT NULL UNIQUE DEFAULT ('n_' || lower(hex(randomblob(16)))),
    project    TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    title      TEXT NOT NULL,
    body       TEXT NOT NULL,
    created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    updated_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;
CREATE INDEX notes_by_project ON notes (project, row);

CREATE VIRTUAL TABLE notes_index USING fts5 (
    title, body, content = 'notes', content_rowid = 'row', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TRIGGER notes_inserted AFTER INSERT ON notes BEGIN
    INSERT INTO notes_index (rowid, title, body) VALUES (new.row, new.title, new.body);
END;
CREATE TRIGGER notes_deleted AFTER DELETE ON notes BEGIN
    INSERT INTO notes_index (notes_index, rowid, title, body) VALUES ('delete', old.row, old.title, old.body);
END;
CREATE TRIGGER notes_updated AFTER UPDATE OF title, body ON notes BEGIN
    INSERT INTO notes_index (notes_index, rowid, title, body) VALUES ('delete', old.row, old.title, old.body);
    INSERT INTO notes_index (rowid, title, body) VALUES (new.row, new.title, new.body);
END;

CREATE TABLE sessions (
    user    TEXT NOT NULL PRIMARY KEY,
    project TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX sessions_by_project ON sessions (project);
";

/// `call` is the whole call as JSON, and `worker` the process that runs it. `finish` counts what finished of one caller,
/// without gaps: a caller learns from it nothing of others. `change` is for the processes that look what others did.
///
/// The text of a file is in a table of its own, because its checkpoint changes often, and SQLite writes whole rows.
const OPERATIONS_AND_FILES: &str = "
CREATE TABLE workers (
    id TEXT NOT NULL PRIMARY KEY
) STRICT;

CREATE TABLE callers (
    owner     TEXT NOT NULL PRIMARY KEY,
    finished  INTEGER NOT NULL DEFAULT 0,
    forgotten INTEGER NOT NULL DEFAULT 0,
    turn      INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE operations (
    row              INTEGER PRIMARY KEY,
    id               TEXT NOT NULL UNIQUE,
    owner            TEXT NOT NULL REFERENCES callers (owner),
    idempotency_key  TEXT,
    call             TEXT NOT NULL,
    state            TEXT NOT NULL,
    cancel_requested INTEGER NOT NULL DEFAULT 0,
    worker           TEXT,
    attempts         INTEGER NOT NULL DEFAULT 0,
    started_ms       INTEGER,
    finished_ms      INTEGER,
    progress         TEXT,
    end              TEXT,
    finish           INTEGER,
    change           INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX operations_by_owner ON operations (owner, finish);
CREATE INDEX operations_by_key ON operations (owner, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX operations_queued ON operations (row) WHERE state = 'queued';
CREATE INDEX operations_running ON operations (worker) WHERE state = 'running';
CREATE INDEX operations_finished ON operations (finished_ms) WHERE finished_ms IS NOT NULL;
CREATE INDEX operations_changed ON operations (change);

CREATE TABLE operation_changes (
    latest INTEGER NOT NULL
) STRICT;
INSERT INTO operation_changes (latest) VALUES (0);
CREATE TRIGGER operations_change AFTER UPDATE OF state, cancel_requested ON operations BEGIN
    UPDATE operation_changes SET latest = latest + 1;
    UPDATE operations SET change = (SELECT latest FROM operation_changes) WHERE row = new.row;
END;

CREATE TABLE files (
    id       TEXT NOT NULL PRIMARY KEY DEFAULT ('f_' || lower(hex(randomblob(16)))),
    project  TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    imported INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX files_by_project ON files (project);
CREATE TABLE file_texts (
    file TEXT NOT NULL PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
    text TEXT NOT NULL
) STRICT;
";

/// What processes count together. A row of `budgets` says when the budget is full again.
const BUDGETS_AND_APPROVALS: &str = "
CREATE TABLE budgets (
    user       TEXT NOT NULL,
    kind       TEXT NOT NULL,
    full_at_us INTEGER NOT NULL,
    PRIMARY KEY (user, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE keys (
    name TEXT NOT NULL PRIMARY KEY,
    key  BLOB NOT NULL
) STRICT;

CREATE TABLE spent_tickets (
    ticket     TEXT NOT NULL PRIMARY KEY,
    expires_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX spent_tickets_by_expiry ON spent_tickets (expires_ms);
";

/// Applies the steps that the database lacks, all of them or none.
pub(super) fn apply(connection: &mut Connection) -> Result<(), OpenError> {
    // Immediate also when no step is missing: a database that cannot be written is refused at start.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found: u32 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if found > NEWEST {
        return Err(OpenError::Newer { found, known: NEWEST });
    }
    if found == 0 && holds_tables(&transaction)? {
        return Err(OpenError::Foreign);
    }
    for (version, step) in STEPS {
        if version > found {
            transaction.execute_batch(step)?;
        }
    }
    transaction.pragma_update(None, "user_version", NEWEST)?;
    transaction.commit()?;
    Ok(())
}

fn holds_tables(connection: &Connection) -> Result<bool, OpenError> {
    Ok(connection.query_row("SELECT EXISTS (SELECT 1 FROM sqlite_schema)", [], |row| row.get(0))?)
}
