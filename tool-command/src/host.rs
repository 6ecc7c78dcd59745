//! What a manifest is projected for: the machine, and what whoever runs the server states.

use std::{
    collections::BTreeMap,
    env,
    ffi::OsString,
    fmt,
    future::Future,
    path::{Path, PathBuf},
    pin::Pin,
    sync::Arc,
    time::Duration,
};

use serde_json::{Map, Value};
use tool_core::{ToolError, ToolOutput};

use crate::{Caretaker, Running};

/// A function that stands for an in-process arm.
pub(crate) type Function = Arc<
    dyn Fn(Map<String, Value>) -> Pin<Box<dyn Future<Output = Result<ToolOutput, ToolError>> + Send>>
        + Send
        + Sync,
>;

/// What manifests are projected for.
///
/// # Examples
///
/// ```
/// use tool_command::Host;
/// use tool_core::ToolOutput;
///
/// let host = Host::new(".")?
///     .with_program(["my-program", "--quiet"])
///     .with_function("count", |arguments| async move { Ok(ToolOutput::text(arguments.len().to_string())) });
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct Host {
    folder: PathBuf,
    path: Option<OsString>,
    program: Vec<String>,
    time_limit: Option<Duration>,
    functions: BTreeMap<String, Function>,
    hidden: Vec<String>,
    pub(crate) running: Running,
}

impl Host {
    /// Returns a host whose programs run in this folder.
    ///
    /// # Errors
    ///
    /// When the folder is not there.
    pub fn new(folder: impl AsRef<Path>) -> std::io::Result<Self> {
        Ok(Self {
            folder: folder.as_ref().canonicalize()?,
            path: env::var_os("PATH"),
            program: Vec::new(),
            time_limit: None,
            functions: BTreeMap::new(),
            hidden: Vec::new(),
            running: Running::default(),
        })
    }

    /// Sets where programs are looked for, as `PATH` is written; by default the `PATH` of this process. A program whose
    /// manifest names `PATH` gets this one, without the folders in it that are not absolute.
    #[must_use]
    pub fn with_path(mut self, path: impl Into<OsString>) -> Self {
        self.path = Some(path.into());
        self
    }

    /// Sets the program of the tools that name none, with its first arguments.
    #[must_use]
    pub fn with_program<T: Into<String>>(mut self, words: impl IntoIterator<Item = T>) -> Self {
        self.program = words.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the time limit of tools that state none; zero is no limit. A tool that is no operation has at most 50 s.
    #[must_use]
    pub fn with_time_limit(mut self, limit: Duration) -> Self {
        self.time_limit = Some(limit);
        self
    }

    /// Registers a function for in-process arms of this name. It gets the arguments, checked as the manifest says, and returns
    /// what a program would have printed: for a tool of an envelope program, an envelope, as its line or as its value.
    #[must_use]
    pub fn with_function<F, R>(mut self, name: impl Into<String>, function: F) -> Self
    where
        F: Fn(Map<String, Value>) -> R + Send + Sync + 'static,
        R: Future<Output = Result<ToolOutput, ToolError>> + Send + 'static,
    {
        self.functions.insert(name.into(), Arc::new(move |arguments| Box::pin(function(arguments))));
        self
    }

    /// Sets the beginnings of ids, such as `engine::`, whose tools are not offered, as if they were not in the manifest.
    #[must_use]
    pub fn with_hidden<T: Into<String>>(mut self, prefixes: impl IntoIterator<Item = T>) -> Self {
        self.hidden = prefixes.into_iter().map(Into::into).collect();
        self
    }

    /// Sets who kills the programs of this host when the server is killed by force.
    #[must_use]
    pub fn with_caretaker(mut self, caretaker: Caretaker) -> Self {
        self.running = self.running.with_caretaker(caretaker);
        self
    }

    /// Returns the programs that run, for whoever stops the server.
    pub fn running(&self) -> &Running {
        &self.running
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn program(&self) -> Option<(&str, &[String])> {
        self.program.split_first().map(|(program, first)| (program.as_str(), first))
    }

    pub(crate) fn time_limit(&self) -> Option<Duration> {
        self.time_limit
    }

    pub(crate) fn function(&self, name: &str) -> Option<&Function> {
        self.functions.get(name)
    }

    /// Returns the beginning that hides an id, in whatever case and with whatever signs between its words either is
    /// written: public names do not tell them apart, and neither do models.
    pub(crate) fn hides(&self, id: &str) -> Option<&str> {
        let id = folded(id);
        self.hidden.iter().map(String::as_str).find(|prefix| id.starts_with(&folded(prefix)))
    }

    /// Finds a program on the path, or below the folder when it is written as a path.
    pub(crate) fn find(&self, program: &str) -> Option<PathBuf> {
        which::which_in(program, self.path(), &self.folder).ok()
    }

    /// Returns these variables of the environment, those that are there. `PATH` is the one that programs are looked for on.
    pub(crate) fn environment<'n>(
        &self,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Vec<(OsString, OsString)> {
        let value = |name: &str| if name == "PATH" { self.path() } else { env::var_os(name) };
        names.into_iter().filter_map(|name| Some((name.into(), value(name)?))).collect()
    }

    /// Returns the folders that programs are looked for in. One that is relative, or empty, is whichever folder somebody
    /// starts the server in, and none of them.
    fn path(&self) -> Option<OsString> {
        let folders = env::split_paths(self.path.as_ref()?).filter(|folder| folder.is_absolute());
        let folders: Vec<_> = folders.collect();
        if folders.is_empty() { None } else { env::join_paths(folders).ok() }
    }
}

fn folded(text: &str) -> String {
    text.to_ascii_lowercase().replace(['-', ':'], "_")
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host").field("folder", &self.folder).finish_non_exhaustive()
    }
}
