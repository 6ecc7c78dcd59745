//! The file of settings: read, and refused with the line that is to be mended.

use std::{fs, io::ErrorKind, path::Path};

use super::Layer;
use crate::say;

/// Reads the file that is named. Paths in it are relative to it.
///
/// # Errors
///
/// Why it cannot be used, with the line. One that is not there is an error where `strict` says so.
pub(super) fn read(file: &Path, strict: bool) -> Result<Layer, String> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound && !strict => {
            say(&format!("{}: there is no such file; the defaults hold", file.display()));
            return Ok(Layer::default());
        }
        Err(error) => return Err(format!("{}: it cannot be read: {error}", file.display())),
    };
    let mut layer: Layer = toml::from_str(&text).map_err(|error| {
        let before = error.span().map_or("", |span| text.get(..span.start).unwrap_or_default());
        let line = before.matches('\n').count() + 1;
        format!("{}:{line}: {}", file.display(), error.message())
    })?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let manifests = layer.manifests.iter_mut().flatten().map(|source| &mut source.file);
    for path in manifests.chain(&mut layer.cwd).chain(&mut layer.audit).chain(&mut layer.tokens) {
        *path = folder.join(&*path);
    }
    Ok(layer)
}
