//! Types whose form in JSON is not obvious: what is advertised for each, what is accepted, and what is refused.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    num::{NonZeroI8, NonZeroU8, NonZeroU32, NonZeroU64},
    path::PathBuf,
    time::{Duration, SystemTime},
};

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use tool_core::{
    Allow, Base64, BuildErrors, ConfinedPath, Effect, Exposure, HostMetadata, Id, Invoker, Registry, Surface,
    Tool, ToolCall, ToolDefinition, ToolError, ToolOutput, testing::TestSurface, tool,
};
use url::Url;
use uuid::Uuid;

use crate::{observed::Observed, support::outside};

/// Arguments of one value.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Of<T> {
    /// The value.
    value: T,
}

/// An exposed tool that returns what it read.
struct Returns<T>(std::marker::PhantomData<fn() -> T>);

#[tool_core::async_trait]
impl<T: DeserializeOwned + Serialize + JsonSchema + 'static> Tool for Returns<T> {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new("returns", "Returns a value.").with_input::<Of<T>>().with_output::<Of<T>>()
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default()
            .with_title("Returns")
            .with_exposure(Exposure::Both)
            .with_effect(Effect::ReadOnly)
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        let read = call.decode::<Of<T>>()?;
        Ok(ToolOutput::json(serde_json::to_value(read).unwrap()))
    }
}

fn surface<T: DeserializeOwned + Serialize + JsonSchema + 'static>() -> Result<Surface, BuildErrors> {
    let registry = Registry::builder(()).register(Returns::<T>(std::marker::PhantomData)).build()?;
    let invoker = Invoker::builder(registry).unlimited().build()?;
    Surface::outside("outside", &invoker, Allow::exposed()).build()
}

/// Returns what is advertised for a value of a type as an argument, and as a result.
fn advertised<T: DeserializeOwned + Serialize + JsonSchema + 'static>() -> (Value, Value) {
    let catalogue = surface::<T>().unwrap().catalogue(&tool_core::Caller::new("alice"));
    let output = catalogue.tools[0].output_schema.clone().unwrap();
    (catalogue.tools[0].input_schema["properties"]["value"].clone(), output["properties"]["value"].clone())
}

/// Sends a value, and returns it as it came back, or the text of the refusal.
async fn sent<T: DeserializeOwned + Serialize + JsonSchema + 'static>(value: Value) -> Result<Value, String> {
    let answer = TestSurface::new(&surface::<T>().unwrap()).call("returns", json!({ "value": value })).await;
    match answer.code() {
        None => Ok(answer.structured()["value"].clone()),
        Some(_) => Err(answer.text()),
    }
}

/// Returns what building a surface with such an argument says is wrong.
fn refusal<T: DeserializeOwned + Serialize + JsonSchema + 'static>() -> String {
    surface::<T>().map(|_| ()).unwrap_err().to_string()
}

#[test]
fn each_type_is_described_for_the_model() {
    let text = |keywords: Value| {
        let mut schema = json!({ "type": "string", "description": "The value." });
        schema.as_object_mut().unwrap().extend(keywords.as_object().unwrap().clone());
        schema
    };
    let said = |words: &str| json!({ "description": format!("The value.\n{words}") });
    let unsigned = json!({ "pattern": "^(0|[1-9][0-9]*)$", "maxLength": 20 });
    let signed = json!({ "pattern": "^(0|-?[1-9][0-9]*)$", "maxLength": 20 });
    let bytes = json!({ "maxLength": 699_052, "description": "The value.\nbase64, standard alphabet" });
    let path = "relative path such as docs/a.txt, no name in it `.` or `..`";
    let path = json!({ "maxLength": 1024, "description": format!("The value.\n{path}") });
    let zoned = "date-time with a time zone, such as 2026-01-31T12:00:00+01:00[Europe/Berlin]";
    for (name, (argument, _), expected) in [
        ("Id<u64>", advertised::<Id<u64>>(), unsigned.clone()),
        ("Id<i64>", advertised::<Id<i64>>(), signed),
        ("Id<u128>", advertised::<Id<u128>>(), json!({ "pattern": "^(0|[1-9][0-9]*)$", "maxLength": 39 })),
        (
            "Id<NonZeroU64>",
            advertised::<Id<NonZeroU64>>(),
            json!({ "pattern": "^[1-9][0-9]*$", "maxLength": 20 }),
        ),
        ("Option<Id<u64>>", advertised::<Option<Id<u64>>>(), unsigned),
        ("Base64", advertised::<Base64>(), bytes),
        ("PathBuf", advertised::<PathBuf>(), json!({})),
        ("ConfinedPath", advertised::<ConfinedPath>(), path),
        ("char", advertised::<char>(), json!({ "minLength": 1, "maxLength": 1 })),
        ("DateTime", advertised::<DateTime<Utc>>(), json!({ "format": "date-time" })),
        ("Timestamp", advertised::<jiff::Timestamp>(), json!({ "format": "date-time" })),
        ("Zoned", advertised::<jiff::Zoned>(), said(zoned)),
        ("NaiveDate", advertised::<NaiveDate>(), json!({ "format": "date" })),
        ("NaiveTime", advertised::<NaiveTime>(), said("local time HH:MM:SS")),
        (
            "NaiveDateTime",
            advertised::<NaiveDateTime>(),
            said("local date-time without offset, YYYY-MM-DDTHH:MM:SS"),
        ),
        ("SignedDuration", advertised::<jiff::SignedDuration>(), json!({ "format": "duration" })),
        ("Decimal", advertised::<Decimal>(), said("decimal number")),
        ("Url", advertised::<Url>(), json!({ "format": "uri" })),
        ("Uuid", advertised::<Uuid>(), json!({ "format": "uuid" })),
        ("IpAddr", advertised::<IpAddr>(), said("IPv4 or IPv6 address")),
        ("Ipv4Addr", advertised::<Ipv4Addr>(), json!({ "format": "ipv4" })),
        ("Ipv6Addr", advertised::<Ipv6Addr>(), json!({ "format": "ipv6" })),
        ("civil::Date", advertised::<jiff::civil::Date>(), json!({ "format": "date" })),
        ("Span", advertised::<jiff::Span>(), json!({ "format": "duration" })),
    ] {
        assert_eq!(argument, text(expected), "{name}");
    }
}

