//! The sign that this process lives: a file beside the database that it holds locked, and that the system lets go of when
//! the process ends, however it ends. What a process left behind is mended in `operations`, never here.

use super::OpenError;
use rusqlite::{Connection, params};
use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// A process that uses the database; dropped, it is seen to have ended.
///
/// A database without a file is used by one process alone, and has no sign.
#[derive(Debug)]
pub(crate) struct Presence {
    id: String,
    sign: Option<Sign>,
}

/// A file that is held locked.
#[derive(Debug)]
struct Sign {
    database: PathBuf,
    path: PathBuf,
    // Dropped after the file was removed, and with it the lock.
    _locked: File,
}

/// A process that has ended, with its lock: nobody else sees it until this is dropped.
pub(crate) struct Ended(Option<(PathBuf, File)>);

impl Presence {
    /// Takes an id that no other process has, and shows that it is in use.
    ///
    /// The id is in the database only when its file is locked, so one without a locked file is of a process that ended.
    pub(super) fn begin(connection: &Connection) -> Result<Self, OpenError> {
        let id: String = connection.query_row("SELECT lower(hex(randomblob(8)))", [], |row| row.get(0))?;
        let database = connection.path().filter(|path| !path.is_empty());
        let sign = database.map(|database| Sign::put_up(Path::new(database), &id)).transpose()?;
        connection.execute("INSERT INTO workers (id) VALUES (?1)", params![id])?;
        Ok(Self { id, sign })
    }

    /// Returns the id of this process.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Returns whether another process has ended. One of which it cannot be found out is taken to live.
    pub(crate) fn ended(
        &self,
        other: &str,
    ) -> Option<Ended> {
        let path = beside(&self.sign.as_ref()?.database, other);
        match OpenOptions::new().write(true).open(&path) {
            Ok(file) => file.try_lock().is_ok().then_some(Ended(Some((path, file)))),
            Err(error) => (error.kind() == ErrorKind::NotFound).then_some(Ended(None)),
        }
    }
}

impl Sign {
    fn put_up(
        database: &Path,
        id: &str,
    ) -> Result<Self, OpenError> {
        let path = beside(database, id);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path).map_err(|error| OpenError::Unlocked(error.kind()))?;
        file.try_lock().map_err(|error| OpenError::Unlocked(std::io::Error::from(error).kind()))?;
        Ok(Self { database: database.to_owned(), path, _locked: file })
    }
}

impl Drop for Sign {
    fn drop(&mut self) {
        // One that stays is removed by whoever sees next that it is not locked.
        let _ = fs::remove_file(&self.path);
    }
}

impl Ended {
    /// Removes what is left of the process, when nothing in the database names it any more.
    pub(crate) fn forget(self) {
        if let Some((path, _locked)) = self.0 {
            // One that cannot be removed is a file of no bytes that nobody looks for.
            let _ = fs::remove_file(path);
        }
    }
}

/// Returns where the sign of a process is.
fn beside(
    database: &Path,
    id: &str,
) -> PathBuf {
    let mut path = OsString::from(database);
    path.push("-worker-");
    path.push(id);
    path.into()
}
