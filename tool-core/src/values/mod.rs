//! Types for values that JSON has no sound form of by itself. What a schema makes of other types is `schema`.

mod base64;
mod id;
mod path;

pub(crate) use self::{
    base64::PATTERN as BASE64_PATTERN,
    path::{PATTERN as PATH_PATTERN, PHRASE as PATH_PHRASE},
};
pub use self::{
    base64::{Base64, TooManyBytes},
    id::{Id, IdNumber, NotAnId},
    path::{ConfinedPath, NotConfined, PathRoot},
};
