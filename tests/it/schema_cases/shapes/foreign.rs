//! Types of the standard library and of other crates.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Exts {
    when: chrono::DateTime<chrono::Utc>,
    day: chrono::NaiveDate,
    tod: chrono::NaiveTime,
    ndt: chrono::NaiveDateTime,
    id: uuid::Uuid,
    link: url::Url,
    ver: semver::Version,
    dec: rust_decimal::Decimal,
    either: either::Either<i32, String>,
    jts: jiff::Timestamp,
    jspan: jiff::Span,
    jdate: jiff::civil::Date,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct StdTypes {
    timeout: Duration,
    at: std::time::SystemTime,
    path: PathBuf,
    raw: Vec<u8>,
    by: bytes::Bytes,
    ip: std::net::IpAddr,
    rng: std::ops::Range<u32>,
    bound: std::ops::Bound<i32>,
    set: std::collections::BTreeSet<String>,
    res: Result<i32, String>,
    bx: Box<str>,
    cow: std::borrow::Cow<'static, str>,
    arc: std::sync::Arc<String>,
}
