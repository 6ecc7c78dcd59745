//! The same tools as source text, as somebody would write them: with our attribute, and with rmcp's macros, which need all of them in
//! one `impl` and a type for the arguments of each. Nothing in here is compiled with whoever asks for it.

use std::fmt::Write;

/// The name of a tool; the first one is the tool that is called.
#[must_use]
pub fn name(number: usize) -> String {
    if number == 0 { "find_notes".to_owned() } else { format!("find_notes_{number}") }
}

/// What every tool returns.
pub const FOUND: &str = "
#[derive(serde::Serialize, schemars::JsonSchema)]
pub struct Found {
    query: String,
    found: u32,
}
";

/// Tools with our attribute, and `registry()` with all of them. `edit` is a number in the body of the last one.
#[must_use]
pub fn ours(tools: usize, edit: u32) -> String {
    let mut text = FOUND.to_owned();
    let mut registered = String::new();
    for number in 0..tools {
        let (name, most) = (name(number), most(tools, number, edit));
        let _ = write!(
            text,
            r#"
/// Finds notes that contain every given word.
#[tool_core::tool(title = "Find notes", exposure = both, effect = read_only, idempotent = true, open_world = false)]
pub fn {name}(
    /// Words to look for.
    query: String,
    /// At most this many.
    #[schemars(range(min = 1, max = 100))]
    limit: u32,
) -> Found {{
    Found {{ found: limit.min({most}), query }}
}}
"#
        );
        let _ = write!(registered, "\n        .tool({name}_tool())");
    }
    let _ = write!(
        text,
        "
pub fn registry() -> Result<tool_core::Registry, tool_core::BuildErrors> {{
    tool_core::Registry::builder(()){registered}
        .build()
}}
"
    );
    text
}

/// Tools with rmcp's macros: the type of the server is called `server`, and has a field `tools` when `keeps_router`.
#[must_use]
pub fn rmcp(server: &str, tools: usize, keeps_router: bool, edit: u32) -> String {
    let mut types = String::new();
    let mut methods = String::new();
    for number in 0..tools {
        let (name, most) = (name(number), most(tools, number, edit));
        let _ = write!(
            types,
            "
#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct {server}Arguments{number} {{
    /// Words to look for.
    query: String,
    /// At most this many.
    #[schemars(range(min = 1, max = 100))]
    limit: u32,
}}
"
        );
        let _ = write!(
            methods,
            r#"
    /// Finds notes that contain every given word.
    #[tool(
        title = "Find notes",
        annotations(read_only_hint = true, destructive_hint = false, idempotent_hint = true, open_world_hint = false)
    )]
    fn {name}(&self, Parameters(arguments): Parameters<{server}Arguments{number}>) -> Json<Found> {{
        Json(Found {{ found: arguments.limit.min({most}), query: arguments.query }})
    }}
"#
        );
    }
    let (field, new, router) = if keeps_router {
        ("{ tools: ToolRouter<Self> }", "Self { tools: Self::tool_router() }", "(router = self.tools)")
    } else {
        (";", "Self", "")
    };
    let struct_ = if keeps_router {
        format!("pub struct {server} {field}")
    } else {
        format!("pub struct {server}{field}")
    };
    format!(
        "{types}
#[derive(Clone)]
{struct_}

#[tool_router]
impl {server} {{
    pub fn new() -> Self {{
        {new}
    }}
{methods}}}

#[tool_handler{router}]
impl ServerHandler for {server} {{}}
"
    )
}

/// What the generated text with rmcp's macros uses.
pub const RMCP_USES: &str = "use rmcp::{Json, ServerHandler, handler::server::{router::tool::ToolRouter, wrapper::Parameters}, tool, tool_handler, tool_router};
";

fn most(tools: usize, number: usize, edit: u32) -> u32 {
    if number + 1 == tools { 3 + edit } else { 3 }
}
