//! What a function may take from the model. What it takes from the host is `provides` and `from_call`.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::decode::{self, Place, Refused};

/// A parameter that the model supplies, as the function takes it; `Owned` is what it is decoded into.
///
/// Every owned type with a schema is one. Borrowed text, slices and paths are decoded owned and lent for the call.
// Not public API. Used by generated code. `Owned` is a parameter and not an associated type: the compiler explains a
// projection by the bounds behind it, and a trait by its own words.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be taken from the model",
    label = "derive `serde::Deserialize` and `schemars::JsonSchema`, or mark the parameter `#[state]` or `#[context]`",
    note = "the model supplies what is unmarked, and the host what is marked",
    note = "a type of another crate has them behind that crate's feature `serde` and a feature of `schemars` named after it, such as `uuid1`"
)]
pub trait Argument<Owned> {
    /// Returns how it is read.
    fn reading() -> Reading<Owned, Self>;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> Argument<T> for T {
    fn reading() -> Reading<T, T> {
        Reading::of(|owned| owned)
    }
}

#[diagnostic::do_not_recommend]
impl Argument<String> for str {
    fn reading() -> Reading<String, str> {
        Reading::of(String::as_str)
    }
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> Argument<Vec<T>> for [T] {
    fn reading() -> Reading<Vec<T>, [T]> {
        Reading::of(Vec::as_slice)
    }
}

#[diagnostic::do_not_recommend]
impl Argument<PathBuf> for Path {
    fn reading() -> Reading<PathBuf, Path> {
        Reading::of(PathBuf::as_path)
    }
}

/// How a parameter of one type is described, decoded and lent.
// Not public API. Used by generated code.
pub struct Reading<Owned, Lent: ?Sized> {
    pub(super) decode: fn(Option<&Value>, Place<'_>) -> Result<Owned, Refused>,
    pub(super) schema: fn(&mut SchemaGenerator) -> Schema,
    /// Lends what was decoded.
    pub lend: fn(&Owned) -> &Lent,
}

impl<Owned: DeserializeOwned + JsonSchema, Lent: ?Sized> Reading<Owned, Lent> {
    fn of(lend: fn(&Owned) -> &Lent) -> Self {
        Self { decode: decode::value, schema: SchemaGenerator::subschema_for::<Owned>, lend }
    }
}

/// Returns how a parameter of this type is read.
///
/// The one place with a bound on the parameter: the compiler prints one error however often an expansion asks.
pub fn argument<T: Argument<Owned> + ?Sized, Owned>() -> Reading<Owned, T> {
    T::reading()
}

impl<Owned, Lent: ?Sized> fmt::Debug for Reading<Owned, Lent> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reading")
    }
}
