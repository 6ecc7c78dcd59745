//! Bytes that are text at the boundary. What is in the bytes is the tool's business.

use std::{borrow::Cow, error::Error, fmt, ops::Deref};

use base64::{Engine, prelude::BASE64_STANDARD};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, Unexpected, Visitor},
};

/// Bytes, as base64 text at the boundary: the standard alphabet, with padding.
///
/// Bytes as a list of numbers take four times the room, and providers get long lists wrong. At most
/// [`MAX_BYTES`](Self::MAX_BYTES) are taken and sent, inclusive; more belong behind an address, see
/// [`Content::ResourceLink`](crate::Content::ResourceLink). As text for debugging it is its length, never its content.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::Base64;
///
/// let bytes: Base64 = serde_json::from_value(json!("AAEC")).unwrap();
/// assert_eq!(*bytes, [0, 1, 2]);
/// assert_eq!(serde_json::to_value(bytes).unwrap(), json!("AAEC"));
/// assert!(serde_json::from_value::<Base64>(json!("AAE")).is_err(), "without its padding");
/// assert!(serde_json::from_value::<Base64>(json!([0, 1, 2])).is_err());
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Base64(Vec<u8>);

/// There are more bytes than [`Base64::MAX_BYTES`].
///
/// # Examples
///
/// ```
/// use tool_core::Base64;
///
/// let fault = Base64::try_from(vec![0; Base64::MAX_BYTES + 1]).unwrap_err();
/// assert_eq!(fault.to_string(), "more than 524288 bytes; put them behind an address");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TooManyBytes;

/// Groups of four letters, the last one padded. The model reads words instead.
pub(crate) const PATTERN: &str = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$";

impl Base64 {
    /// The most bytes that are taken and sent. As text they are 699,052 bytes, of the 1 MiB that all arguments may have.
    pub const MAX_BYTES: usize = 512 * 1024;

    /// Letters of the longest text: four for each three bytes that were begun.
    const MAX_LETTERS: usize = Self::MAX_BYTES.div_ceil(3) * 4;

    /// Returns the bytes.
    pub fn into_inner(self) -> Vec<u8> {
        self.0
    }
}

impl TryFrom<Vec<u8>> for Base64 {
    type Error = TooManyBytes;

    fn try_from(bytes: Vec<u8>) -> Result<Self, TooManyBytes> {
        if bytes.len() <= Self::MAX_BYTES { Ok(Self(bytes)) } else { Err(TooManyBytes) }
    }
}

impl From<Base64> for Vec<u8> {
    fn from(bytes: Base64) -> Self {
        bytes.0
    }
}

impl Deref for Base64 {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl AsRef<[u8]> for Base64 {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Base64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Base64({} bytes)", self.0.len())
    }
}

impl Serialize for Base64 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&BASE64_STANDARD.encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Base64 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Text)
    }
}

struct Text;

impl Visitor<'_> for Text {
    type Value = Base64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "base64 of at most {} bytes, in the standard alphabet and with padding", Base64::MAX_BYTES)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Base64, E> {
        let refused = || E::invalid_value(Unexpected::Other("another string"), &self);
        if text.len() > Base64::MAX_LETTERS {
            return Err(refused());
        }
        let bytes = BASE64_STANDARD.decode(text).map_err(|_| refused())?;
        bytes.try_into().map_err(|TooManyBytes| refused())
    }
}

impl JsonSchema for Base64 {
    fn schema_name() -> Cow<'static, str> {
        "Base64".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        // The dialect has no keyword for the encoding; the description says it.
        json_schema!({
            "type": "string",
            "pattern": PATTERN,
            "maxLength": Self::MAX_LETTERS
        })
    }
}

impl fmt::Display for TooManyBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {} bytes; put them behind an address", Base64::MAX_BYTES)
    }
}

impl Error for TooManyBytes {}
