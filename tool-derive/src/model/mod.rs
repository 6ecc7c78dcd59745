//! What an attribute and its item mean together. Defaults are not filled in here: what was not written stays absent.

pub(crate) mod argument;
pub(crate) mod error_type;
pub(crate) mod facts;
pub(crate) mod function;
pub(crate) mod message;
pub(crate) mod methods;
pub(crate) mod parameter;
pub(crate) mod returned;
pub(crate) mod structure;
