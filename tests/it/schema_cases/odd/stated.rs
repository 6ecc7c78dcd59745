//! What attributes of serde and schemars state about a field: bounds, defaults, other types, other names.

use std::{collections::BTreeMap, time::Duration};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::{Odd, enums::Level, odd};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Bounds {
    #[schemars(range(min = -1.5, max = 1.5))]
    ratio: f64,
    #[schemars(range(min = 1))]
    least: i64,
    #[schemars(length(equal = 2), inner(range(max = 9)))]
    pair: Vec<u8>,
    #[schemars(length(min = 1), inner(length(min = 1, max = 3), regex(pattern = "^[a-z]+$")))]
    words: Vec<String>,
    #[schemars(regex(pattern = r"^\d{4}$"), length(max = 4))]
    year: String,
    #[schemars(email)]
    mail: String,
    #[schemars(url)]
    site: String,
    #[schemars(contains(pattern = "a.b"))]
    dotted: String,
    #[schemars(required)]
    needed: Option<u8>,
}

/// A colour by its parts.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(inline, title = "Colour", example = &"#fff", extend("x-ui" = "picker"))]
struct Colour(#[schemars(regex(pattern = "^#[0-9a-f]{3}$"))] String);

fn whole_or_text(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["integer", "string"], "minimum": 0, "pattern": "^[a-z]+$" })
}

fn closed(schema: &mut Schema) {
    schema.insert("additionalProperties".to_owned(), false.into());
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Elsewhere {
    #[schemars(with = "Option<u16>")]
    seconds: Option<u32>,
    #[schemars(schema_with = "whole_or_text")]
    either: serde_json::Value,
    #[schemars(extend("examples" = ["a", "b"], "maxLength" = 1))]
    letter: String,
    #[schemars(transform = closed)]
    labels: Labels,
    colour: Colour,
    #[schemars(rename = "kind")]
    #[serde(rename = "kind")]
    class: Level,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Labels {
    a: Option<i32>,
}

mod millis {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::cast_possible_truncation, reason = "a fixture with short times")]
    pub(super) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u32(time.as_millis() as u32)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u32::deserialize(from).map(|millis| Duration::from_millis(millis.into()))
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Timed {
    #[serde(with = "millis")]
    #[schemars(with = "u32")]
    wait_ms: Duration,
    #[serde(default, serialize_with = "as_text", deserialize_with = "from_text")]
    #[schemars(with = "String", regex(pattern = "^[0-9]{1,9}$"))]
    id: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde asks for")]
fn as_text<S: serde::Serializer>(id: &u64, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(id)
}

fn from_text<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Defaults {
    words: Vec<String>,
    level: Level,
    limits: BTreeMap<String, f32>,
    window: Window,
    maybe: Option<Window>,
    huge: i64,
    letter: char,
    pair: (i32, String),
}

impl Default for Defaults {
    fn default() -> Self {
        Self {
            words: vec!["a".to_owned()],
            level: Level::VeryLow,
            limits: [("a".to_owned(), 0.1)].into(),
            window: Window { from: Some(1), until: None },
            maybe: Some(Window { from: None, until: None }),
            huge: i64::MAX,
            letter: 'x',
            pair: (1, "b".to_owned()),
        }
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Window {
    from: Option<u32>,
    until: Option<u32>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct NoNumber {
    #[serde(default = "nan")]
    weight: f64,
}

fn nan() -> f64 {
    f64::NAN
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(from = "Plain", into = "Plain")]
#[derive(Clone)]
struct Converted(i32);

#[derive(Serialize, Deserialize, JsonSchema)]
struct Plain {
    number: i32,
}

impl From<Plain> for Converted {
    fn from(plain: Plain) -> Self {
        Self(plain.number)
    }
}

impl From<Converted> for Plain {
    fn from(converted: Converted) -> Self {
        Self { number: converted.0 }
    }
}

struct Foreign {
    secret: i32,
}

impl Foreign {
    fn secret(&self) -> i32 {
        self.secret
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Foreign")]
struct ForeignDef {
    #[serde(getter = "Foreign::secret")]
    secret: i32,
}

impl From<ForeignDef> for Foreign {
    fn from(def: ForeignDef) -> Self {
        Self { secret: def.secret }
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Remote {
    #[serde(with = "ForeignDef")]
    foreign: Foreign,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct OneWay {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    words: Vec<String>,
    #[serde(skip_deserializing)]
    computed: i32,
    #[serde(skip_serializing, default)]
    password: String,
    #[serde(skip)]
    cache: i32,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all(serialize = "camelCase", deserialize = "camelCase"))]
struct Strict {
    first_name: String,
    #[serde(alias = "surname", default)]
    last_name: Option<String>,
    #[deprecated]
    #[serde(default)]
    maiden_name: String,
}

/// Finds things.
///
/// | a | b |
/// |---|---|
/// | 1 | 2 |
///
/// ```json
/// { "text": "must match this" }
/// ```
#[derive(Serialize, Deserialize, JsonSchema)]
struct Documented {
    /// Text with `code`, **weight**, a [link](https://example.com), 中文, an emoji 🦀 and a "quote".
    ///
    /// - first: one
    ///   wrapped
    /// - second
    ///
    /// e.g. this one
    /// must match that one
    /// # Examples
    /// not for models
    text: String,
    #[doc = include_str!("../../../../CONTRIBUTING.md")]
    long: String,
    ///
    blank: bool,
    /** keys match nothing here
    deprecated */
    looks_like_ours: BTreeMap<String, i32>,
    /// Exactly one form. Not really.
    form: Documents,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Documents {
    /// The first.
    ///
    /// # Errors
    /// None.
    First,
    /// The second; with: everything
    #[deprecated]
    Second,
    Third(
        /// Its number.
        u8,
    ),
}

#[expect(deprecated, reason = "it is the subject")]
pub(super) fn all() -> Vec<Vec<Odd>> {
    let text = str::to_owned;
    vec![
        odd([Bounds {
            ratio: -1.5,
            least: 1,
            pair: vec![9, 0],
            words: vec![text("abc")],
            year: text("2026"),
            mail: text("a@example.com"),
            site: text("https://example.com/"),
            dotted: text("xa.by"),
            needed: Some(1),
        }]),
        odd([
            Elsewhere {
                seconds: Some(1),
                either: 3.into(),
                letter: text("a"),
                labels: Labels { a: Some(1) },
                colour: Colour(text("#abc")),
                class: Level::High,
            },
            Elsewhere {
                seconds: None,
                either: "abc".into(),
                letter: text(""),
                labels: Labels { a: None },
                colour: Colour(text("#abc")),
                class: Level::High,
            },
        ]),
        odd([Timed { wait_ms: Duration::from_millis(5), id: 12 }]),
        odd([Defaults { huge: 7, ..Defaults::default() }]),
        odd([NoNumber { weight: 0.5 }]),
        odd([Converted(1)]),
        odd([Remote { foreign: Foreign { secret: 1 } }]),
        // What it writes and what it takes are two shapes.
        odd::<OneWay, 0>([]),
        odd([Strict { first_name: text("a"), last_name: None, maiden_name: text("b") }]),
        odd([Documents::First, Documents::Third(1)].map(|form| Documented {
            text: text("a"),
            long: text("b"),
            blank: true,
            looks_like_ours: [(text("a"), 1)].into(),
            form,
        })),
    ]
}
