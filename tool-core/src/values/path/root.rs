//! A folder of the host's, and what lies below it as the file system says. It opens nothing.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::ToolError;

/// A folder that paths of callers stay in; see [`ConfinedPath`](crate::ConfinedPath).
///
/// # Examples
///
/// ```
/// use tool_core::PathRoot;
///
/// let root = PathRoot::new(std::env::temp_dir())?;
/// assert!(root.as_path().is_absolute());
/// let error = PathRoot::new("/no/such/folder").unwrap_err();
/// assert!(error.to_string().starts_with("/no/such/folder cannot be a root of paths: "));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathRoot(PathBuf);

impl PathRoot {
    /// Returns the folder, with every link in its own path followed once, now.
    ///
    /// # Errors
    ///
    /// When it is not there, is no folder, or may not be looked at.
    pub fn new(folder: impl AsRef<Path>) -> io::Result<Self> {
        let folder = folder.as_ref();
        // The error of the system does not say which path it is about.
        let named = |error: io::Error| {
            let text = format!("{} cannot be a root of paths: {error}", folder.display());
            io::Error::new(error.kind(), text)
        };
        let found = fs::canonicalize(folder).map_err(named)?;
        if fs::metadata(&found).map_err(named)?.is_dir() {
            Ok(Self(found))
        } else {
            Err(named(io::Error::new(io::ErrorKind::NotADirectory, "it is no folder")))
        }
    }

    /// Returns the folder.
    pub fn as_path(&self) -> &Path {
        &self.0
    }

    /// Returns what these names lead to, with every link followed.
    pub(super) fn resolve<'n>(&self, names: impl Iterator<Item = &'n str>) -> Result<PathBuf, ToolError> {
        let mut path = self.0.clone();
        // Name by name: the long form of a path on Windows has no other separator than `\`.
        path.extend(names);
        let found = fs::canonicalize(path).map_err(|_| nothing_there())?;
        if found.starts_with(&self.0) {
            return Ok(found);
        }
        tracing::warn!(root = %self.0.display(), "a path that a caller chose leads out of its root through a link");
        Err(nothing_there())
    }

    /// Returns where something of this name would be made in the folder that these names lead to.
    pub(super) fn resolve_new<'n>(
        &self,
        folder: impl Iterator<Item = &'n str>,
        name: &str,
    ) -> Result<PathBuf, ToolError> {
        let path = self.resolve(folder)?.join(name);
        // Of a link itself, not of what it leads to: one that leads nowhere is there as well.
        match fs::symlink_metadata(&path) {
            Ok(_) => {
                Err(ToolError::new("path-taken", "there is something at that path already; choose another"))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(path),
            Err(_) => Err(nothing_there()),
        }
    }
}

/// One answer for what does not exist, what lies outside, and what may not be looked at.
fn nothing_there() -> ToolError {
    ToolError::new("not-found", "there is nothing at that path")
}
