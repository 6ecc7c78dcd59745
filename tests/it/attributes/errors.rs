//! What the model reads of an application's error: nothing, unless somebody wrote that it may.

use std::{error::Error, fmt, io};

use serde_json::json;
use tool_core::{IntoToolError, Registry, ToolError, tool};

use super::surface;

const SECRET: &str = "postgres://admin:hunter2@db.internal";

fn io_error() -> io::Error {
    io::Error::other(SECRET)
}

/// Fails.
#[tool]
fn with_io() -> Result<String, io::Error> {
    Err(io_error())
}

/// Fails.
#[tool]
fn with_box() -> Result<(), Box<dyn Error>> {
    Err(io_error().into())
}

/// Fails.
#[tool]
async fn with_sendable_box() -> Result<(), Box<dyn Error + Send + Sync>> {
    Err(io_error().into())
}

/// Fails.
#[tool]
async fn with_anyhow() -> anyhow::Result<u32> {
    Err(anyhow::Error::new(io_error()).context(SECRET))
}

/// Fails.
#[tool]
fn with_string() -> Result<u32, String> {
    Err(SECRET.to_owned())
}

/// Fails.
#[tool]
fn with_str() -> Result<u32, &'static str> {
    Err(SECRET)
}

#[derive(Debug)]
#[expect(dead_code, reason = "read by Debug only, which must not reach the model")]
struct OnlyDebug(&'static str);

/// Fails.
#[tool]
fn with_debug() -> Result<u32, OnlyDebug> {
    Err(OnlyDebug(SECRET))
}

struct Nothing;

/// Fails.
#[tool]
fn with_nothing() -> Result<u32, Nothing> {
    Err(Nothing)
}

#[tokio::test]
async fn errors_that_nobody_chose_are_hidden() {
    let tools = Registry::builder(())
        .tool(with_io_tool())
        .tool(with_box_tool())
        .tool(with_sendable_box_tool())
        .tool(with_anyhow_tool())
        .tool(with_string_tool())
        .tool(with_str_tool())
        .tool(with_debug_tool())
        .tool(with_nothing_tool());
    let surface = surface(tools);
    let names = surface.names();
    assert_eq!(names.len(), 8);
    for name in names {
        let failed = surface.call(&name, json!({})).await;
        assert_eq!(failed.code().as_deref(), Some("internal"), "{name}");
        assert!(failed.text().contains("correlation id"), "{name}: {}", failed.text());
        assert!(!failed.text().contains("hunter2"), "{name}: {}", failed.text());
    }
}

enum NoteError {
    Gone,
    Store(io::Error),
}

impl From<NoteError> for ToolError {
    fn from(error: NoteError) -> Self {
        match error {
            NoteError::Gone => ToolError::new("note-gone", "there is no such note"),
            NoteError::Store(error) => ToolError::internal(error),
        }
    }
}

/// Fails in one of two ways.
#[tool]
async fn chosen(gone: bool) -> Result<u32, NoteError> {
    Err(if gone { NoteError::Gone } else { NoteError::Store(io_error()) })
}

/// Fails with the error of tools.
#[tool]
fn authored() -> Result<u32, ToolError> {
    Err(ToolError::new("no-luck", "try again tomorrow"))
}

#[tokio::test]
async fn a_written_conversion_decides_case_by_case() {
    let surface = surface(Registry::builder(()).tool(chosen_tool()).tool(authored_tool()));
    let gone = surface.call("chosen", json!({ "gone": true })).await;
    assert_eq!(gone.text(), "note-gone: there is no such note");
    let store = surface.call("chosen", json!({ "gone": false })).await;
    assert_eq!(store.code().as_deref(), Some("internal"));
    assert!(!store.text().contains("hunter2"), "{}", store.text());
    assert_eq!(surface.call("authored", json!({})).await.text(), "no-luck: try again tomorrow");
}

fn explain(error: fmt::Error) -> ToolError {
    ToolError::new("unwritable", format!("this cannot be written: {}", error.to_string().len()))
}

/// Fails with an error of another crate.
#[tool(error = explain)]
fn foreign() -> Result<u32, fmt::Error> {
    Err(fmt::Error)
}

#[tokio::test]
async fn a_foreign_error_is_explained_by_a_function() {
    let surface = surface(Registry::builder(()).tool(foreign_tool()));
    assert_eq!(surface.call("foreign", json!({})).await.code().as_deref(), Some("unwritable"));
}

/// An error whose cases are chosen one by one.
#[derive(IntoToolError)]
enum DraftError {
    #[tool_error("there is no draft {id} in {{{folder:?}}}")]
    DraftGone {
        id: u64,
        folder: String,
        store: &'static str,
    },
    #[tool_error("{1} is not {0}", code = "not-yours")]
    Foreign(&'static str, &'static str),
    #[tool_error]
    Locked,
    #[tool_error(code = "full-up")]
    Full,
    #[tool_error("the field {type} is a word of the language")]
    Raw {
        r#type: &'static str,
    },
    Hidden(io::Error),
    HiddenWords {
        password: &'static str,
    },
}

impl fmt::Display for DraftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Locked => f.write_str("somebody else writes"),
            Self::Full => f.write_str("no more drafts"),
            Self::DraftGone { store, .. } | Self::HiddenWords { password: store } => f.write_str(store),
            Self::Hidden(error) => error.fmt(f),
            Self::Foreign(..) | Self::Raw { .. } => f.write_str(SECRET),
        }
    }
}

/// Fails in one of several ways.
#[tool]
async fn drafted(way: u8) -> Result<(), DraftError> {
    Err(match way {
        0 => DraftError::DraftGone { id: 7, folder: "plans".to_owned(), store: SECRET },
        1 => DraftError::Foreign("yours", "draft 7"),
        2 => DraftError::Locked,
        3 => DraftError::Full,
        4 => DraftError::Raw { r#type: "r#type" },
        5 => DraftError::Hidden(io_error()),
        _ => DraftError::HiddenWords { password: SECRET },
    })
}

#[tokio::test]
async fn a_derived_conversion_tells_what_each_case_says() {
    let surface = surface(Registry::builder(()).tool(drafted_tool()));
    for (way, text) in [
        "draft-gone: there is no draft 7 in {\"plans\"}",
        "not-yours: draft 7 is not yours",
        "locked: somebody else writes",
        "full-up: no more drafts",
        "raw: the field r#type is a word of the language",
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(surface.call("drafted", json!({ "way": way })).await.text(), text);
    }
    for way in [5, 6] {
        let hidden = surface.call("drafted", json!({ "way": way })).await;
        assert_eq!(hidden.code().as_deref(), Some("internal"));
        assert!(!hidden.text().contains("hunter2"), "{}", hidden.text());
    }
}

/// An error struct, generic in what was looked for.
#[derive(IntoToolError)]
#[tool_error("{0} was not found")]
struct NotFound<T: fmt::Display>(T);

/// An error struct that nobody chose to show.
#[derive(IntoToolError)]
#[tool_error(crate = ::tool_core)]
struct StoreDown {
    _address: &'static str,
}

#[test]
fn a_struct_is_one_case() {
    let found: ToolError = NotFound(7).into();
    assert_eq!((found.code(), &*found.message()), ("not-found", "7 was not found"));
    let hidden: ToolError = StoreDown { _address: SECRET }.into();
    assert_eq!(hidden.code(), "internal");
}
