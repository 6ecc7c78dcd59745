//! How long the same tools take to compile, and how big the program is: with our attribute, and with rmcp's macros. Only the crate of
//! the tools is timed; what it depends on is there already.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Instant,
};

use crate::{
    Fallible,
    process::beside,
    report::{Report, Target},
    rounds::median,
};

const ROW: &str = "compile";
const SIZES: [usize; 3] = [10, 100, 300];
const ROUNDS: usize = 3;

/// Who writes the tools.
#[derive(Clone, Copy)]
enum Writer {
    Ours,
    Rmcp,
}

impl Writer {
    const BOTH: [Self; 2] = [Self::Ours, Self::Rmcp];

    fn package(self, tools: usize) -> String {
        match self {
            Self::Ours => format!("compiled-ours-{tools}"),
            Self::Rmcp => format!("compiled-rmcp-{tools}"),
        }
    }

    fn program(self, tools: usize, edit: u32) -> String {
        match self {
            Self::Ours => format!("{}{OURS_MAIN}", bench_source::ours(tools, edit)),
            Self::Rmcp => {
                let uses = bench_source::RMCP_USES;
                format!(
                    "{uses}{}{}{RMCP_MAIN}",
                    bench_source::FOUND,
                    bench_source::rmcp("Server", tools, true, edit)
                )
            }
        }
    }

    fn dependencies(self) -> &'static str {
        match self {
            Self::Ours => {
                "schemars.workspace = true\nserde.workspace = true\ntokio.workspace = true\ntool-core.workspace = true\ntool-mcp.workspace = true\n"
            }
            Self::Rmcp => {
                "rmcp.workspace = true\nschemars.workspace = true\nserde.workspace = true\ntokio.workspace = true\n"
            }
        }
    }
}

const OURS_MAIN: &str = r#"
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let invoker = tool_core::Invoker::builder(registry()?).unlimited().build()?;
    let surface = tool_core::Surface::outside("notes", &invoker, tool_core::Allow::exposed()).build()?;
    let handler = tool_mcp::Handler::new(surface, tool_mcp::ServerIdentity::new("notes", "1.0.0"));
    tool_mcp::stdio::serve(handler, tool_mcp::stdio::as_local(tool_core::Caller::new("local"))).await?;
    Ok(())
}
"#;

const RMCP_MAIN: &str = r#"
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    rmcp::ServiceExt::serve(Server::new(), rmcp::transport::stdio()).await?.waiting().await?;
    Ok(())
}
"#;

/// A workspace of its own under the target folder, which resolves as this one does.
struct Workspace {
    root: PathBuf,
}

pub(crate) fn run(report: &mut Report) -> Fallible<()> {
    let workspace = Workspace::write()?;
    for release in [false, true] {
        // What they depend on, and the linker's first time.
        for writer in Writer::BOTH {
            workspace.build(writer, SIZES[0], release)?;
        }
        for tools in SIZES {
            measure(report, &workspace, tools, release)?;
        }
    }
    Ok(())
}

fn measure(report: &mut Report, workspace: &Workspace, tools: usize, release: bool) -> Fallible<()> {
    let (profile, rounds) = if release { ("release", 1) } else { ("dev", ROUNDS) };
    let (mut clean, mut edited) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    for round in 0..rounds {
        for writer in Writer::BOTH {
            workspace.clean(writer, tools, release)?;
            clean[writer as usize].push(workspace.build(writer, tools, release)?);
            // Cargo builds nothing incrementally for a release.
            if !release {
                workspace.edit(writer, tools, u32::try_from(round)? + 1)?;
                edited[writer as usize].push(workspace.build(writer, tools, release)?);
            }
        }
    }
    for (what, seconds) in [("clean", &clean), ("after an edit of one tool", &edited)] {
        let [ours, rmcp] = [0, 1].map(|writer| median(seconds[writer].iter().copied()));
        if ours.is_finite() {
            let what = format!("{tools} tools, {profile}, {what}, beside rmcp's macros");
            report.add(
                ROW,
                what,
                (ours / rmcp, " ×"),
                Target::AtMost(1.0),
                format!("{ours:.2} s; theirs {rmcp:.2} s"),
            );
        }
    }
    let [ours, rmcp] = Writer::BOTH.map(|writer| workspace.size(writer, tools, release));
    let (ours, rmcp) = (ours?, rmcp?);
    let detail = format!("{} KiB; theirs {} KiB", ours / 1024, rmcp / 1024);
    let target = if release { Target::AtMost(1.0) } else { Target::None };
    report.add(
        ROW,
        format!("{tools} tools, {profile}, size of the program"),
        (ours as f64 / rmcp as f64, " ×"),
        target,
        detail,
    );
    Ok(())
}

