//! A manifest as it is written: data, and where it stands. What it means is `check`; what becomes of it is `projection`.

mod arm;
mod envelope;
mod input;
mod node;
mod output;
mod read;
mod requirement;

use std::{
    fmt,
    path::{Path, PathBuf},
};

use schemars::generate::SchemaSettings;
use serde_json::Value;

pub(crate) use self::{
    arm::{CommandArm, ContainerArm, InProcessArm, Run},
    envelope::{Codes, CodesFrom, Envelope},
    input::{Input, Kind, Travels},
    node::{ExposureWord, Node},
    output::{Form, Output},
    read::Document,
    requirement::{Requirement, Requires},
};
use crate::{
    ManifestErrors, Place,
    below::{NotBelow, below},
    text_file,
    unique::key_said_twice,
};

/// A file that describes command-line programs as tools.
///
/// Two formats say the same: TOML and JSON. [`json_schema`](Manifest::json_schema) is the whole of what may be written,
/// and an unknown key is an error.
///
/// # Examples
///
/// ```
/// use tool_command::{Format, Manifest};
///
/// let text = r#"
/// version = 1
///
/// [[tool]]
/// id = "uname"
/// title = "Name of the system"
/// summary = "Says which operating system this is."
/// exposure = "external"
/// effect = "read_only"
/// run.command = { program = "uname" }
/// "#;
/// let manifest = Manifest::parse(text, Format::Toml, "uname.toml")?;
/// assert_eq!(manifest.ids().collect::<Vec<_>>(), ["uname"]);
///
/// let wrong = text.replace("summary", "sumary");
/// let errors = Manifest::parse(&wrong, Format::Toml, "uname.toml").unwrap_err();
/// assert!(errors.to_string().contains("uname.toml:7: unknown field `sumary`"));
/// # Ok::<(), tool_command::ManifestErrors>(())
/// ```
#[derive(Clone)]
pub struct Manifest {
    pub(crate) document: Document,
    pub(crate) file: PathBuf,
    /// Whether what says nothing about exposure is exposed.
    pub(crate) exposes_unless_denied: bool,
}

/// How a manifest is written.
///
/// # Examples
///
/// ```
/// use std::path::Path;
///
/// use tool_command::Format;
///
/// assert_eq!(Format::of(Path::new("git.JSON")), Format::Json);
/// assert_eq!(Format::of(Path::new("git.toml")), Format::Toml);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "whoever finds manifests must decide for each format")]
pub enum Format {
    /// JSON, as programs write it.
    Json,
    /// TOML, as people write it.
    Toml,
}

impl Format {
    /// Returns the format that a file's name says: `.json`, and TOML otherwise.
    pub fn of(file: &Path) -> Self {
        let is_json = file.extension().is_some_and(|kind| kind.eq_ignore_ascii_case("json"));
        if is_json { Self::Json } else { Self::Toml }
    }
}

impl Manifest {
    /// Reads a manifest from a file, in the format that its name says.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, and those of [`parse`](Self::parse).
    pub fn read(file: impl AsRef<Path>) -> Result<Self, ManifestErrors> {
        let file = file.as_ref();
        Self::parse(&Self::read_text(file)?, Format::of(file), file)
    }

    /// Reads the text of a manifest, for whoever compares what a file says now with what it said.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, is no file, or is longer than 4 MiB.
    pub fn read_text(file: impl AsRef<Path>) -> Result<String, ManifestErrors> {
        let file = file.as_ref();
        let unreadable = |error| format!("the manifest cannot be read: {error}");
        text_file::read(file).map_err(|error| ManifestErrors::of(Place::of_file(file), unreadable(error)))
    }

    /// Reads a manifest from text. The file is for errors, and for what the manifest refers to beside itself.
    ///
    /// # Errors
    ///
    /// What is no manifest, with the line.
    pub fn parse(text: &str, format: Format, file: impl Into<PathBuf>) -> Result<Self, ManifestErrors> {
        let file = file.into();
        let document = Document::read(text, format, &file)?;
        Ok(Self { document, file, exposes_unless_denied: false })
    }

    /// Exposes also tools that say nothing about it. What is `internal` in so many words stays so, what has
    /// `metadata.mcp.expose` without `true` as well, and what the host hides stays hidden.
    ///
    /// Whoever adds a tool to the manifest then adds it to what outside callers see.
    #[must_use]
    pub fn expose_unless_denied(mut self) -> Self {
        self.exposes_unless_denied = true;
        self
    }

    /// Returns the ids of the tools, in the order in which they are written.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.document.tools.iter().map(|placed| placed.node.id.as_str())
    }

    /// Returns the file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Reads JSON from a file that is named relative to the manifest, and in its folder or below.
    pub(crate) fn json_beside(&self, file: &Path) -> Result<Value, String> {
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let path = folder.join(file);
        let unreadable = |error| format!("{} cannot be read: {error}", path.display());
        // The parent of a mere name is empty, and means the folder of this process.
        let folder = Path::new(".").join(folder).canonicalize().map_err(unreadable)?;
        let found = below(&folder, file).map_err(|not_below| match not_below {
            NotBelow::Missing(error) => unreadable(error),
            NotBelow::Outside => format!("{} {not_below}", path.display()),
        })?;
        let text = text_file::read(&found).map_err(unreadable)?;
        let json = serde_json::from_str(&text);
        let json = json.map_err(|error| format!("{} is no JSON: {error}", path.display()))?;
        match key_said_twice(&text) {
            Some(line) => Err(format!("{}:{line}: a key is said twice; leave one out", path.display())),
            None => Ok(json),
        }
    }

    /// Returns the JSON Schema of a manifest. `tool-command/manifest.schema.json` is the same, for editors.
    pub fn json_schema() -> Value {
        let settings = SchemaSettings::draft2020_12().for_deserialize();
        settings.into_generator().into_root_schema_for::<read::Written<Node>>().to_value()
    }
}

impl fmt::Debug for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the variables that it sets: `Debug` ends up in logs.
        f.debug_struct("Manifest").field("file", &self.file).finish_non_exhaustive()
    }
}
