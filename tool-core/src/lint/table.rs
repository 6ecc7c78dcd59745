//! The lints, as data: what is looked for, how much it matters, and who says so. How it is found is `findings`.

use serde::Serialize;

/// One thing that is looked for in every tool, or in a listing of tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Lint {
    /// A stable name, in kebab-case.
    pub name: &'static str,
    /// How much it matters.
    pub grade: Grade,
    /// The number that must not be exceeded, where there is one.
    pub limit: Option<usize>,
    /// The documentation, source or report that says so.
    pub source: &'static str,
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Grade {
    /// Something refuses the tool.
    Error,
    /// The tool works, and models use it worse than they could.
    Advice,
}

/// A description that nobody wrote.
pub(super) const DESCRIPTION_MISSING: Lint = error(
    "description-missing",
    None,
    "Amazon Bedrock, ToolSpecification; MCP conformance suite, tools-list",
);

/// Characters of a tool's description.
pub(super) const DESCRIPTION_LONG: Lint =
    error("description-long", Some(1024), "OpenHands/OpenHands#4838; vscode-copilot-chat cuts it there");

/// Characters of a public name. 64 is the most anywhere, and hosts put `mcp__server__` before it. What a surface cuts is
/// found too, whatever its length.
pub(super) const NAME_LONG: Lint = advice(
    "name-long",
    Some(48),
    "Claude Desktop: 64 characters with the prefix; hostinger/api-mcp-server#49",
);

/// A property without a description, at any depth.
pub(crate) const UNDESCRIBED: Lint =
    advice("undescribed", None, "dialect of this crate: models guess otherwise");

/// Characters of a property's description.
pub(super) const WORDY: Lint = advice("wordy", Some(500), "dialect of this crate: every turn pays for it");

/// Objects and lists inside each other.
pub(super) const DEEP: Lint =
    advice("deep", Some(5), "OpenAI, structured outputs guide, limits, as they were in 2024");

/// Bytes of the schema as JSON.
pub(super) const BIG: Lint = advice("big", Some(16 * 1024), "dialect of this crate: every turn pays for it");

/// An object whose keys are free.
pub(super) const OPEN_MAP: Lint =
    advice("open-map", None, "openai/openai-agents-python#4310: strict modes have no form for it");

/// Several forms of arguments in one tool.
pub(super) const SEVERAL_FORMS: Lint =
    advice("several-forms", None, "dialect of this crate: a tool for each form is easier to choose");

/// Tools of one listing, at whoever takes the fewest first.
pub(super) const TOOLS: [Lint; 3] = [
    advice(
        "tools-cursor",
        Some(40),
        "getsentry/sentry-mcp-stdio#3: Cursor sent the first 40 of all servers; 80 since 2025, Snowflake-Labs/mcp#77",
    ),
    error(
        "tools-openai",
        Some(128),
        "zed-industries/zed#32946: OpenAI refuses a longer list; so does VS Code, microsoft/vscode-copilot-release#13065",
    ),
    error("tools-gemini", Some(512), "google-gemini/gemini-cli#19083: Gemini refuses a longer list"),
];

/// Bytes of one listing. Claude Code warns above 25,000 tokens, and a token of JSON is about four bytes.
pub(super) const LISTING_BIG: Lint =
    advice("listing-big", Some(100_000), "anthropics/claude-code#12241: a warning above 25,000 tokens");

/// Every lint, in the order of their findings: those of one tool, then those of a listing.
pub(super) const ALL: [Lint; 13] = [
    DESCRIPTION_MISSING,
    DESCRIPTION_LONG,
    NAME_LONG,
    UNDESCRIBED,
    WORDY,
    DEEP,
    BIG,
    OPEN_MAP,
    SEVERAL_FORMS,
    TOOLS[0],
    TOOLS[1],
    TOOLS[2],
    LISTING_BIG,
];

const fn error(name: &'static str, limit: Option<usize>, source: &'static str) -> Lint {
    Lint { name, grade: Grade::Error, limit, source }
}

const fn advice(name: &'static str, limit: Option<usize>, source: &'static str) -> Lint {
    Lint { name, grade: Grade::Advice, limit, source }
}
