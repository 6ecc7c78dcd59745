//! The manifests of a server, projected for this machine, and told about to whoever started it.

use std::path::PathBuf;

use tool_command::{Host, Manifest, ManifestErrors, Projection};

use crate::{Fault, say, settings::Settings};

/// Returns the host that manifests are projected for.
pub(crate) fn host(settings: &Settings) -> Result<Host, Fault> {
    let unusable = |error| Fault::new(format!("programs cannot run in {}: {error}", settings.cwd.display()));
    let host = Host::new(&settings.cwd).map_err(unusable)?;
    let host =
        host.with_hidden(settings.hidden.iter().cloned()).with_program(settings.program.iter().cloned());
    Ok(match settings.time_limit {
        Some(limit) => host.with_time_limit(limit),
        None => host,
    })
}

/// Reads and projects manifests.
///
/// # Errors
///
/// Everything that could not be found out, over all of them.
pub(crate) async fn project(files: &[PathBuf], host: &Host) -> Result<Projection, ManifestErrors> {
    let (mut manifests, mut errors) = (Vec::new(), None::<ManifestErrors>);
    for file in files {
        match (Manifest::read(file), &mut errors) {
            (Ok(manifest), _) => manifests.push(manifest),
            (Err(more), Some(errors)) => errors.extend(more),
            (Err(first), none) => *none = Some(first),
        }
    }
    match errors {
        Some(errors) => Err(errors),
        None => Projection::of(&manifests, host).await,
    }
}

/// Tells what is not offered, one line each.
pub(crate) fn tell_omitted(projection: &Projection) {
    projection.omitted.iter().for_each(|omitted| say(&omitted.to_string()));
}
