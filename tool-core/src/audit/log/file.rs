//! One file that only grows, and that one process writes. What its lines say is none of its business.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// A file that was opened for this process alone.
pub(super) struct OwnFile {
    path: PathBuf,
    file: File,
    /// Where to cut, when the last write failed and left something behind.
    torn_at: Option<u64>,
}

impl OwnFile {
    /// Opens or creates the file.
    ///
    /// # Errors
    ///
    /// When it cannot be opened or created, when it is no regular file, and when somebody else writes it.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        // Records name callers: nobody else on the machine reads them. A file that is there keeps what it has.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path).map_err(|error| named(path, error.kind(), &error.to_string()))?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            let text = "it is not a regular file; use `JsonLines::to_writer` for a pipe or a device";
            return Err(named(path, io::ErrorKind::InvalidInput, text));
        }
        file.try_lock().map_err(|error| match error {
            TryLockError::Error(error) => named(path, error.kind(), &format!("it cannot be locked: {error}")),
            TryLockError::WouldBlock => {
                let text = "another log writes it already; give each process a file of its own";
                named(path, io::ErrorKind::ResourceBusy, text)
            }
        })?;
        if metadata.len() == 0 {
            sync_name(path).map_err(|error| named(path, error.kind(), &format!("its directory: {error}")))?;
        }
        Ok(Self { path: path.to_owned(), file, torn_at: None })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Appends these bytes and returns when they are safe. After an error, none of them are in the file as far as the
    /// system lets us cut them off; where it does not, the next bytes begin on a line of their own.
    pub(super) fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.mend()?;
        let before = self.file.metadata()?.len();
        let written = self.file.write_all(bytes).and_then(|()| self.file.sync_data());
        if written.is_err() {
            self.torn_at = Some(before);
            // What cannot be mended now is mended before the next write, which fails otherwise.
            let _ = self.mend();
        }
        written
    }

    /// Begins to write what has the name now, after a look at it that says whether its last line is torn. The old file is
    /// kept when that fails.
    pub(super) fn reopen(&mut self, look: impl FnOnce(&File) -> io::Result<bool>) -> io::Result<()> {
        // Not to find ourselves in the way, should it be the same file still.
        self.file.unlock()?;
        let opened = Self::open(&self.path).and_then(|mut opened| {
            if look(&opened.file)? {
                opened.append(b"\n")?;
            }
            Ok(opened)
        });
        match opened {
            Ok(opened) => {
                *self = opened;
                Ok(())
            }
            Err(error) => {
                // Without waiting: should somebody have been quicker, the host hears of the error below.
                let _ = self.file.try_lock();
                Err(error)
            }
        }
    }

    fn mend(&mut self) -> io::Result<()> {
        let Some(end) = self.torn_at else { return Ok(()) };
        if self.file.metadata()?.len() > end && self.file.set_len(end).is_err() {
            // An append-only file (`chattr +a`) cannot be cut.
            self.file.write_all(b"\n")?;
        }
        self.torn_at = None;
        Ok(())
    }
}

/// Makes the name of a new file safe: its records are lost with it. Windows has no handles of directories.
fn sync_name(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(directory) if cfg!(unix) => {
            let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
            File::open(directory)?.sync_all()
        }
        _ => Ok(()),
    }
}

/// Returns an error that says which file.
pub(super) fn named(path: &Path, kind: io::ErrorKind, text: &str) -> io::Error {
    io::Error::new(kind, format!("audit file {}: {text}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_a_failed_write_left_behind_is_cut_off() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("audit.jsonl");
        let mut own = OwnFile::open(&path).unwrap();
        own.append(b"one\n").unwrap();
        // As a full disk leaves it.
        own.file.write_all(b"tw").unwrap();
        own.torn_at = Some(4);
        own.append(b"three\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\nthree\n");
    }

    #[test]
    fn nothing_is_cut_that_somebody_else_has_shortened() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("audit.jsonl");
        let mut own = OwnFile::open(&path).unwrap();
        own.append(b"one\n").unwrap();
        own.torn_at = Some(4);
        own.file.set_len(0).unwrap();
        own.append(b"two\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two\n", "and no zeros before it");
    }
}
