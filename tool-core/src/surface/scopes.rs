//! What only a scope keeps from a caller. It is asked of the gate that lists and admits, and told to nobody by itself.

use std::collections::BTreeSet;

use super::Surface;
use crate::Request;

impl Surface {
    /// Returns all scopes of what is asked for, if nothing but a missing one keeps the caller from it.
    ///
    /// With these scopes, would it be offered? So what is hidden for any other reason stays hidden, and so do targets.
    /// Whoever tells the caller tells that it is there. Nothing is read or run, and nothing counted.
    ///
    /// # Examples
    ///
    /// ```
    /// use tool_core::{Allow, Caller, Invoker, Registry, Surface, tool};
    ///
    /// /// Deletes all notes.
    /// #[tool(title = "Delete notes", exposure = both, scopes = ["notes:write"])]
    /// fn delete_notes() {}
    ///
    /// # fn main() -> Result<(), tool_core::BuildErrors> {
    /// let registry = Registry::builder(()).tool(delete_notes_tool()).build()?;
    /// let invoker = Invoker::builder(registry).unlimited().build()?;
    /// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
    ///
    /// let request = surface.request(Caller::new("alice"), "delete_notes", None);
    /// let needed = surface.missing_scopes(&request).expect("nothing else is missing");
    /// assert!(needed.contains("notes:write"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn missing_scopes(&self, request: &Request) -> Option<BTreeSet<String>> {
        let view = self.view();
        let wanted = view.wanted(&request.0)?;
        if self.ask(&view, &request.0.caller, wanted).is_ok() {
            return None;
        }
        let scopes = &wanted.entry.host().scopes;
        let holder = request.0.caller.clone().with_scopes(scopes);
        self.ask(&view, &holder, wanted).is_ok().then(|| scopes.clone())
    }
}
