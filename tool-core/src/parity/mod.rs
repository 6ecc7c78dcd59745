//! Assertions that break a build when a surface and the registry disagree, or when what is offered changes unseen.
//!
//! | assertion | holds when |
//! |---|---|
//! | [`assert_parity`] | what is listed can be called, and nothing else can |
//! | [`assert_arguments`] | what is advertised is accepted, and nothing else is; optionally each tool runs, and its results fit |
//! | [`assert_readable`] | what is listed of resources and prompts can be read, and nothing else can |
//! | [`assert_catalogue`] | everything that a caller is shown is what a checked-in file says, so that a change of it is read |
//! | [`assert_presentable`] | hosts can show what is listed |
//! | [`assert_private_tools`] | what only outside callers see is named, one by one |
//! | [`assert_dependency_seam`] | the crates that hold the application do not know the protocol |
//!
//! Sets of names are compared, both ways, never counts.
//!
//! # What runs
//!
//! No tool, unless [`Fuzz::running_read_only`] or [`Fuzz::running_everything`] says so: these hold what is offered, and not
//! what a tool does. Nor does [`RegistryBuilder::build`](crate::RegistryBuilder::build) run one. A call in a test is one of a
//! [`TestSurface`](crate::testing::TestSurface), through the whole door; it panics when a tool returns what its output schema
//! does not promise. [`TestCall::lend`](crate::testing::TestCall::lend) is for the body of one function.
//!
//! What there is depends on the caller, so ask as one who holds few scopes and as one who holds many.
//!
//! # Examples
//!
//! A whole test file, in which each function is a test. The service is made as in production, on a database that the test
//! throws away.
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
//! fn invoker() -> Invoker {
//!     let registry = Registry::builder(()).tool(echo_tool()).build().expect("the tools have no fault");
//!     Invoker::builder(registry).unlimited().build().expect("the invoker has all it needs")
//! }
//!
//! fn outside(invoker: &Invoker) -> Surface {
//!     Surface::outside("mcp", invoker, Allow::exposed()).build().expect("the surface has no fault")
//! }
//!
//! // #[tokio::test]
//! async fn what_is_listed_is_what_can_be_called() {
//!     parity::assert_parity(&outside(&invoker()), &Caller::new("alice")).await;
//! }
//!
//! // #[tokio::test]
//! async fn what_is_advertised_is_what_is_accepted() {
//!     let how = parity::Fuzz::new().running_read_only();
//!     parity::assert_arguments(&outside(&invoker()), &Caller::new("alice"), how).await;
//! }
//!
//! // #[test]
//! fn what_is_offered_was_read_by_somebody() {
//!     // Made, and made anew, by `TOOL_SNAPSHOTS=overwrite cargo test`.
//!     parity::assert_catalogue(&outside(&invoker()), &Caller::new("alice"), "tests/catalogue/outside.txt");
//! }
//!
//! // #[test]
//! fn hosts_can_show_every_tool() {
//!     parity::assert_presentable(&outside(&invoker()), &Caller::new("alice"));
//! }
//!
//! // #[test]
//! fn outside_callers_have_no_tools_of_their_own() {
//!     let invoker = invoker();
//!     let assistant = Surface::first_party("assistant", &invoker, Allow::exposed()).build().unwrap();
//!     parity::assert_private_tools(&outside(&invoker), &assistant, &Caller::new("alice"), &[]);
//! }
//! #
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! #     what_is_listed_is_what_can_be_called().await;
//! #     what_is_advertised_is_what_is_accepted().await;
//! #     hosts_can_show_every_tool();
//! #     outside_callers_have_no_tools_of_their_own();
//! # }
//! ```

mod arguments;
mod catalogue;
mod difference;
mod invocable;
mod presentable;
mod private_tools;
mod readable;
mod seam;
mod written;
mod written_readable;

pub use self::{
    arguments::{Fuzz, assert_arguments},
    catalogue::assert_catalogue,
    invocable::assert_parity,
    presentable::assert_presentable,
    private_tools::assert_private_tools,
    readable::assert_readable,
    seam::assert_dependency_seam,
};
