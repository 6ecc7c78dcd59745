//! What is wrong with a manifest, for whoever writes it: the place, and what to write instead.

use std::{
    error::Error,
    fmt,
    path::{Path, PathBuf},
};

/// A line of a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    file: PathBuf,
    line: Option<usize>,
}

impl Place {
    pub(crate) fn new(file: &Path, line: usize) -> Self {
        Self { file: file.to_owned(), line: Some(line) }
    }

    /// Returns a file as a whole.
    pub(crate) fn of_file(file: &Path) -> Self {
        Self { file: file.to_owned(), line: None }
    }

    /// Returns the file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Returns the number of the line, from 1; `None` for the file as a whole.
    pub fn line(&self) -> Option<usize> {
        self.line
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.file.display()),
            None => write!(f, "{}", self.file.display()),
        }
    }
}

/// Everything for which a manifest cannot be used. Nothing of it is: what could not be read might be what matters.
///
/// # Examples
///
/// ```
/// use tool_command::{Format, Manifest};
///
/// let errors = Manifest::parse("version = 1\ntols = []", Format::Toml, "git.toml").unwrap_err();
/// assert!(errors.to_string().contains("git.toml:2: unknown field `tols`"), "{errors}");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ManifestErrors(Vec<ManifestError>);

/// One thing that is wrong with a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManifestError {
    place: Place,
    text: String,
}

impl ManifestErrors {
    pub(crate) fn of(place: Place, text: impl Into<String>) -> Self {
        Self(vec![ManifestError::new(place, text)])
    }

    pub(crate) fn check(errors: Vec<ManifestError>) -> Result<(), Self> {
        if errors.is_empty() { Ok(()) } else { Err(Self(errors)) }
    }

    /// Adds those of another manifest.
    pub fn extend(&mut self, more: Self) {
        self.0.extend(more.0);
    }

    /// Returns the errors, in the order in which they stand.
    pub fn iter(&self) -> impl Iterator<Item = &ManifestError> {
        self.0.iter()
    }
}

impl ManifestError {
    pub(crate) fn new(place: Place, text: impl Into<String>) -> Self {
        Self { place, text: text.into() }
    }

    /// Returns where it is.
    pub fn place(&self) -> &Place {
        &self.place
    }
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.text)
    }
}

impl fmt::Display for ManifestErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{error}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for ManifestErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `fn main() -> Result<(), ManifestErrors>` and `unwrap` print this one.
        fmt::Display::fmt(self, f)
    }
}

impl Error for ManifestErrors {}
