//! The manifests of a server, projected for this machine, and told about to whoever started it.

use std::path::PathBuf;

use tool_command::{Format, Host, Manifest, Projection};

use crate::{Fault, say, settings::Settings};

/// Manifests as they were at one moment: the text of each, or why there is none.
#[derive(PartialEq, Eq)]
pub(crate) struct Texts(Vec<(PathBuf, Result<String, String>)>);

impl Texts {
    pub(crate) async fn read(files: &[PathBuf]) -> Self {
        let mut texts = Vec::new();
        for file in files {
            let text = tokio::fs::read_to_string(file).await.map_err(|error| error.to_string());
            texts.push((file.clone(), text));
        }
        Self(texts)
    }

    /// Reads the same files anew.
    pub(crate) async fn reread(&self) -> Self {
        let files: Vec<_> = self.0.iter().map(|(file, _)| file.clone()).collect();
        Self::read(&files).await
    }

    /// Projects these very texts, whatever the files say by now.
    ///
    /// # Errors
    ///
    /// Everything that could not be found out, over all of them.
    pub(crate) async fn project(&self, host: &Host) -> Result<Projection, Fault> {
        let (mut manifests, mut faults) = (Vec::new(), Vec::new());
        for (file, text) in &self.0 {
            let parsed = match text {
                Ok(text) => {
                    Manifest::parse(text, Format::of(file), file).map_err(|errors| errors.to_string())
                }
                Err(error) => Err(format!("{}: the manifest cannot be read: {error}", file.display())),
            };
            match parsed {
                Ok(manifest) => manifests.push(manifest),
                Err(fault) => faults.push(fault),
            }
        }
        if faults.is_empty() {
            Projection::of(&manifests, host).await.map_err(Fault::new)
        } else {
            Err(Fault(faults.join("\n")))
        }
    }
}

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

/// Reads and projects the manifests of a command that answers once.
///
/// # Errors
///
/// Those of [`Texts::project`].
pub(crate) async fn project(settings: &Settings, host: &Host) -> Result<Projection, Fault> {
    Texts::read(&settings.manifests).await.project(host).await
}

/// Tells what is not offered, one line each.
pub(crate) fn tell_omitted(projection: &Projection) {
    projection.omitted.iter().for_each(|omitted| say(&omitted.to_string()));
}
