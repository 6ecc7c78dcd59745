//! One place in which settings are given: the flags, the environment, or the file. What is not given there is open.

use std::{ffi::OsString, path::PathBuf};

use serde::Deserialize;

use crate::{Fault, cli};

/// What one place says. In the file, it is the whole of what may be written.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub(crate) struct Layer {
    /// The manifests.
    pub(crate) manifests: Option<Vec<PathBuf>>,
    /// The program of tools that name none.
    pub(crate) program: Option<Vec<String>>,
    /// Where programs run.
    pub(crate) cwd: Option<PathBuf>,
    /// Time limit of tools that state none, in seconds; 0 for none.
    pub(crate) timeout_secs: Option<u64>,
    /// Beginnings of ids that are hidden, besides those that are hidden anyway.
    pub(crate) hide: Option<Vec<String>>,
    /// Beginnings of ids that are hidden anyway and are not to be. Only a flag may say so.
    #[serde(skip)]
    pub(crate) unhide: Option<Vec<String>>,
    /// The file that records are appended to.
    pub(crate) audit: Option<PathBuf>,
    /// How often each caller may read.
    pub(crate) reads_per_minute: Option<u32>,
    /// How often each caller may change something.
    pub(crate) writes_per_minute: Option<u32>,
    /// The address to listen on.
    pub(crate) addr: Option<String>,
    /// The path of the endpoint.
    pub(crate) api_path: Option<String>,
    /// The file of callers and tokens.
    pub(crate) tokens: Option<PathBuf>,
    /// Names that the server answers to.
    pub(crate) hosts: Option<Vec<String>>,
    /// Web pages that may use the server.
    pub(crate) origins: Option<Vec<String>>,
}

impl Layer {
    /// Reads the variables.
    pub(crate) fn of_environment(environment: &impl Fn(&str) -> Option<OsString>) -> Result<Self, Fault> {
        let text = |name: &str| match environment(name).map(OsString::into_string) {
            None => Ok(None),
            Some(Ok(text)) => Ok(Some(text).filter(|text| !text.is_empty())),
            Some(Err(_)) => Err(Fault::new(format!("{name} is no UTF-8 text"))),
        };
        let path = |name: &str| text(name).map(|text| text.map(PathBuf::from));
        let timeout = text("TOOL_SERVE_TIMEOUT_SECS")?;
        Ok(Self {
            program: text("TOOL_SERVE_COMMAND")?.map(|words| vec![words]),
            cwd: path("TOOL_SERVE_CWD")?,
            timeout_secs: timeout.map(|text| cli::number("TOOL_SERVE_TIMEOUT_SECS", &text)).transpose()?,
            audit: path("TOOL_SERVE_AUDIT")?,
            addr: text("TOOL_SERVE_ADDR")?,
            tokens: path("TOOL_SERVE_TOKENS")?,
            ..Self::default()
        })
    }

    /// Returns what this place says, and where it says nothing, what the weaker one does.
    pub(crate) fn over(self, weaker: Self) -> Self {
        Self {
            manifests: self.manifests.or(weaker.manifests),
            program: self.program.or(weaker.program),
            cwd: self.cwd.or(weaker.cwd),
            timeout_secs: self.timeout_secs.or(weaker.timeout_secs),
            hide: self.hide.or(weaker.hide),
            unhide: self.unhide.or(weaker.unhide),
            audit: self.audit.or(weaker.audit),
            reads_per_minute: self.reads_per_minute.or(weaker.reads_per_minute),
            writes_per_minute: self.writes_per_minute.or(weaker.writes_per_minute),
            addr: self.addr.or(weaker.addr),
            api_path: self.api_path.or(weaker.api_path),
            tokens: self.tokens.or(weaker.tokens),
            hosts: self.hosts.or(weaker.hosts),
            origins: self.origins.or(weaker.origins),
        }
    }
}
