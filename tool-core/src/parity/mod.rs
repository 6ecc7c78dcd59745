//! Assertions that break a build when a surface and the registry disagree.
//!
//! Four promises, one assertion each: what is listed is what can be called ([`assert_parity`]); hosts can show what is
//! listed ([`assert_presentable`]); a surface has no set of tools of its own ([`assert_private_tools`]); and the crates
//! that hold the application do not know the protocol ([`assert_dependency_seam`]). Sets of names are compared, both
//! ways, never counts.
//!
//! # Examples
//!
//! ```
//! use tool_core::{Allow, Caller, Invoker, Registry, Surface, parity, tool};
//!
//! /// Repeats a text.
//! #[tool(title = "Echo", exposure = both, effect = read_only)]
//! fn echo(
//!     /// The text.
//!     text: String,
//! ) -> String {
//!     text
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), tool_core::BuildErrors> {
//! let invoker = Invoker::builder(Registry::builder(()).tool(echo_tool()).build()?).unlimited().build()?;
//! let outside = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
//! let assistant = Surface::first_party("assistant", &invoker, Allow::exposed()).build()?;
//!
//! let alice = Caller::new("alice");
//! parity::assert_parity(&outside, &alice).await;
//! parity::assert_presentable(&outside, &alice);
//! parity::assert_private_tools(&outside, &assistant, &alice, &[]);
//! # Ok(())
//! # }
//! ```

mod invocable;
mod presentable;
mod private_tools;
mod seam;

pub use self::{
    invocable::assert_parity, presentable::assert_presentable, private_tools::assert_private_tools,
    seam::assert_dependency_seam,
};
