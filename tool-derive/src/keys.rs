//! The keys of the attributes: one table that parsing, error texts and the reference follow.

use proc_macro2::Span;
use syn::parse::ParseStream;

use crate::{parse::value, settings::Settings};

/// What an attribute stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// `#[tools]` on an impl block.
    Block,
    /// `#[tool]` on a free function.
    Function,
    /// `#[tool]` on a method of a `#[tools]` impl block.
    Method,
    /// `#[tool]` beside `#[derive(Tool)]`.
    Struct,
}

impl Place {
    const fn name(self) -> &'static str {
        match self {
            Self::Block => "#[tools]",
            Self::Function => "functions",
            Self::Method => "methods",
            Self::Struct => "#[derive(Tool)]",
        }
    }
}

/// A key where somebody wrote it.
#[derive(Clone, Copy)]
pub(crate) struct Written {
    pub(crate) key: &'static Key,
    pub(crate) span: Span,
}

/// One key.
pub(crate) struct Key {
    pub(crate) name: &'static str,
    /// How it is written, as an example.
    pub(crate) form: &'static str,
    places: &'static [Place],
    pub(crate) read: fn(&mut Settings, Written, ParseStream<'_>) -> syn::Result<()>,
}

impl Key {
    pub(crate) fn applies(&self, place: Place) -> bool {
        self.places.contains(&place)
    }

    /// Returns where the key applies, for the text that says that it does not apply here.
    pub(crate) fn places(&self) -> String {
        self.places.iter().map(|place| place.name()).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        KEYS.iter().find(|key| key.name == name)
    }

    /// Returns the names of the keys that apply, in the order of the table.
    pub(crate) fn names(place: Place) -> Vec<&'static str> {
        KEYS.iter().filter(|key| key.applies(place)).map(|key| key.name).collect()
    }
}

const TOOL: &[Place] = &[Place::Function, Place::Method, Place::Struct];

/// Makes the table: `name, "form", places, (settings, key, input) => what reading does`.
macro_rules! keys {
    ($($name:literal, $form:literal, $places:expr, $field:ident = $read:expr;)*) => {
        pub(crate) static KEYS: &[Key] = &[$(
            Key {
                name: $name,
                form: $form,
                places: $places,
                read: |settings, written, input| {
                    settings.$field = Some($read(written, input)?);
                    Ok(())
                },
            },
        )*];
    };
}

keys! {
    "name", "name = \"search_notes\"", TOOL, name = value::text;
    "title", "title = \"Search notes\"", TOOL, title = value::text;
    "description", "description = \"Finds notes.\"", TOOL, description = value::expression;
    "exposure", "exposure = both", TOOL, exposure = value::exposure;
    "effect", "effect = read_only", TOOL, effect = value::effect;
    "idempotent", "idempotent", TOOL, idempotent = value::flag;
    "open_world", "open_world = false", TOOL, open_world = value::flag;
    "headless", "headless(never = \"it switches the session's project\")", TOOL, headless = value::headless;
    "target", "target = \"project\"", TOOL, target = value::text;
    "scopes", "scopes = [\"notes:read\"]", TOOL, scopes = value::texts;
    "timeout", "timeout = \"30s\"", TOOL, timeout = value::duration;
    "blocking", "blocking", &[Place::Function, Place::Method], blocking = value::blocking;
    "error", "error = explain", &[Place::Function, Place::Method], error = value::path;
    "icons", "icons = [\"https://example.com/search.svg\"]", TOOL, icons = value::icons;
    "meta", "meta = { \"example.com/rank\": 1 }", TOOL, meta = value::object;
    "tags", "tags = [\"notes\"]", TOOL, tags = value::texts;
    "deprecated", "deprecated = \"use find_notes\"", TOOL, deprecated = value::text;
    "companion", "companion = search_tool", &[Place::Function, Place::Struct], companion = value::ident;
    "collect", "collect = App", &[Place::Function, Place::Struct], collect = value::ty;
    "crate", "crate = ::my_reexport::tool_core", &[Place::Block, Place::Function, Place::Struct], krate = value::crate_path;
}
