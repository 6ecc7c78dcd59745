//! Identifiers that are numbers in the program and text everywhere else, because hosts round large numbers.

use std::{
    borrow::Cow,
    error::Error,
    fmt::{self, Display},
    marker::PhantomData,
    num::{NonZeroI64, NonZeroI128, NonZeroU64, NonZeroU128},
    ops::Deref,
    str::FromStr,
};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, Unexpected, Visitor},
};

/// A whole number that is an identifier: text at the boundary, the number itself in the program.
///
/// A host that computes in doubles makes another identifier of one beyond 2^53 - 1. As text it stays what it is. A call
/// may only write it as the program does: decimal digits without leading zeros, a plus or blanks, so that one identifier
/// has one text. A number is refused. The advertised schema bounds the digits; a text of that many digits that is out of
/// the type's range is refused with the range.
///
/// # Examples
///
/// ```
/// use schemars::schema_for;
/// use serde_json::json;
/// use tool_core::Id;
///
/// let id: Id<u64> = serde_json::from_value(json!("18446744073709551615")).unwrap();
/// assert_eq!(*id, u64::MAX);
/// assert_eq!(serde_json::to_value(id).unwrap(), json!("18446744073709551615"));
/// assert!(serde_json::from_value::<Id<u64>>(json!(7)).is_err());
/// assert!("007".parse::<Id<u64>>().is_err());
///
/// let schema = schema_for!(Id<u64>).to_value();
/// assert_eq!(schema["type"], "string");
/// assert_eq!(schema["pattern"], "^(0|[1-9][0-9]*)$");
/// assert_eq!(schema["maxLength"], 20);
/// ```
///
/// In a function:
///
/// ```
/// use tool_core::{Id, Registry, tool};
///
/// /// Returns the order that replaced another one.
/// #[tool(title = "Replacement", exposure = both, effect = read_only)]
/// fn replacement(
///     /// The order, as list_orders names it.
///     order: Id<u64>,
/// ) -> Id<u64> {
///     Id::from(*order + 1)
/// }
///
/// assert!(Registry::builder(()).tool(replacement_tool()).build().is_ok());
/// ```
///
/// A type of the service's own around a number takes its form from this one:
///
/// ```
/// use schemars::{JsonSchema, schema_for};
/// use serde::{Deserialize, Serialize};
/// use serde_json::json;
/// use tool_core::Id;
///
/// #[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
/// #[serde(from = "Id<u64>", into = "Id<u64>")]
/// struct PatientId(u64);
///
/// impl From<Id<u64>> for PatientId {
///     fn from(id: Id<u64>) -> Self {
///         Self(*id)
///     }
/// }
///
/// impl From<PatientId> for Id<u64> {
///     fn from(id: PatientId) -> Self {
///         Self::from(id.0)
///     }
/// }
///
/// assert_eq!(serde_json::to_value(PatientId(7)).unwrap(), json!("7"));
/// assert_eq!(schema_for!(PatientId).to_value()["type"], "string");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id<T>(T);

/// The whole numbers that can be an [`Id`].
pub trait IdNumber: Copy + Display + FromStr + sealed::Sealed {
    // Not public API: what the schema says, and what a refusal does.
    #[doc(hidden)]
    const PATTERN: &'static str;
    #[doc(hidden)]
    const RANGE: (Self, Self);
}

mod sealed {
    /// Which types have one canonical decimal text is for this crate to say.
    #[expect(unnameable_types, reason = "sealed")]
    pub trait Sealed {}
}

/// Why a text is no identifier. It does not hold the text.
///
/// # Examples
///
/// ```
/// use tool_core::Id;
///
/// let fault = "007".parse::<Id<u64>>().unwrap_err();
/// assert!(!fault.to_string().contains("007"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotAnId;

impl<T> Id<T> {
    /// Returns the number.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> From<T> for Id<T> {
    fn from(number: T) -> Self {
        Self(number)
    }
}

impl<T> Deref for Id<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Display> Display for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: IdNumber> FromStr for Id<T> {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        let number = text.parse::<T>().map_err(|_| NotAnId)?;
        // Rust takes leading zeros and a plus, too, and then two texts would be one identifier.
        if number.to_string() == text { Ok(Self(number)) } else { Err(NotAnId) }
    }
}

impl<T: Display> Serialize for Id<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de, T: IdNumber> Deserialize<'de> for Id<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Text(PhantomData))
    }
}

struct Text<T>(PhantomData<T>);

impl<T: IdNumber> Visitor<'_> for Text<T> {
    type Value = Id<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = T::RANGE;
        write!(f, "an identifier as text, decimal digits without leading zeros, from \"{low}\" to \"{high}\"")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Id<T>, E> {
        text.parse().map_err(|NotAnId| E::invalid_value(Unexpected::Other("another string"), &self))
    }
}

impl<T: IdNumber> JsonSchema for Id<T> {
    fn schema_name() -> Cow<'static, str> {
        "Id".into()
    }

    fn schema_id() -> Cow<'static, str> {
        std::any::type_name::<Self>().into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let (low, high) = T::RANGE;
        let digits = low.to_string().len().max(high.to_string().len());
        json_schema!({ "type": "string", "pattern": T::PATTERN, "maxLength": digits })
    }
}

impl Display for NotAnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an identifier is decimal digits without leading zeros, within the range of its type")
    }
}

impl Error for NotAnId {}

macro_rules! id_numbers {
    ($($number:ty: $pattern:literal, $low:expr;)*) => {$(
        impl sealed::Sealed for $number {}

        impl IdNumber for $number {
            const PATTERN: &'static str = $pattern;
            const RANGE: (Self, Self) = ($low, Self::MAX);
        }

        impl From<Id<$number>> for $number {
            fn from(id: Id<$number>) -> Self {
                id.0
            }
        }
    )*};
}

id_numbers! {
    i64: "^(0|-?[1-9][0-9]*)$", Self::MIN;
    i128: "^(0|-?[1-9][0-9]*)$", Self::MIN;
    isize: "^(0|-?[1-9][0-9]*)$", Self::MIN;
    u32: "^(0|[1-9][0-9]*)$", Self::MIN;
    u64: "^(0|[1-9][0-9]*)$", Self::MIN;
    u128: "^(0|[1-9][0-9]*)$", Self::MIN;
    usize: "^(0|[1-9][0-9]*)$", Self::MIN;
    NonZeroI64: "^-?[1-9][0-9]*$", Self::MIN;
    NonZeroI128: "^-?[1-9][0-9]*$", Self::MIN;
    NonZeroU64: "^[1-9][0-9]*$", Self::MIN;
    NonZeroU128: "^[1-9][0-9]*$", Self::MIN;
}
