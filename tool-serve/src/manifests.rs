//! The manifests of a server, projected for this machine, and told about to whoever started it.

use std::process::Command;

use tool_command::{Caretaker, Format, Host, Manifest, Projection};

use crate::{
    Fault, say,
    settings::{Settings, Source},
};

/// Manifests as they were at one moment: the text of each, or why there is none.
#[derive(PartialEq, Eq)]
pub(crate) struct Texts(Vec<(Source, Result<String, String>)>);

impl Texts {
    pub(crate) async fn read(sources: &[Source]) -> Self {
        let sources = sources.to_vec();
        let text = |source: Source| {
            let text = Manifest::read_text(&source.file).map_err(|errors| errors.to_string());
            (source, text)
        };
        let read = tokio::task::spawn_blocking(move || sources.into_iter().map(text).collect());
        Self(read.await.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic())))
    }

    /// Reads the same files anew.
    pub(crate) async fn reread(&self) -> Self {
        let sources: Vec<_> = self.0.iter().map(|(source, _)| source.clone()).collect();
        Self::read(&sources).await
    }

    /// Projects these very texts, whatever the files say by now.
    ///
    /// # Errors
    ///
    /// Everything that could not be found out, over all of them.
    pub(crate) async fn project(&self, host: &Host) -> Result<Projection, Fault> {
        let (mut manifests, mut faults) = (Vec::new(), Vec::new());
        for (Source { file, require_expose }, text) in &self.0 {
            let parsed = text.clone().and_then(|text| {
                Manifest::parse(&text, Format::of(file), file).map_err(|errors| errors.to_string())
            });
            match parsed {
                Ok(manifest) if *require_expose => manifests.push(manifest),
                Ok(manifest) => manifests.push(manifest.expose_unless_denied()),
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

/// What this program is called with to take care of another one of it.
pub(crate) const TAKE_CARE: &str = "take-care-of-programs";

/// Returns the host that manifests are projected for, of a server: when it is killed by force, its programs are too.
pub(crate) fn host_of_server(settings: &Settings) -> Result<Host, Fault> {
    let host = host(settings)?;
    let caretaker =
        std::env::current_exe().and_then(|program| Caretaker::start(Command::new(program).arg(TAKE_CARE)));
    Ok(match caretaker {
        Ok(caretaker) => host.with_caretaker(caretaker),
        Err(error) => {
            say(&format!("programs would outlive this server if it were killed by force: {error}"));
            host
        }
    })
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
    tell_exposed(&settings.manifests);
    Texts::read(&settings.manifests).await.project(host).await
}

/// Tells which manifests offer what says nothing about it: whoever starts a server sees each time what widens.
pub(crate) fn tell_exposed(sources: &[Source]) {
    for source in sources.iter().filter(|source| !source.require_expose) {
        let off = "require_expose is off, and what says nothing about exposure is offered";
        say(&format!("{}: {off}", source.file.display()));
    }
}

/// Tells what is not offered, one line each.
pub(crate) fn tell_omitted(projection: &Projection) {
    projection.omitted.iter().for_each(|omitted| say(&omitted.to_string()));
}
