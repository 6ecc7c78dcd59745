//! The tools of one impl block. What each of them is, is `tool_def`.

use super::ToolDef;

/// The `#[tool]` methods of one `#[tools]` impl block, for a registry whose state is `S`.
///
/// `#[tools]` implements it; [`RegistryBuilder::tools`](crate::RegistryBuilder::tools) takes it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no tools for a registry whose state is `{S}`",
    note = "put `#[tools]` on an impl block of `{Self}`, and let `{S}` provide what its methods need"
)]
pub trait ToolSet<S> {
    /// Returns the tools, in the order of the impl block.
    fn tools() -> Vec<ToolDef<S>>;
}