#[test]
fn what_a_result_is_stays_said_without_promising_its_form() {
    let text = |words: &str| json!({ "type": "string", "description": format!("The value.{words}") });
    assert_eq!(advertised::<Decimal>().1, text("\ndecimal number"));
    assert_eq!(advertised::<NaiveTime>().1, text("\nlocal time HH:MM:SS"));
    assert_eq!(advertised::<DateTime<Utc>>().1, text(""));
    let mut id = text("");
    id["maxLength"] = json!(20);
    assert_eq!(advertised::<Id<u64>>().1, id);
}

#[test]
fn what_hosts_get_wrong_is_refused_with_what_to_write_instead() {
    for (text, words) in [
        (
            refusal::<u64>(),
            "/properties/value: hosts round integers beyond 9007199254740991; take an identifier as `tool_core::Id<u64>`",
        ),
        (refusal::<i64>(), "take an identifier as `tool_core::Id<u64>`"),
        (refusal::<usize>(), "take an identifier as `tool_core::Id<u64>`"),
        (refusal::<i128>(), "take an identifier as `tool_core::Id<u64>`"),
        (refusal::<u128>(), "take an identifier as `tool_core::Id<u64>`"),
        (refusal::<NonZeroU64>(), "take an identifier as `tool_core::Id<u64>`"),
        (refusal::<Vec<u8>>(), "/properties/value: bytes as a list of numbers; take `tool_core::Base64`"),
        (refusal::<bytes::Bytes>(), "bytes as a list of numbers; take `tool_core::Base64`"),
        (
            refusal::<Duration>(),
            "/properties/value: a duration as two numbers; take a number with its unit in the name, such as `wait_ms: u32`",
        ),
        (
            refusal::<TimeDelta>(),
            "/properties/value: a duration as two numbers; take a number with its unit in the name",
        ),
        (refusal::<SystemTime>(), "/properties/value: a point in time as two numbers; take text"),
    ] {
        assert!(text.contains(words) && text.starts_with("1 fault"), "{text}");
    }
}

#[tokio::test]
async fn values_come_back_as_they_were_sent() {
    async fn returns<T: DeserializeOwned + Serialize + JsonSchema + 'static>(values: &[&str]) {
        for value in values {
            assert_eq!(sent::<T>(json!(value)).await, Ok(json!(value)), "{}", std::any::type_name::<T>());
        }
    }
    returns::<Id<u64>>(&["0", "9007199254740993", "18446744073709551615"]).await;
    returns::<Id<i64>>(&["-9223372036854775808", "9223372036854775807"]).await;
    returns::<Id<u128>>(&["340282366920938463463374607431768211455"]).await;
    returns::<Base64>(&["", "AA==", "AAE=", "+/+/"]).await;
    returns::<DateTime<Utc>>(&["2026-01-31T12:00:00Z"]).await;
    returns::<NaiveDateTime>(&["2026-01-31T12:00:00", "2026-01-31T12:00:00.500"]).await;
    returns::<NaiveTime>(&["12:00:00"]).await;
    returns::<jiff::SignedDuration>(&["PT1H30M"]).await;
    returns::<Decimal>(&["1.10", "-0.0000000001"]).await;
    returns::<Url>(&["https://example.com/a?b=c"]).await;
    returns::<Uuid>(&["67e55044-10b1-426f-9247-bb680e5fe0c8"]).await;
    returns::<IpAddr>(&["::1", "192.0.2.1"]).await;
    returns::<Ipv6Addr>(&["2001:db8::1"]).await;
    returns::<jiff::civil::Date>(&["2026-01-31"]).await;
    returns::<char>(&["a", "文", "\u{1f389}"]).await;
    returns::<PathBuf>(&["a/b.txt"]).await;
    returns::<ConfinedPath>(&["a/b.txt", ".hidden", "ä/文.md"]).await;
}

