//! A path that a caller chose: text until it is resolved below a folder of the host's. How the text is read is `text`; what
//! the file system makes of it is `root`. Nothing here opens a file.

mod root;
mod text;

use std::{borrow::Cow, error::Error, fmt, path::PathBuf, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, Unexpected, Visitor},
};

pub use self::root::PathRoot;
pub(crate) use self::text::{PATTERN, PHRASE};
use crate::ToolError;

/// A path that a caller chose, which leads nowhere until it is resolved below a [`PathRoot`].
///
/// As text it is names joined by `/`, such as `docs/a.txt`: never empty, never absolute, and no name is `.` or `..`. Nor
/// has it a backslash, a colon or a control character, on any system, so that no drive, no stream of a file and no other
/// host can be meant. It is not a [`Path`](std::path::Path) and does not become one by itself: [`resolve`](Self::resolve)
/// follows every link, and refuses what lies outside.
///
/// # Races
///
/// What `resolve` returns was inside of the root when it looked. Whoever can write there, at that moment or later, can put
/// a link in place of a folder before the file is opened. Where callers can make links, or other programs write to the
/// root, open files relative to a handle of it (`openat2` with `RESOLVE_BENEATH` on Linux, or the crate `cap-std`), which
/// this crate does not do. Hard links and mounted folders inside of the root count as inside.
///
/// # Examples
///
/// ```
/// use tool_core::{ConfinedPath, PathRoot, Provides, Registry, ToolError, tool};
///
/// /// Reads one file of the manual.
/// #[tool(title = "Read the manual", exposure = both, effect = read_only, blocking)]
/// fn read_manual(
///     #[state] manual: &PathRoot,
///     /// The file.
///     file: ConfinedPath,
/// ) -> Result<String, ToolError> {
///     std::fs::read_to_string(file.resolve(manual)?).map_err(ToolError::internal)
/// }
///
/// struct App {
///     manual: PathRoot,
/// }
///
/// impl Provides<PathRoot> for App {
///     fn provide(&self) -> &PathRoot {
///         &self.manual
///     }
/// }
///
/// let app = App { manual: PathRoot::new(".")? };
/// assert!(Registry::builder(app).tool(read_manual_tool()).build().is_ok());
/// for elsewhere in ["/etc/passwd", "../secret", "a/../../b", "C:/x", "a\\..\\b", ""] {
///     assert!(elsewhere.parse::<ConfinedPath>().is_err());
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConfinedPath(String);

/// Why a text is no [`ConfinedPath`]. It does not hold the text.
///
/// # Examples
///
/// ```
/// use tool_core::ConfinedPath;
///
/// let fault = "../secret".parse::<ConfinedPath>().unwrap_err();
/// assert!(!fault.to_string().contains("secret"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotConfined;

impl ConfinedPath {
    /// Most characters of the text. Linux takes paths of 4,096 bytes (`PATH_MAX`, limits.h), and a character is four at most.
    pub const MAX_CHARACTERS: usize = 1024;

    /// Returns where this file or folder is, with every link followed. It has to be there, inside of the root.
    ///
    /// It reads the file system, so call it where blocking is allowed.
    ///
    /// # Errors
    ///
    /// `not-found`, for the model, when there is nothing, when it lies outside, and when the system does not let this
    /// process look: one answer, so that nobody can find out what there is outside.
    pub fn resolve(&self, root: &PathRoot) -> Result<PathBuf, ToolError> {
        root.resolve(self.names())
    }

    /// Returns where a new file or folder of this name would be. Its folder has to be there, inside of the root, and nothing
    /// may have the name yet.
    ///
    /// Open it with [`create_new`](std::fs::OpenOptions::create_new), which refuses what somebody put there meanwhile, and
    /// follows no link in its place.
    ///
    /// # Errors
    ///
    /// As those of [`resolve`](Self::resolve) about the folder, and `path-taken` when there is something of that name.
    pub fn resolve_new(&self, root: &PathRoot) -> Result<PathBuf, ToolError> {
        let (folder, name) = self.0.rsplit_once('/').unwrap_or(("", &self.0));
        root.resolve_new(folder.split('/').filter(|name| !name.is_empty()), name)
    }

    /// Returns the text as the caller wrote it, for messages. To open anything, resolve it.
    pub fn unresolved(&self) -> &str {
        &self.0
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.0.split('/')
    }
}

impl FromStr for ConfinedPath {
    type Err = NotConfined;

    fn from_str(text: &str) -> Result<Self, NotConfined> {
        if text::is_confined(text) { Ok(Self(text.to_owned())) } else { Err(NotConfined) }
    }
}

impl fmt::Debug for ConfinedPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ConfinedPath({} characters)", self.0.chars().count())
    }
}

impl Serialize for ConfinedPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for ConfinedPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Text)
    }
}

struct Text;

impl Visitor<'_> for Text {
    type Value = ConfinedPath;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of at most {} characters", PHRASE, ConfinedPath::MAX_CHARACTERS)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<ConfinedPath, E> {
        text.parse().map_err(|NotConfined| E::invalid_value(Unexpected::Other("another string"), &self))
    }
}

impl JsonSchema for ConfinedPath {
    fn schema_name() -> Cow<'static, str> {
        "ConfinedPath".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        // The dialect says the pattern in words.
        json_schema!({ "type": "string", "pattern": PATTERN, "maxLength": Self::MAX_CHARACTERS })
    }
}

impl fmt::Display for NotConfined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} of at most {} characters", PHRASE, ConfinedPath::MAX_CHARACTERS)
    }
}

impl Error for NotConfined {}
