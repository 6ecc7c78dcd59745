//! Tokens to syntax with spans. What the syntax means is `model`.

pub(crate) mod args;
pub(crate) mod choice;
pub(crate) mod function;
pub(crate) mod methods;
pub(crate) mod parameter;
pub(crate) mod value;