#[tokio::test]
async fn whole_numbers_are_bounded_as_their_types_are() {
    async fn bounded<T>(low: i64, high: i64)
    where
        T: DeserializeOwned + Serialize + JsonSchema + 'static,
    {
        let argument = advertised::<T>().0;
        assert_eq!((&argument["minimum"], &argument["maximum"]), (&json!(low), &json!(high)));
        for value in [low, high] {
            assert_eq!(sent::<T>(json!(value)).await, Ok(json!(value)));
        }
        let expected = format!("expected an integer from {low} to {high}, found an integer out of range");
        for value in [low - 1, high + 1] {
            let refused = sent::<T>(json!(value)).await.unwrap_err();
            assert_eq!(refused, format!("invalid-arguments: /value: {expected}"));
        }
    }
    bounded::<i8>(-128, 127).await;
    bounded::<u8>(0, 255).await;
    bounded::<NonZeroU8>(1, 255).await;
    bounded::<i16>(-32_768, 32_767).await;
    bounded::<u16>(0, 65_535).await;
    bounded::<i32>(-2_147_483_648, 2_147_483_647).await;
    bounded::<u32>(0, 4_294_967_295).await;
    bounded::<NonZeroU32>(1, 4_294_967_295).await;
    // A hole has no bounds that say it, so it is in words, and checked all the same.
    let hole =
        json!({ "type": "integer", "minimum": -128, "maximum": 127, "description": "The value.\nnot 0" });
    assert_eq!(advertised::<NonZeroI8>().0, hole);
    assert_eq!(sent::<NonZeroI8>(json!(-1)).await, Ok(json!(-1)));
    let zero = sent::<NonZeroI8>(json!(0)).await.unwrap_err();
    assert!(
        zero.starts_with("invalid-arguments: /value: expected an integer from -128 to 127 other than 0"),
        "{zero}"
    );
}

#[tokio::test]
async fn a_float_is_as_short_as_it_was_written() {
    /// Returns a share.
    #[tool(title = "Share", exposure = both, effect = read_only)]
    fn share(
        /// The share.
        of: f32,
    ) -> f32 {
        of
    }

    let registry = Registry::builder(()).tool(share_tool()).build().unwrap();
    let invoker = Invoker::builder(registry).unlimited().build().unwrap();
    let surface = outside(&invoker);
    let test = TestSurface::new(&surface);
    for text in ["0.1", "16777216.0", "3.4e38", "1e-45", "-0.3"] {
        let value: Value = serde_json::from_str(text).unwrap();
        let answer = test.call("share", json!({ "of": value })).await;
        assert_eq!(answer.structured()["result"].to_string(), value.to_string());
    }
    let refused = test.call("share", json!({ "of": 1e39 })).await.text();
    assert!(refused.starts_with("invalid-arguments: /of: expected a number"), "{refused}");
}

