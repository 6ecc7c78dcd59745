//! Types of other crates that people put into arguments and results.

use std::{collections::BTreeMap, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value, json};

use super::{Odd, odd};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Chrono {
    zoned: chrono::DateTime<chrono::FixedOffset>,
    utc: Option<chrono::DateTime<chrono::Utc>>,
    day: chrono::NaiveDate,
    time: chrono::NaiveTime,
    weekday: chrono::Weekday,
    by_day: BTreeMap<chrono::NaiveDate, i32>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Jiff {
    instant: jiff::Timestamp,
    civil: jiff::civil::DateTime,
    time: jiff::civil::Time,
    lasting: jiff::SignedDuration,
    span: jiff::Span,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Identifiers {
    id: uuid::Uuid,
    ids: Vec<uuid::Uuid>,
    by_id: BTreeMap<uuid::Uuid, url::Url>,
    version: semver::Version,
    price: rust_decimal::Decimal,
    maybe_price: Option<rust_decimal::Decimal>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Blobs {
    bytes: bytes::Bytes,
    buffer: bytes::BytesMut,
    either: either::Either<Vec<i32>, Map<String, Value>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct JsonTypes {
    any: Value,
    fields: Map<String, Value>,
    number: Number,
    maybe: Option<Value>,
    list: Vec<Map<String, Value>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct OwnValues {
    id: tool_core::Id<u64>,
    ids: Vec<tool_core::Id<i64>>,
    maybe: Option<tool_core::Id<u32>>,
    raw: tool_core::Base64,
}

pub(super) fn all() -> Vec<Vec<Odd>> {
    let price = || rust_decimal::Decimal::new(110, 2);
    vec![
        odd([Chrono {
            zoned: chrono::DateTime::from_str("2026-01-31T12:00:00+01:00").unwrap(),
            utc: Some(chrono::DateTime::from_str("2026-01-31T12:00:00.5Z").unwrap()),
            day: chrono::NaiveDate::from_ymd_opt(2026, 1, 31).unwrap(),
            time: chrono::NaiveTime::from_hms_opt(12, 0, 0).unwrap(),
            weekday: chrono::Weekday::Mon,
            by_day: [(chrono::NaiveDate::from_ymd_opt(2026, 1, 31).unwrap(), 1)].into(),
        }]),
        odd([Jiff {
            instant: "2026-01-31T12:00:00Z".parse().unwrap(),
            civil: "2026-01-31T12:00:00".parse().unwrap(),
            time: "12:00:00".parse().unwrap(),
            lasting: "PT1H".parse().unwrap(),
            span: "P1D".parse().unwrap(),
        }]),
        odd([Identifiers {
            id: uuid::Uuid::nil(),
            ids: vec![uuid::Uuid::max()],
            by_id: [(uuid::Uuid::nil(), "https://example.com/".parse().unwrap())].into(),
            version: "1.2.3-rc.1+build".parse().unwrap(),
            price: price(),
            maybe_price: Some(price()),
        }]),
        odd([either::Either::Left(vec![1]), either::Either::Right(Map::new())].map(|either| Blobs {
            bytes: vec![1, 2].into(),
            buffer: b"ab".as_slice().into(),
            either,
        })),
        odd([JsonTypes {
            any: json!([1, { "a": null }]),
            fields: [("a".to_owned(), Value::Null)].into_iter().collect(),
            number: Number::from_f64(0.5).unwrap(),
            maybe: Some(json!("a")),
            list: vec![Map::new()],
        }]),
        odd([OwnValues {
            id: u64::MAX.into(),
            ids: vec![(-1).into()],
            maybe: None,
            raw: vec![1, 2, 255].try_into().unwrap(),
        }]),
    ]
}
