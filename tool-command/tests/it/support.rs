//! A manifest over the probe, behind a door.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use serde_json::Value;
use tempfile::TempDir;
use tool_command::{Format, Host, Manifest, ManifestErrors, Projection};
use tool_core::{
    Allow, Invoker, Registry, Surface,
    testing::{TestAnswer, TestSurface},
};

/// Returns a program that is built beside these tests.
pub(crate) fn example(name: &str) -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    tests.parent().unwrap().parent().unwrap().join("examples").join(name)
}

/// A folder for one test, in which its programs run.
pub(crate) struct World {
    folder: TempDir,
}

impl World {
    pub(crate) fn new() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn host(&self) -> Host {
        Host::new(self.path()).unwrap()
    }

    /// Puts a program of these lines of `sh` into a folder of programs, and returns a host that finds it first.
    pub(crate) fn with_program(&self, name: &str, lines: &str) -> Host {
        let folder = self.path().join("bin");
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join(name);
        fs::write(&file, format!("#!/bin/sh\n{lines}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        self.host().with_path(format!("{}:/usr/bin:/bin", folder.display()))
    }

    /// Returns how often the probe was started.
    pub(crate) fn starts(&self) -> usize {
        fs::read(self.path().join("starts")).map_or(0, |bytes| bytes.len())
    }

    /// Returns the manifest of one tool that runs the probe in a mode, external and read-only, with more lines.
    pub(crate) fn probe(&self, mode: &[&str], lines: &str) -> String {
        let (probe, starts, pids) = (example("probe"), self.path().join("starts"), self.path().join("pids"));
        let (probe, starts, pids) = (probe.display(), starts.display(), pids.display());
        format!(
            r#"
version = 1

[[tool]]
id = "probe"
title = "Probe"
summary = "Says what it got."
exposure = "external"
effect = "read_only"
set_environment = {{ PROBE_STARTS = "{starts}", PROBE_PIDS = "{pids}" }}
run.command = {{ program = "{probe}", arguments = {mode:?}, separator = true }}
{lines}
"#
        )
    }
}

pub(crate) async fn projection(text: &str, host: &Host) -> Result<Projection, ManifestErrors> {
    let manifest = Manifest::parse(text, Format::Toml, "test.toml")?;
    Projection::of(&[manifest], host).await
}

/// Returns the surface that outside callers see of a manifest.
pub(crate) async fn surface(text: &str, host: &Host) -> Surface {
    let projection = projection(text, host).await.unwrap();
    assert!(projection.omitted.is_empty(), "{:?}", projection.omitted);
    let registry = projection.tools.into_iter().fold(Registry::builder(()), |all, tool| all.register(tool));
    let invoker = Invoker::builder(registry.build().unwrap()).unlimited().build().unwrap();
    Surface::outside("mcp", &invoker, Allow::exposed()).build().unwrap()
}

pub(crate) async fn call(surface: &Surface, arguments: Value) -> TestAnswer {
    TestSurface::new(surface).as_caller("alice").call("probe", arguments).await
}

/// Returns whether a process of this number runs, or waits to be reaped.
pub(crate) fn is_there(pid: &str) -> bool {
    Path::new("/proc").join(pid).exists()
}

/// Returns the processes that these tests started and have not reaped.
pub(crate) fn zombies() -> Vec<String> {
    let own = std::process::id().to_string();
    let stat = |pid: &str| fs::read_to_string(format!("/proc/{pid}/stat")).ok();
    let processes =
        fs::read_dir("/proc").unwrap().filter_map(|entry| entry.unwrap().file_name().into_string().ok());
    let of_ours = |pid: &String| {
        let Some(stat) = stat(pid) else { return false };
        let after_name = stat.rsplit_once(')').unwrap().1;
        let fields: Vec<_> = after_name.split_whitespace().collect();
        fields[0] == "Z" && fields[1] == own
    };
    processes.filter(|name| name.bytes().all(|byte| byte.is_ascii_digit())).filter(of_ours).collect()
}
