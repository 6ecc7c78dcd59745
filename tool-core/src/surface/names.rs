//! Registry names as a surface writes them: `a::b` is `a__b`. Kept as a table both ways, never reversed by cutting.

use crate::ToolName;

/// Longest public name: the grammar of OpenAI's function names, `^[a-zA-Z0-9_-]{1,64}$`, is the narrowest in use.
pub(super) const LIMIT: usize = 64;

/// Returns the public form of a registry name. Injective, because no segment contains `__`.
pub(super) fn public(name: &ToolName) -> String {
    name.as_str().replace("::", "__")
}
