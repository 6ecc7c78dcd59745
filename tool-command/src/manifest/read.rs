//! Text becomes a document, with the line of each tool. It judges nothing but the form.

use std::path::Path;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Envelope, Format, Node};
use crate::{ManifestErrors, Place, unique::key_said_twice};

/// The manifest of a collection of command-line programs.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Manifest")]
pub(crate) struct Written<N> {
    /// The version of this format: 1.
    version: u32,
    /// What the program of an envelope manifest has in common over all its tools.
    #[serde(default)]
    envelope: Option<Envelope>,
    /// The tools.
    #[serde(default = "Vec::<N>::new")]
    tool: Vec<N>,
}

/// A manifest whose form is right.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) envelope: Option<Envelope>,
    pub(crate) tools: Vec<Placed>,
}

/// A tool with the place where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) node: Node,
    pub(crate) place: Place,
}

/// The version of this format.
const VERSION: u32 = 1;

impl Document {
    pub(super) fn read(text: &str, format: Format, file: &Path) -> Result<Self, ManifestErrors> {
        let written = match format {
            Format::Json => json(text, file)?,
            Format::Toml => toml(text, file)?,
        };
        if written.version != VERSION {
            let text = format!("version {} is not known; write version = {VERSION}", written.version);
            return Err(ManifestErrors::of(Place::of_file(file), text));
        }
        Ok(Self { envelope: written.envelope, tools: written.tool })
    }
}

fn toml(text: &str, file: &Path) -> Result<Written<Placed>, ManifestErrors> {
    let lines = Lines::of(text);
    let written: Written<toml::Spanned<Node>> = toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| lines.number(span.start));
        ManifestErrors::of(Place::new(file, line), error.message())
    })?;
    let placed = |spanned: toml::Spanned<Node>| {
        let place = Place::new(file, lines.number(spanned.span().start));
        Placed { node: spanned.into_inner(), place }
    };
    Ok(Written {
        version: written.version,
        envelope: written.envelope,
        tool: written.tool.into_iter().map(placed).collect(),
    })
}

fn json(text: &str, file: &Path) -> Result<Written<Placed>, ManifestErrors> {
    let written: Written<&RawValue> = parsed(text, file, 1)?;
    let lines = Lines::of(text);
    let placed = |raw: &RawValue| {
        // Borrowed from the text, so where it begins there is the difference of two addresses.
        let line = lines.number(raw.get().as_ptr().addr() - text.as_ptr().addr());
        let node = parsed(raw.get(), file, line)?;
        Ok(Placed { node, place: Place::new(file, line) })
    };
    let (mut tool, mut errors) = (Vec::new(), None::<ManifestErrors>);
    for result in written.tool.into_iter().map(placed) {
        match (result, &mut errors) {
            (Ok(placed), _) => tool.push(placed),
            (Err(more), Some(errors)) => errors.extend(more),
            (Err(first), none) => *none = Some(first),
        }
    }
    // Last, of a text that could be read: maps do not see it.
    let twice = |line| ManifestErrors::of(Place::new(file, line), "a key is said twice; leave one out");
    match errors.or_else(|| key_said_twice(text).map(twice)) {
        Some(errors) => Err(errors),
        None => Ok(Written { version: written.version, envelope: written.envelope, tool }),
    }
}

/// Parses JSON that begins on this line of a file.
fn parsed<'t, T: Deserialize<'t>>(text: &'t str, file: &Path, first: usize) -> Result<T, ManifestErrors> {
    serde_json::from_str(text).map_err(|error| {
        let place = Place::new(file, first + error.line().saturating_sub(1));
        // The place is said once, by the place.
        let text = error.to_string();
        let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
        ManifestErrors::of(place, message)
    })
}

/// Where the lines of a text end.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        Self(text.match_indices('\n').map(|(byte, _)| byte).collect())
    }

    /// Returns the number of the line that this byte is on.
    fn number(&self, byte: usize) -> usize {
        1 + self.0.partition_point(|end| *end < byte)
    }
}
