//! What turns an existing function into a tool: its state, its context, its arguments, its result.
//!
//! Everything that generated code needs and that does not depend on one function lives here, so that an expansion stays
//! a handful of calls. Nothing here decides who may call.

pub(crate) mod argument;
pub(crate) mod arguments;
pub(crate) mod blocking;
mod bound;
pub(crate) mod decode;
mod from_call;
pub(crate) mod input;
pub(crate) mod other_words;
mod provides;
pub(crate) mod returned;
mod run;
mod tool_def;
mod tool_set;

pub use from_call::FromCall;
pub use provides::Provides;
pub use run::{ArgumentStruct, Run, Runs};
pub use tool_def::{RunFn, Running, ToolDef};
pub use tool_set::ToolSet;
