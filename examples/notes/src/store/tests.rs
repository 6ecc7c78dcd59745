//! Tests of the database file itself: what opens, what is refused, and whether the index follows the notes.

use super::{NoteStore, OpenError, StoreError};
use rusqlite::Connection;
use tempfile::TempDir;

fn refusal(prepare: &str) -> OpenError {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("notes.db");
    Connection::open(&path).unwrap().execute_batch(prepare).unwrap();
    NoteStore::open(&path).unwrap_err()
}

#[test]
fn a_schema_of_a_newer_program_is_refused() {
    let refused = refusal("PRAGMA user_version = 7");
    assert_eq!(refused.to_string(), "its schema has version 7, and this program knows versions up to 3");
}

#[test]
fn a_database_of_another_program_is_refused_and_left_alone() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("theirs.db");
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE theirs (x)").unwrap();

    let refused = NoteStore::open(&path).unwrap_err();

    assert_eq!(refused.to_string(), "it belongs to another program");
    let tables: i64 = Connection::open(&path)
        .unwrap()
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .unwrap();
    assert_eq!(tables, 1);
}

#[test]
fn a_database_of_the_first_version_keeps_what_it_holds() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("notes.db");
    drop(NoteStore::open(&path).unwrap());
    // Back to what the first version had.
    let connection = Connection::open(&path).unwrap();
    connection
        .execute_batch(
            "DROP TABLE operation_changes; DROP TABLE operations; DROP TABLE callers; DROP TABLE workers;
             DROP TABLE file_texts; DROP TABLE files;
             DROP TABLE budgets; DROP TABLE keys; DROP TABLE spent_tickets;
             INSERT INTO projects (id, owner, name) VALUES ('p', 'alice', 'garden');
             PRAGMA user_version = 1",
        )
        .unwrap();
    drop(NoteStore::open(&path).unwrap());
    let count = |of: &str| connection.query_row(of, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(count("SELECT count(*) FROM projects"), 1);
    assert_eq!(count("SELECT count(*) FROM operations"), 0);
    assert_eq!(count("SELECT count(*) FROM budgets"), 0);
}

#[test]
fn a_process_is_seen_to_live_until_it_has_ended() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("notes.db");
    let (first, second) = (NoteStore::open(&path).unwrap(), NoteStore::open(&path).unwrap());
    let id = first.presence().id().to_owned();
    assert!(second.presence().ended(&id).is_none());
    drop(first);
    assert!(second.presence().ended(&id).is_some());
}

#[test]
fn a_database_without_a_file_has_one_process() {
    let mut connection = Connection::open_in_memory().unwrap();
    super::migrations::apply(&mut connection).unwrap();
    let presence = super::Presence::begin(&connection).unwrap();
    assert!(presence.ended("0").is_none());
}

#[test]
fn a_file_that_is_no_database_is_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("letter.txt");
    std::fs::write(&path, "Dear reader, ".repeat(100)).unwrap();
    let refused = NoteStore::open(&path).unwrap_err();
    assert!(refused.to_string().contains("not a database"), "{refused}");
}

#[cfg(unix)]
mod permissions {
    use super::*;
    use std::{
        fs::{self, Permissions},
        os::unix::fs::{PermissionsExt, symlink},
        path::Path,
    };

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[tokio::test]
    async fn what_is_created_is_for_the_owner_alone() {
        let folder = TempDir::new().unwrap();
        // Other users may look into the folder, as they may into most.
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        let store = NoteStore::open(&folder.path().join("notes.db")).unwrap();
        // The log of writes is a file of its own from the first one on, and while the database is open.
        let written: Result<(), StoreError> = store
            .write(|connection| {
                connection.execute_batch("INSERT INTO projects (owner, name) VALUES ('alice', 'garden')")?;
                Ok(())
            })
            .await;
        written.unwrap();
        for name in ["notes.db", "notes.db-wal", "notes.db-shm"] {
            assert_eq!(mode(&folder.path().join(name)), 0o600, "{name}");
        }
    }

    #[test]
    fn a_file_that_exists_keeps_its_mode() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("notes.db");
        drop(NoteStore::open(&path).unwrap());
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        let _store = NoteStore::open(&path).unwrap();
        assert_eq!(mode(&path), 0o640);
    }

    #[test]
    fn a_link_to_nothing_is_refused_and_nothing_is_created() {
        let folder = TempDir::new().unwrap();
        let (link, absent) = (folder.path().join("notes.db"), folder.path().join("absent.db"));
        symlink(&absent, &link).unwrap();
        let refused = NoteStore::open(&link).unwrap_err();
        assert_eq!(refused.to_string(), "unable to open database file");
        assert!(!absent.exists());
    }
}

#[tokio::test]
async fn the_index_follows_every_change_of_the_notes() {
    let folder = TempDir::new().unwrap();
    let store = NoteStore::open(&folder.path().join("notes.db")).unwrap();
    let matches: Result<Vec<bool>, StoreError> = store
        .write(|connection| {
            let holds = |word: &str| {
                // Asked of the index alone, because a join with the notes would hide a stale entry.
                connection.query_row(
                    "SELECT EXISTS (SELECT 1 FROM notes_index WHERE notes_index MATCH ?1)",
                    [word],
                    |row| row.get(0),
                )
            };
            connection.execute_batch(
                "INSERT INTO projects (id, owner, name) VALUES ('p', 'alice', 'garden');
                 INSERT INTO notes (project, title, body) VALUES ('p', 'apple', 'red')",
            )?;
            let inserted = holds("apple")?;
            connection.execute_batch("UPDATE notes SET title = 'pear'")?;
            let (old, new) = (holds("apple")?, holds("pear")?);
            connection.execute_batch("DELETE FROM projects")?;
            Ok(vec![inserted, old, new, holds("pear")?])
        })
        .await;
    assert_eq!(matches, Ok(vec![true, false, true, false]));
}

#[tokio::test]
async fn a_failure_to_commit_is_an_error() {
    let folder = TempDir::new().unwrap();
    let store = NoteStore::open(&folder.path().join("notes.db")).unwrap();

    let outcome: Result<(), StoreError> = store
        .write(|connection| {
            // Deferred, the missing project is noticed by the commit and by nothing before it.
            connection.execute_batch(
                "PRAGMA defer_foreign_keys = ON;
                 INSERT INTO notes (project, title, body) VALUES ('p_absent', 'apple', 'red')",
            )?;
            Ok(())
        })
        .await;

    assert_eq!(outcome, Err(StoreError::Failed(rusqlite::ffi::SQLITE_CONSTRAINT_FOREIGNKEY)));
    let count: Result<i64, StoreError> = store
        .read(|connection| Ok(connection.query_row("SELECT count(*) FROM notes", [], |row| row.get(0))?))
        .await;
    assert_eq!(count, Ok(0));
}

#[tokio::test]
async fn work_that_panics_is_undone_and_the_store_lives_on() {
    let folder = TempDir::new().unwrap();
    let store = NoteStore::open(&folder.path().join("notes.db")).unwrap();

    let outcome: Result<(), StoreError> = store
        .write(|connection| {
            connection.execute_batch("INSERT INTO projects (owner, name) VALUES ('alice', 'garden')")?;
            panic!("planted")
        })
        .await;

    assert_eq!(outcome, Err(StoreError::Interrupted));
    let count: Result<i64, StoreError> = store
        .read(|connection| Ok(connection.query_row("SELECT count(*) FROM projects", [], |row| row.get(0))?))
        .await;
    assert_eq!(count, Ok(0));
}
