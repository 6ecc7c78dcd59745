//! The keys of the attributes: one table that parsing, error texts and the reference follow.

use proc_macro2::Span;
use syn::parse::ParseStream;

use crate::{
    parse::{choice, value},
    settings::Settings,
};

/// What an attribute stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// `#[tools]` on an impl block.
    Block,
    /// `#[tool_error]` on an enum beside `#[derive(IntoToolError)]`.
    ErrorEnum,
    /// `#[tool_error]` on a struct beside `#[derive(IntoToolError)]`.
    ErrorStruct,
    /// `#[tool]` on a free function.
    Function,
    /// `#[tool]` on a method of a `#[tools]` impl block.
    Method,
    /// `#[tool]` beside `#[derive(Tool)]`.
    Struct,
    /// `#[tool_error]` on a variant of an enum with `#[derive(IntoToolError)]`.
    Variant,
}

impl Place {
    const fn name(self) -> &'static str {
        match self {
            Self::Block => "#[tools]",
            Self::ErrorEnum => "error enums",
            Self::ErrorStruct => "error structs",
            Self::Function => "functions",
            Self::Method => "methods",
            Self::Struct => "#[derive(Tool)]",
            Self::Variant => "variants",
        }
    }

    /// Returns whether a text without a key is the message of an error here.
    pub(crate) const fn takes_message(self) -> bool {
        matches!(self, Self::ErrorEnum | Self::ErrorStruct | Self::Variant)
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

const CRATE: &[Place] = &[Place::Block, Place::Function, Place::Struct, Place::ErrorEnum, Place::ErrorStruct];

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
    "exposure", "exposure = both", TOOL, exposure = choice::exposure;
    "effect", "effect = read_only", TOOL, effect = choice::effect;
    "idempotent", "idempotent", TOOL, idempotent = value::flag;
    "open_world", "open_world = false", TOOL, open_world = value::flag;
    "headless", "headless(never = \"it switches the session's project\")", TOOL, headless = choice::headless;
    "target", "target = \"project\"", TOOL, target = value::text;
    "scopes", "scopes = [\"notes:read\"]", TOOL, scopes = value::texts;
    "timeout", "timeout = \"30s\"", TOOL, timeout = value::duration;
    "kind", "kind = operation", TOOL, kind = choice::kind;
    "undo", "undo = \"undo_import\"", TOOL, undo = value::text;
    "control", "control", TOOL, control = choice::control;
    "parallelism", "parallelism = exclusive", TOOL, parallelism = choice::parallelism;
    "blocking", "blocking", &[Place::Function, Place::Method], blocking = value::blocking;
    "error", "error = explain", &[Place::Function, Place::Method], error = value::path;
    "icons", "icons = [\"https://example.com/search.svg\"]", TOOL, icons = value::icons;
    "meta", "meta = { \"example.com/rank\": 1 }", TOOL, meta = value::object;
    "tags", "tags = [\"notes\"]", TOOL, tags = value::texts;
    "deprecated", "deprecated = \"use find_notes\"", TOOL, deprecated = value::text;
    "companion", "companion = search_tool", &[Place::Function, Place::Struct], companion = value::ident;
    "collect", "collect = App", &[Place::Function, Place::Struct], collect = value::ty;
    "crate", "crate = ::my_reexport::tool_core", CRATE, krate = value::crate_path;
    "code", "code = \"note-gone\"", &[Place::Variant, Place::ErrorStruct], code = value::text;
}
