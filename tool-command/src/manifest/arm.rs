//! The ways to run a tool, as they are written.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Deserialize;

/// The ways to run a tool; one at least.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Run {
    /// As a function of the host's.
    pub(crate) in_process: Option<InProcessArm>,
    /// As a program of this machine.
    pub(crate) command: Option<CommandArm>,
    /// As a program in a container.
    pub(crate) container: Option<ContainerArm>,
    /// Over MCP already: such a tool is described here and never offered again.
    pub(crate) mcp: Option<McpArm>,
}

/// A function that the host registered under a name.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "InProcess")]
pub(crate) struct InProcessArm {
    /// The name.
    pub(crate) function: String,
}

/// A program of this machine. What it gets is always a list of arguments, and never a command line.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Command")]
pub(crate) struct CommandArm {
    /// The program, by name or by path. Left out, it is the one that the server is started with.
    pub(crate) program: Option<String>,
    /// The arguments before those of the call.
    #[serde(default)]
    pub(crate) arguments: Vec<String>,
    /// Whether the program takes `--` before its positionals. It is then put there.
    #[serde(default)]
    pub(crate) separator: bool,
}

/// A program in a container without network, whose file system is read-only.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Container")]
pub(crate) struct ContainerArm {
    /// The program that starts containers.
    #[serde(default)]
    pub(crate) engine: Engine,
    /// The image, pinned by its digest: `name@sha256:…`.
    pub(crate) image: String,
    /// The program in the image.
    pub(crate) program: String,
    /// The arguments before those of the call.
    #[serde(default)]
    pub(crate) arguments: Vec<String>,
    /// Whether the program takes `--` before its positionals. It is then put there.
    #[serde(default)]
    pub(crate) separator: bool,
    /// Folders below the working directory that the container may write to. The roots of path inputs are there for
    /// reading.
    #[serde(default)]
    pub(crate) writable: Vec<PathBuf>,
}

/// What starts containers.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Engine {
    /// Docker.
    #[default]
    Docker,
    /// Podman.
    Podman,
}

impl Engine {
    pub(crate) fn program(self) -> &'static str {
        match self {
            Self::Docker => "docker",
            Self::Podman => "podman",
        }
    }
}

/// A tool of a server that is reached over MCP already.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Mcp")]
#[expect(dead_code, reason = "a description; such a tool is never offered again")]
pub(crate) struct McpArm {
    /// The server.
    pub(crate) server: String,
    /// The name of the tool there.
    pub(crate) tool: String,
}
