//! The cases of `fixtures/cases.json`: real reports of what breaks between a type and a model's call. Each right schema
//! is compared as a value, and each call goes through the whole of admission.

pub(crate) mod all;
mod calls;
mod described;
pub(crate) mod echo;
#[expect(
    dead_code,
    clippy::empty_docs,
    clippy::enum_variant_names,
    clippy::linkedlist,
    clippy::needless_pass_by_value,
    clippy::option_option,
    clippy::struct_field_names,
    reason = "types and values as people write them"
)]
mod odd;
mod refused;
mod right;
mod served;
#[expect(dead_code, clippy::option_option, clippy::unreadable_literal, reason = "kept as they were met")]
mod shapes;

use serde_json::Value;

/// Returns the cases, in the order of the file.
fn cases() -> Vec<Value> {
    serde_json::from_str(include_str!("../../fixtures/cases.json")).unwrap()
}

/// Returns one case by its number.
fn case(id: u64) -> Value {
    cases().into_iter().find(|case| case["id"] == id).unwrap()
}
