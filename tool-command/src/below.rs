//! Where a path of a manifest may lead: into one folder, and nowhere else, whatever links there are.

use std::{
    fmt, io,
    path::{Component, Path, PathBuf},
};

/// Why a path leads nowhere that a manifest may name.
#[derive(Debug)]
pub(crate) enum NotBelow {
    /// There is nothing.
    Missing(io::Error),
    /// It leads out of the folder.
    Outside,
}

/// Returns what a path leads to, which is the folder itself or below it. The folder is canonical.
///
/// What it leads to is looked at once. A path that becomes a link later is not seen here.
pub(crate) fn below(folder: &Path, written: &Path) -> Result<PathBuf, NotBelow> {
    // First as it is written, so that what is outside is refused whether or not it is there.
    if !as_written(folder, written).starts_with(folder) {
        return Err(NotBelow::Outside);
    }
    let found = folder.join(written).canonicalize().map_err(NotBelow::Missing)?;
    if found.starts_with(folder) { Ok(found) } else { Err(NotBelow::Outside) }
}

/// Resolves `.` and `..` by the names alone.
fn as_written(folder: &Path, written: &Path) -> PathBuf {
    let mut path = PathBuf::new();
    for component in folder.join(written).components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                path.pop();
            }
            other => path.push(other),
        }
    }
    path
}

impl fmt::Display for NotBelow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(error) => write!(f, "is not there: {error}"),
            Self::Outside => f.write_str(
                "is outside of the folder that it belongs to; write a relative path that stays below it",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::symlink};

    use super::*;

    #[test]
    fn a_path_stays_in_its_folder_whatever_it_is_made_of() {
        let world = tempfile::TempDir::new().unwrap();
        let folder = world.path().canonicalize().unwrap().join("in");
        fs::create_dir_all(folder.join("a/b")).unwrap();
        fs::create_dir(folder.with_file_name("inner")).unwrap();
        symlink("/etc", folder.join("out")).unwrap();
        symlink("a/b", folder.join("link")).unwrap();
        let found = |written: &str| below(&folder, Path::new(written));
        assert_eq!(found(".").unwrap(), folder);
        assert_eq!(found("a/../a/b").unwrap(), folder.join("a/b"));
        assert_eq!(found("link").unwrap(), folder.join("a/b"));
        for outside in
            ["/", "..", "../inner", "../../../etc", "a/../../in/../inner", "out", "out/passwd", "../nope"]
        {
            assert!(matches!(found(outside), Err(NotBelow::Outside)), "{outside}");
        }
        assert!(matches!(found("nope"), Err(NotBelow::Missing(_))));
    }
}