impl Workspace {
    fn write() -> Fallible<Self> {
        let workspace = Self { root: beside("compile")? };
        let benches = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
        let mut members = Vec::new();
        for tools in SIZES {
            for writer in Writer::BOTH {
                let name = writer.package(tools);
                let folder = workspace.root.join(&name);
                fs::create_dir_all(folder.join("src"))?;
                let manifest = format!(
                    "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{}",
                    writer.dependencies()
                );
                fs::write(folder.join("Cargo.toml"), manifest)?;
                workspace.edit(writer, tools, 0)?;
                members.push(format!("\"{name}\""));
            }
        }
        let ours = benches.join("..").display().to_string();
        let manifest = format!(
            r#"[workspace]
resolver = "3"
members = [{}]

[workspace.dependencies]
rmcp = {{ version = "3.11.0", default-features = false, features = ["macros", "server", "transport-io"] }}
schemars = {{ version = "1.2.3", default-features = false, features = ["derive", "std"] }}
serde = {{ version = "1.0.229", features = ["derive"] }}
tokio = {{ version = "1.54.1", features = ["macros", "rt"] }}
tool-core = {{ path = "{ours}/tool-core", default-features = false, features = ["derive"] }}
tool-mcp = {{ path = "{ours}/tool-mcp" }}

[profile.release]
strip = true
"#,
            members.join(", ")
        );
        fs::write(workspace.root.join("Cargo.toml"), manifest)?;
        // The versions of everything else, and of the compiler, are those of the benches.
        fs::copy(benches.join("Cargo.lock"), workspace.root.join("Cargo.lock"))?;
        fs::copy(benches.join("../rust-toolchain.toml"), workspace.root.join("rust-toolchain.toml"))?;
        Ok(workspace)
    }

    fn edit(&self, writer: Writer, tools: usize, edit: u32) -> io::Result<()> {
        let path = self.root.join(writer.package(tools)).join("src/main.rs");
        fs::write(path, writer.program(tools, edit))
    }

    fn cargo(&self, what: &str) -> Command {
        let mut cargo = Command::new("cargo");
        cargo
            .args([what, "--quiet", "--offline"])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", self.root.join("target"));
        cargo.env_remove("CARGO_INCREMENTAL").stdin(Stdio::null()).stdout(Stdio::null());
        cargo
    }

    fn clean(&self, writer: Writer, tools: usize, release: bool) -> Fallible<()> {
        let mut cargo = self.cargo("clean");
        cargo.args(["-p", &writer.package(tools)]).args(release.then_some("--release"));
        let cleaned = cargo.status()?;
        if cleaned.success() { Ok(()) } else { Err("cargo clean failed".into()) }
    }

    /// Returns the seconds.
    fn build(&self, writer: Writer, tools: usize, release: bool) -> Fallible<f64> {
        let mut cargo = self.cargo("build");
        cargo.args(["-p", &writer.package(tools)]).args(release.then_some("--release"));
        let start = Instant::now();
        let built = cargo.status()?;
        if built.success() {
            Ok(start.elapsed().as_secs_f64())
        } else {
            Err("the generated crate does not build".into())
        }
    }

    fn size(&self, writer: Writer, tools: usize, release: bool) -> io::Result<u64> {
        let profile = if release { "release" } else { "debug" };
        Ok(fs::metadata(self.root.join("target").join(profile).join(writer.package(tools)))?.len())
    }
}
