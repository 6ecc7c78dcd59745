//! Types that a case states by themselves, smaller than those of the list.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

fn tenth() -> f32 {
    0.1
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Ratio {
    #[serde(default = "tenth")]
    ratio: f32,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Single {
    x: f32,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Decimal {
    dec: rust_decimal::Decimal,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Link {
    link: url::Url,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Slug {
    #[schemars(regex(pattern = r"^(?!tmp_)[a-z]+$"))]
    slug: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Identified {
    id: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Query {
    q: String,
}
