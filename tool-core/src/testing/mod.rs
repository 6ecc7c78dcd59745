//! For the tests of crates that define tools: calls through the real admission and rendering, and lent calls.
//!
//! Nothing here can run a tool except through a surface. A test reaches the body of its own function with
//! [`TestCall::lend`], which gives it a `&ToolCall` and never an owned one.

mod causes;
mod instance;
mod lent;
mod surface;

pub(crate) use self::{causes::Causes, instance::misfit};
pub use self::{
    instance::instance,
    lent::TestCall,
    surface::{TestAnswer, TestSurface},
};
