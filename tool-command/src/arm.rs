//! The way in which a tool runs here: one of those that its manifest has. What a program is started with is made here.

use std::{
    collections::BTreeSet,
    ffi::OsString,
    fmt,
    path::{Path, PathBuf},
};

use crate::{argv::Argv, host::Function, run::OnKill};

/// The way in which a tool runs.
#[derive(Clone)]
pub(crate) enum Arm {
    Command(Recipe),
    Container(Recipe, Container),
    InProcess(Function),
}

/// What is the same for every run of a program.
#[derive(Clone)]
pub(crate) struct Recipe {
    pub(crate) program: PathBuf,
    /// The arguments before those of the call.
    pub(crate) before: Vec<String>,
    pub(crate) separator: bool,
    pub(crate) folder: PathBuf,
    pub(crate) environment: Vec<(OsString, OsString)>,
}

/// What is more about a program in a container.
#[derive(Clone)]
pub(crate) struct Container {
    pub(crate) image: String,
    /// The program in the image.
    pub(crate) program: String,
    /// The folders that it may read, under their own paths.
    pub(crate) readable: BTreeSet<PathBuf>,
    /// The folders that it may write to, under their own paths.
    pub(crate) writable: BTreeSet<PathBuf>,
    /// The names of the variables that go into the container.
    pub(crate) environment: Vec<String>,
}

/// The variables that the client of an engine itself needs to find its engine. The container gets none of them.
pub(crate) const OF_ENGINES: [&str; 5] = ["PATH", "HOME", "DOCKER_HOST", "CONTAINER_HOST", "XDG_RUNTIME_DIR"];

impl Arm {
    /// Returns the word for people.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Command(_) => "command",
            Self::Container(..) => "container",
            Self::InProcess(_) => "in process",
        }
    }
}

impl Container {
    /// Returns the arguments of the engine for one run, under a name by which it can be stopped.
    pub(crate) fn arguments(&self, name: &str, folder: &Path, argv: &Argv) -> Vec<OsString> {
        let mut all: Vec<OsString> = Vec::new();
        all.extend(["run", "--rm", "--network", "none", "--read-only", "--cap-drop", "ALL"].map(Into::into));
        all.extend(
            ["--security-opt", "no-new-privileges", "--pids-limit", "256", "--pull", "missing"]
                .map(Into::into),
        );
        all.extend(["--name", name].map(Into::into));
        if argv.stdin.is_some() {
            all.push("--interactive".into());
        }
        all.extend(self.readable.iter().map(|path| mount(path, true)));
        all.extend(self.writable.iter().map(|path| mount(path, false)));
        if self.readable.iter().chain(&self.writable).any(|path| folder.starts_with(path)) {
            all.extend(["--workdir".into(), folder.into()]);
        }
        // The name alone: a value on a list of arguments is read by everybody on the machine.
        all.extend(self.environment.iter().map(|name| format!("--env={name}").into()));
        all.extend(["--entrypoint", &self.program, &self.image].map(Into::into));
        all.extend(argv.elements.iter().map(Into::into));
        all
    }
}

impl Recipe {
    /// Returns what stops the container of this name. Its client, which is killed, does not.
    pub(crate) fn kill_container(&self, name: &str) -> OnKill {
        OnKill {
            program: self.program.clone(),
            arguments: ["kill", name].map(Into::into).into(),
            environment: self.environment.clone(),
        }
    }
}

/// A folder that is in the container under the same path, so that a path means the same there.
fn mount(path: &Path, read_only: bool) -> OsString {
    let mut mount = OsString::from("--mount=type=bind,source=");
    mount.push(path);
    mount.push(",target=");
    mount.push(path);
    if read_only {
        mount.push(",readonly");
    }
    mount
}

impl fmt::Debug for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the environment: `Debug` ends up in logs.
        f.write_str(self.word())
    }
}
