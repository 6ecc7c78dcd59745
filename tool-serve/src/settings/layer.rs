//! One place in which settings are given: the flags, the environment, or the file. What is not given there is open.

use std::{
    ffi::OsString,
    num::{NonZeroU32, NonZeroUsize},
    path::PathBuf,
};

use serde::Deserialize;

use super::{
    Source,
    values::{Address, ApiPath, Prefix, Program, RequireExpose, Value, read, read_all},
};
use crate::{Fault, cli};

/// What one place says. In the file, it is the whole of what may be written.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Layer {
    /// The manifests.
    pub(crate) manifests: Option<Vec<Source>>,
    /// The program of tools that name none.
    #[serde(deserialize_with = "read")]
    pub(crate) program: Option<Program>,
    /// Where programs run.
    pub(crate) cwd: Option<PathBuf>,
    /// Time limit of tools that state none, in seconds; 0 for none.
    pub(crate) timeout_secs: Option<u64>,
    /// Beginnings of ids that are hidden, besides those that are hidden anyway.
    #[serde(deserialize_with = "read_all")]
    pub(crate) hide: Option<Vec<Prefix>>,
    /// Beginnings of ids that are hidden anyway and are not to be. Only a flag may say so.
    #[serde(skip)]
    pub(crate) unhide: Option<Vec<String>>,
    /// Whether only what says that it is exposed is: yes. A manifest says no for itself.
    #[serde(deserialize_with = "read")]
    pub(crate) require_expose: Option<RequireExpose>,
    /// The file that records are appended to.
    pub(crate) audit: Option<PathBuf>,
    /// How many calls run at once.
    pub(crate) running: Option<NonZeroUsize>,
    /// How often each caller may read.
    pub(crate) reads_per_minute: Option<NonZeroU32>,
    /// How often each caller may change something.
    pub(crate) writes_per_minute: Option<NonZeroU32>,
    /// The address to listen on.
    #[serde(deserialize_with = "read")]
    pub(crate) addr: Option<Address>,
    /// The path of the endpoint.
    #[serde(deserialize_with = "read")]
    pub(crate) api_path: Option<ApiPath>,
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
            program: text("TOOL_SERVE_COMMAND")?.map(|words| Program::of(vec![words])).transpose()?,
            cwd: path("TOOL_SERVE_CWD")?,
            timeout_secs: timeout.map(|text| cli::number("TOOL_SERVE_TIMEOUT_SECS", &text)).transpose()?,
            audit: path("TOOL_SERVE_AUDIT")?,
            addr: text("TOOL_SERVE_ADDR")?.map(Address::of).transpose()?,
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
            require_expose: self.require_expose.or(weaker.require_expose),
            audit: self.audit.or(weaker.audit),
            running: self.running.or(weaker.running),
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

#[cfg(test)]
mod tests {
    use super::*;

    const REFERENCE: &str = include_str!("../../docs/settings.md");

    #[test]
    fn the_reference_has_every_key() {
        let (_, rest) = REFERENCE.split_once("```toml\n").unwrap();
        let (text, _) = rest.split_once("```").unwrap();
        let Layer {
            manifests: Some(manifests),
            program: Some(Program(program)),
            cwd: Some(_),
            timeout_secs: Some(600),
            hide: Some(_),
            unhide: None,
            require_expose: Some(RequireExpose),
            audit: Some(_),
            running: Some(_),
            reads_per_minute: Some(_),
            writes_per_minute: Some(_),
            addr: Some(_),
            api_path: Some(_),
            tokens: Some(_),
            hosts: Some(_),
            origins: Some(_),
        } = toml::from_str(text).unwrap()
        else {
            panic!("a key is missing in the reference");
        };
        assert_eq!(program, ["my-program", "--quiet"]);
        assert_eq!(manifests[0], Source::new("git.toml"));
        assert_eq!(manifests[1], Source { require_expose: false, ..Source::new("engine.json") });
    }
}
