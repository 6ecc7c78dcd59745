//! Something to start with: a project with notes for each user, the same each time, with ids that can be written down.

use crate::{
    store::{NoteStore, StoreError},
    users::UserId,
};
use rusqlite::{Connection, params};

/// When everything was created, so that every answer about it is known in advance.
const CREATED: &str = "2026-01-01T00:00:00.000Z";

const NOTES: [(&str, &str); 3] = [
    ("Apples", "Red ones, from the tree behind the house."),
    ("Pears", "Green ones, from the market."),
    ("Plums", "Blue ones, from the neighbour."),
];

/// What is in the file that waits to be imported.
const FILE: &str = r#"{"title": "Quinces", "body": "Hard ones."}"#;

/// Gives each user a project, `p_alice` for alice, with notes `n_alice_1` and on, and a file `f_alice` to import, if the
/// database has no project yet.
///
/// # Errors
///
/// [`StoreError`] when the database cannot be read or written; it is as it was then.
pub async fn fill(
    store: &NoteStore,
    users: Vec<UserId>,
) -> Result<(), StoreError> {
    let filled = store
        .write(move |connection| {
            let holds_projects = "SELECT EXISTS (SELECT 1 FROM projects)";
            if connection.query_row(holds_projects, [], |row| row.get(0))? {
                return Ok(false);
            }
            users.iter().try_for_each(|user| give(connection, user))?;
            Ok::<_, StoreError>(true)
        })
        .await?;
    if !filled {
        tracing::info!("the database has projects already, so it gets no demo data");
    }
    Ok(())
}

fn give(
    connection: &Connection,
    user: &UserId,
) -> Result<(), rusqlite::Error> {
    let project = format!("p_{user}");
    connection.execute(
        "INSERT INTO projects (id, owner, name, created_at) VALUES (?1, ?2, 'Fruit', ?3)",
        params![project, user.as_str(), CREATED],
    )?;
    for ((title, body), number) in NOTES.iter().zip(1..) {
        connection.execute(
            "INSERT INTO notes (id, project, title, body, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5)",
            params![format!("n_{user}_{number}"), project, title, body, CREATED],
        )?;
    }
    let file = format!("f_{user}");
    connection.execute("INSERT INTO files (id, project) VALUES (?1, ?2)", params![file, project])?;
    connection.execute("INSERT INTO file_texts (file, text) VALUES (?1, ?2)", params![file, FILE])?;
    Ok(())
}
