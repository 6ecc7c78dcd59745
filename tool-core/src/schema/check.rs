//! Pass: what keeps a schema that can be written from being offered. It changes nothing.

use serde_json::Number;

use super::{
    Contract, SchemaFault, forms,
    node::{Array, Bounds, Kind, Node, Object},
    number,
};

/// Objects and lists inside each other; more, and strict profiles of providers refuse the schema.
const DEEPEST: usize = 10;

const DURATION_AS_NUMBERS: &str = "a duration as two numbers; take a number with its unit in the name, such as `wait_ms: u32`, \
                                   or text, such as `jiff::SignedDuration`";

/// Returns every fault of one schema and everything below it.
pub(super) fn check(node: &Node, contract: Contract, pointer: &str) -> Vec<SchemaFault> {
    let mut faults = Vec::new();
    walk(node, contract, pointer, 0, &mut faults);
    if let (Kind::Object(object), Contract::Input, "") = (&node.kind, contract, pointer) {
        undescribed(object, &mut faults);
    }
    faults
}

fn walk(node: &Node, contract: Contract, pointer: &str, depth: usize, faults: &mut Vec<SchemaFault>) {
    let depth = depth + usize::from(matches!(node.kind, Kind::Array(_) | Kind::Object(_)));
    if depth > DEEPEST {
        let message = format!("more than {DEEPEST} objects and lists inside each other; flatten the type");
        faults.push(SchemaFault::always(pointer, "too-deep", message));
        return;
    }
    match &node.kind {
        Kind::Array(array) if contract == Contract::Input && array.max.is_none() && is_byte(&array.items) => {
            let message = "bytes as a list of numbers; take `tool_core::Base64`, which is text";
            faults.push(SchemaFault::exposed(pointer, "bytes-as-numbers", message));
        }
        Kind::Array(array) if contract == Contract::Input && is_seconds_and_nanos(array) => {
            faults.push(SchemaFault::exposed(pointer, "duration-as-numbers", DURATION_AS_NUMBERS));
            return;
        }
        // A result is looked at when it is there: a count of rows is not worth a bound.
        Kind::Integer(bounds)
            if contract == Contract::Input && node.values.is_empty() && !fits_every_host(bounds) =>
        {
            let message = "hosts round integers beyond 9007199254740991; take an identifier as \
                           `tool_core::Id<u64>`, which is text, or bound a number, at the widest \
                           with `#[schemars(range(min = 0, max = 9007199254740991_u64))]`";
            faults.push(SchemaFault::exposed(pointer, "unbounded-integer", message));
        }
        Kind::Object(object) if contract == Contract::Input && is_pair(object, ["nanos", "secs"]) => {
            faults.push(SchemaFault::exposed(pointer, "duration-as-numbers", DURATION_AS_NUMBERS));
            return;
        }
        Kind::Object(object)
            if contract == Contract::Input && is_pair(object, ["nanos_since_epoch", "secs_since_epoch"]) =>
        {
            let message = "a point in time as two numbers; take text, such as `chrono::DateTime<chrono::Utc>` or \
                           `jiff::Timestamp`";
            faults.push(SchemaFault::exposed(pointer, "time-as-numbers", message));
            return;
        }
        Kind::Object(object) => names(object, contract, pointer, faults),
        _ => {}
    }
    for (step, child) in node.children() {
        walk(child, contract, &format!("{pointer}{step}"), depth, faults);
    }
}

fn names(object: &Object, contract: Contract, pointer: &str, faults: &mut Vec<SchemaFault>) {
    for name in object.required.iter().filter(|name| !object.properties.contains_key(*name)) {
        let message = format!("`required` names {name:?}, which is no property; add it to `properties`");
        faults.push(SchemaFault::always(pointer, "required-unknown", message));
    }
    if contract == Contract::Output {
        return;
    }
    for (name, property) in &object.properties {
        let pointer = format!("{pointer}/properties/{}", super::node::escape(name));
        if !is_plain(name) {
            let message = format!(
                "providers refuse the property name {name:?}; use up to 64 letters, digits and `_`, not starting with \
                 a digit"
            );
            faults.push(SchemaFault::exposed(&pointer, "property-name", message));
        }
        if property.is_null() {
            let message = "an argument that can only be null says nothing; leave it out of the type";
            faults.push(SchemaFault::exposed(&pointer, "null-argument", message));
        }
    }
}

/// Finds arguments that a model would have to guess the meaning of.
fn undescribed(object: &Object, faults: &mut Vec<SchemaFault>) {
    let explained = forms::explained(&object.forms);
    for (name, property) in &object.properties {
        if property.wording.description.is_none() && !explained.contains(&name.as_str()) {
            let message = "the argument has no description; say what to write here, in a doc comment or as `description` in a schema of your own";
            let pointer = format!("/properties/{}", super::node::escape(name));
            faults.push(SchemaFault::exposed(pointer, "undescribed", message));
        }
    }
}

/// Whether an integer of a 64-bit type is bounded to what doubles hold. Other integers are the author's word.
fn fits_every_host(bounds: &Bounds) -> bool {
    let Some((low, high)) = &bounds.machine else { return true };
    let below = [bounds.minimum.as_ref(), bounds.exclusive_minimum.as_ref(), Some(low)];
    let above = [bounds.maximum.as_ref(), bounds.exclusive_maximum.as_ref(), Some(high)];
    [below, above].into_iter().all(|limits| limits.into_iter().flatten().any(number::is_safe))
}

/// Whether an object is what `serde` makes of a type of the standard library: these two numbers, one of them too wide.
fn is_pair(object: &Object, names: [&str; 2]) -> bool {
    let wide = |property: &Node| matches!(&property.kind, Kind::Integer(bounds) if !fits_every_host(bounds));
    object.properties.keys().eq(names) && object.properties.values().any(wide)
}

/// Whether a list is what `serde` makes of `chrono::TimeDelta`: seconds, too wide, and then nanoseconds of less than one.
fn is_seconds_and_nanos(array: &Array) -> bool {
    let [secs, nanos] = array.positions.as_slice() else { return false };
    let below_a_second = |bounds: &Bounds| {
        bounds.minimum.as_ref().and_then(Number::as_u64) == Some(0)
            && (bounds.exclusive_maximum.as_ref().and_then(Number::as_u64) == Some(1_000_000_000)
                || bounds.maximum.as_ref().and_then(Number::as_u64) == Some(999_999_999))
    };
    matches!(&secs.kind, Kind::Integer(bounds) if !fits_every_host(bounds))
        && matches!(&nanos.kind, Kind::Integer(bounds) if below_a_second(bounds))
}

fn is_byte(node: &Node) -> bool {
    let limit = |limit: &Option<Number>| limit.as_ref().and_then(Number::as_u64);
    matches!(&node.kind, Kind::Integer(bounds) if limit(&bounds.minimum) == Some(0) && limit(&bounds.maximum) == Some(255))
}

fn is_plain(name: &str) -> bool {
    let mut letters = name.bytes();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == b'_')
        && name.len() <= 64
}
