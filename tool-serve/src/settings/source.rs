//! A manifest that is served, and what was decided about it: the path alone, or more in the file of settings.

use std::{fmt, path::PathBuf};

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor, value::MapAccessDeserializer},
};

/// A manifest that is served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) file: PathBuf,
    /// Whether only what says that it is exposed is. Off, what says nothing is exposed as well.
    pub(crate) require_expose: bool,
}

impl Source {
    pub(crate) fn new(file: impl Into<PathBuf>) -> Self {
        Self { file: file.into(), require_expose: true }
    }
}

/// What may be written about one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    file: PathBuf,
    #[serde(default = "yes")]
    require_expose: bool,
}

impl<'de> Deserialize<'de> for Source {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Form)
    }
}

struct Form;

impl<'de> Visitor<'de> for Form {
    type Value = Source;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the path of a manifest, or { file = \"..\", require_expose = false }")
    }

    fn visit_str<E: Error>(self, path: &str) -> Result<Source, E> {
        Ok(Source::new(path))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Source, A::Error> {
        let Written { file, require_expose } = Written::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Source { file, require_expose })
    }
}

fn yes() -> bool {
    true
}
