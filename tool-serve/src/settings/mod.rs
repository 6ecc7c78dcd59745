//! What whoever starts a server decides: flags over environment over file over defaults. It starts nothing.

mod file;
mod layer;
mod program;
mod source;
mod values;

use std::{
    net::SocketAddr,
    num::{NonZeroU32, NonZeroUsize},
    path::{Path, PathBuf},
    time::Duration,
};

pub(crate) use self::{
    layer::Layer,
    source::Source,
    values::{Address, ApiPath, Prefix, Program, Value},
};
use crate::{Fault, hidden, say};

/// How many calls run at once: each of them is a process. One caller has three quarters of them.
const RUNNING: NonZeroUsize = NonZeroUsize::new(64).expect("it is not zero");

/// How often each caller may read in a minute: ten times a second.
const READS: NonZeroU32 = NonZeroU32::new(600).expect("it is not zero");

/// How often each caller may change something in a minute: once a second.
const WRITES: NonZeroU32 = NonZeroU32::new(60).expect("it is not zero");

/// Everything that was decided.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) manifests: Vec<Source>,
    pub(crate) program: Vec<String>,
    pub(crate) cwd: PathBuf,
    pub(crate) time_limit: Option<Duration>,
    pub(crate) hidden: Vec<String>,
    pub(crate) audit: Option<PathBuf>,
    pub(crate) running: NonZeroUsize,
    pub(crate) reads_per_minute: NonZeroU32,
    pub(crate) writes_per_minute: NonZeroU32,
    pub(crate) addr: SocketAddr,
    pub(crate) api_path: String,
    pub(crate) tokens: Option<PathBuf>,
    pub(crate) hosts: Option<Vec<String>>,
    pub(crate) origins: Vec<String>,
    /// Why the file cannot be used. Then nothing is offered.
    pub(crate) unusable: Option<String>,
}

impl Settings {
    /// Joins what was given, from the strongest to the weakest.
    pub(crate) fn of(
        flags: Layer,
        environment: Layer,
        file: Option<&Path>,
        strict: bool,
    ) -> Result<Self, Fault> {
        let given = flags.over(environment);
        // What is wrong in here is wrong whatever the file says.
        let without_file = Self::joined(given.clone(), Layer::default())?;
        // A file that nobody named is not looked for: whoever wrote the folder would decide what runs.
        let file = file.map_or_else(|| Ok(Layer::default()), |named| file::read(named, strict));
        match file.and_then(|layer| Self::joined(given, layer).map_err(|Fault(text)| text)) {
            Ok(settings) => Ok(settings),
            Err(text) if strict => Err(Fault(text)),
            Err(text) => {
                say(&format!(
                    "{text}\nnothing is offered until this is mended and the server is started anew"
                ));
                // Whatever the flags offer: what the file would have forbidden is not known.
                let Self { cwd, addr, api_path, .. } = without_file;
                Ok(Self { cwd, addr, api_path, unusable: Some(text), ..Self::default() })
            }
        }
    }

    fn joined(given: Layer, of_file: Layer) -> Result<Self, Fault> {
        // What hides more adds up; a file and a flag say two things, and both count.
        let hide = [given.hide.clone(), of_file.hide.clone()].into_iter().flatten().flatten();
        let hide: Vec<_> = hide.map(|Prefix(prefix)| prefix).collect();
        let layer = given.over(of_file);
        let default = Self::default();
        Ok(Self {
            manifests: layer.manifests.unwrap_or_default(),
            program: layer.program.map(|Program(words)| words).unwrap_or_default(),
            cwd: layer.cwd.unwrap_or(default.cwd),
            time_limit: layer.timeout_secs.map(Duration::from_secs),
            hidden: hidden::prefixes(&hide, &layer.unhide.unwrap_or_default())?,
            audit: layer.audit,
            running: layer.running.unwrap_or(default.running),
            reads_per_minute: layer.reads_per_minute.unwrap_or(default.reads_per_minute),
            writes_per_minute: layer.writes_per_minute.unwrap_or(default.writes_per_minute),
            addr: layer.addr.map_or(default.addr, |Address(addr)| addr),
            api_path: layer.api_path.map_or(default.api_path, |ApiPath(path)| path),
            tokens: layer.tokens,
            hosts: layer.hosts,
            origins: layer.origins.unwrap_or_default(),
            unusable: None,
        })
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            manifests: Vec::new(),
            program: Vec::new(),
            cwd: PathBuf::from("."),
            time_limit: None,
            hidden: hidden::DEFAULT.map(str::to_owned).into(),
            audit: None,
            running: RUNNING,
            reads_per_minute: READS,
            writes_per_minute: WRITES,
            addr: SocketAddr::from(([127, 0, 0, 1], 8080)),
            api_path: "/mcp".to_owned(),
            tokens: None,
            hosts: None,
            origins: Vec::new(),
            unusable: None,
        }
    }
}