#[tokio::test]
async fn values_of_another_form_are_refused_with_the_form() {
    let digits = "a string of at most 20 characters that matches ^(0|[1-9][0-9]*)$";
    let range =
        "an identifier as text, decimal digits without leading zeros, from \"0\" to \"18446744073709551615\"";
    let base64 = "base64 in the standard alphabet, with padding of at most 699052 characters";
    for (answer, expected) in [
        (sent::<Id<u64>>(json!(7)).await, format!("{digits}, found an integer")),
        (sent::<Id<u64>>(json!("007")).await, format!("{digits}, found another string")),
        (sent::<Id<u64>>(json!("+7")).await, format!("{digits}, found another string")),
        (sent::<Id<u64>>(json!("-7")).await, format!("{digits}, found another string")),
        (
            sent::<Id<u64>>(json!("18446744073709551616")).await,
            format!("{range}, found a string out of range"),
        ),
        (sent::<Base64>(json!("AAE")).await, format!("{base64}, found another string")),
        (sent::<Base64>(json!("AA-_")).await, format!("{base64}, found another string")),
        (sent::<Base64>(json!([0])).await, "a string of at most 699052 characters, found a list".to_owned()),
        // Bits behind the last byte that are not zero: two texts would be the same bytes.
        (
            sent::<Base64>(json!("AB==")).await,
            "base64 of at most 524288 bytes, in the standard alphabet and with padding".to_owned(),
        ),
        (sent::<Decimal>(json!("one")).await, "a decimal number as text, found another string".to_owned()),
        (sent::<Decimal>(json!(1.5)).await, "a string, found a number".to_owned()),
        (sent::<NaiveTime>(json!("noon")).await, "a local time HH:MM:SS, found another string".to_owned()),
        (
            sent::<NaiveDateTime>(json!("2026-01-31")).await,
            "a local date-time without offset, YYYY-MM-DDTHH:MM:SS, found another string".to_owned(),
        ),
        (sent::<DateTime<Utc>>(json!("2026-01-31T12:00:00")).await, "a date and time with offset".to_owned()),
        (sent::<Url>(json!("example")).await, "a URI with a scheme".to_owned()),
        (sent::<Uuid>(json!("7")).await, "a UUID, found another string".to_owned()),
    ] {
        let text = answer.unwrap_err();
        assert!(text.starts_with(&format!("invalid-arguments: /value: expected {expected}")), "{text}");
    }
    let largest = "A".repeat(Base64::MAX_BYTES / 3 * 4);
    assert!(sent::<Base64>(json!(largest)).await.is_ok());
    let larger = sent::<Base64>(json!("A".repeat(699_056))).await.unwrap_err();
    assert!(larger.ends_with("found a string that is too long"), "{larger}");
}

#[test]
fn bytes_are_bounded_and_never_shown() {
    assert!(Base64::try_from(vec![0; Base64::MAX_BYTES]).is_ok());
    assert!(Base64::try_from(vec![0; Base64::MAX_BYTES + 1]).is_err());
    assert_eq!(format!("{:?}", Base64::try_from(vec![7, 7]).unwrap()), "Base64(2 bytes)");
}

#[test]
fn an_identifier_is_its_number_in_the_program() {
    let id = Id::from(7_u64);
    assert_eq!((*id, id.into_inner(), u64::from(id), id.to_string()), (7, 7, 7, "7".to_owned()));
    assert_eq!("7".parse(), Ok(id));
    for other in ["", "007", "+7", "-0", "7 ", "7.0"] {
        assert!(other.parse::<Id<i64>>().is_err(), "{other:?}");
        assert!(serde_json::from_value::<Id<i64>>(json!(other)).is_err(), "{other:?}");
    }
    let by_id = std::collections::BTreeMap::from([(id, true)]);
    assert_eq!(serde_json::to_value(&by_id).unwrap(), json!({ "7": true }));
    assert_eq!(
        serde_json::from_value::<std::collections::BTreeMap<Id<u64>, bool>>(json!({ "7": true })).unwrap(),
        by_id
    );
}

#[tokio::test]
async fn what_json_has_no_form_of_is_an_error_and_the_log_says_where_it_is() {
    #[derive(Serialize, JsonSchema)]
    struct Found {
        by_name: std::collections::BTreeMap<String, Vec<f64>>,
        paths: Vec<(u8, PathBuf)>,
    }

    /// Returns where something is.
    #[tool(title = "Find", exposure = both, effect = read_only)]
    fn find(
        /// What is to be wrong.
        path: bool,
    ) -> Found {
        let (good, bad) = (PathBuf::from("a"), no_text());
        let number = if path { 1.0 } else { f64::NAN };
        Found {
            by_name: [("a/b".to_owned(), vec![1.0, number])].into(),
            paths: vec![(0, good.clone()), (1, if path { bad } else { good })],
        }
    }

    #[cfg(unix)]
    fn no_text() -> PathBuf {
        use std::os::unix::ffi::OsStringExt;
        std::ffi::OsString::from_vec(vec![b'a', 0xff]).into()
    }

    #[cfg(not(unix))]
    fn no_text() -> PathBuf {
        use std::os::windows::ffi::OsStringExt;
        std::ffi::OsString::from_wide(&[0xd800]).into()
    }

    let registry = Registry::builder(()).tool(find_tool()).build().unwrap();
    let invoker = Invoker::builder(registry).unlimited().log_failure_details().build().unwrap();
    let surface = TestSurface::new(&outside(&invoker));
    for (path, detail) in [
        (true, "the result cannot be serialised at /paths/1/1: path contains invalid UTF-8 characters"),
        (
            false,
            "the result cannot be serialised at /by_name/a~1b/1: NaN and infinity are no numbers of JSON",
        ),
    ] {
        let (observed, _guard) = Observed::start();
        let answer = surface.call("find", json!({ "path": path })).await;
        assert_eq!(answer.code().as_deref(), Some("internal"));
        assert!(!answer.text().contains("/paths"), "the caller reads an id only");
        let logged = format!("{:?}", observed.all());
        assert!(logged.contains(detail), "{logged}");
    }
}
