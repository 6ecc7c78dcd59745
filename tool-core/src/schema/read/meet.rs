//! What holds when two schemas hold at once: `$ref` with siblings, `allOf`, and an enumeration flattened into a
//! struct all come down to this.

use std::cmp::Ordering;

use serde_json::{Number, Value};

use super::Reader;
use crate::schema::{
    node::{Array, Bounds, Kind, Node, Object, Rest, Str, Wording},
    once::once,
};

impl Reader<'_> {
    /// Returns what both schemas allow, or nothing when that is no value at all. Words of the second win.
    pub(super) fn meet(&mut self, first: Node, second: Node) -> Option<Node> {
        // Alternatives that hold with alternatives multiply.
        if self.is_too_large() {
            return None;
        }
        if first.kind == Kind::Any && first.values.is_empty() {
            return Some(said(second, first, true));
        }
        if second.kind == Kind::Any && second.values.is_empty() {
            return Some(said(first, second, false));
        }
        if let Kind::Union(branches) = first.kind {
            let rest = Node { kind: Kind::Any, ..first };
            let met = self.meet_each(branches, &second, false);
            return met.map(|met| said(met, rest, true));
        }
        if let Kind::Union(branches) = second.kind {
            let rest = Node { kind: Kind::Any, ..second };
            let met = self.meet_each(branches, &first, true);
            return met.map(|met| said(met, rest, false));
        }
        if first.kind == second.kind && first.values == second.values {
            return Some(said(first, second, false));
        }
        match (&first.kind, &second.kind) {
            (Kind::Reference(name), _) => {
                let name = name.clone();
                self.expanding(&name, |reader, body| reader.meet(body, second))
            }
            (_, Kind::Reference(name)) => {
                let name = name.clone();
                self.expanding(&name, |reader, body| reader.meet(first, body))
            }
            _ => self.meet_plain(first, second),
        }
    }

    /// Returns what another schema allows together with each alternative, as alternatives again.
    pub(super) fn meet_each(&mut self, branches: Vec<Node>, other: &Node, other_first: bool) -> Option<Node> {
        let bare = Node { wording: Wording::default(), default: None, ..other.clone() };
        let met: Vec<_> = branches
            .into_iter()
            .filter_map(|branch| {
                let (one, other) = if other_first { (bare.clone(), branch) } else { (branch, bare.clone()) };
                self.meet(one, other)
            })
            .collect();
        if met.is_empty() {
            return None;
        }
        let mut node = Node::union(met);
        node.wording = node.wording.overridden_by(other.wording.clone());
        node.default = other.default.clone().or(node.default);
        Some(node)
    }

    fn meet_plain(&mut self, first: Node, second: Node) -> Option<Node> {
        let values = both_values(&first.values, &second.values)?;
        let kind = match (first.kind, second.kind) {
            (Kind::Array(first), Kind::Array(second)) => Kind::Array(self.meet_arrays(first, second)?),
            (Kind::Boolean, Kind::Boolean) => Kind::Boolean,
            (Kind::Null, Kind::Null) => Kind::Null,
            (Kind::Object(first), Kind::Object(second)) => Kind::Object(self.meet_objects(first, second)?),
            (Kind::String(first), Kind::String(second)) => Kind::String(meet_strings(first, second)?),
            (Kind::Number(first), Kind::Number(second)) => Kind::Number(meet_bounds(first, &second)?),
            (Kind::Integer(first), Kind::Integer(second) | Kind::Number(second))
            | (Kind::Number(second), Kind::Integer(first)) => Kind::Integer(meet_bounds(first, &second)?),
            _ => return None,
        };
        let (kind, values) = self.enumerated(kind, values)?;
        Some(Node {
            kind,
            values,
            default: second.default.or(first.default),
            wording: first.wording.overridden_by(second.wording),
        })
    }

    fn meet_arrays(&mut self, first: Array, second: Array) -> Option<Array> {
        let positions = match (first.positions.is_empty(), second.positions.is_empty()) {
            (_, true) => first.positions,
            (true, false) => second.positions,
            (false, false) if first.positions.len() == second.positions.len() => {
                let pairs = first.positions.into_iter().zip(second.positions);
                pairs.map(|(first, second)| self.meet(first, second)).collect::<Option<_>>()?
            }
            _ => return None,
        };
        Some(Array {
            items: Box::new(self.meet(*first.items, *second.items)?),
            positions,
            min: first.min.max(second.min),
            max: lesser(first.max, second.max),
            unique: first.unique || second.unique,
        })
    }

    fn meet_objects(&mut self, first: Object, second: Object) -> Option<Object> {
        let Object { mut properties, required, rest, keys, forms } = first;
        for (name, node) in second.properties {
            let node = match properties.remove(&name) {
                Some(known) => self.meet(known, node)?,
                None => node,
            };
            properties.insert(name, node);
        }
        let required = once(required.into_iter().chain(second.required));
        let rest = match (rest, second.rest) {
            (Rest::Unstated, stated) | (stated, Rest::Unstated) => stated,
            (Rest::Closed, _) | (_, Rest::Closed) => Rest::Closed,
            (Rest::Open, other) | (other, Rest::Open) => other,
            (Rest::Each(first), Rest::Each(second)) => Rest::Each(Box::new(self.meet(*first, *second)?)),
        };
        let keys = match (keys, second.keys) {
            (Some(first), Some(second)) if first != second => return None,
            (first, second) => first.or(second),
        };
        Some(Object { properties, required, rest, keys, forms })
    }
}

/// Adds what one schema says, and restricts in no other way, to another.
fn said(node: Node, saying: Node, before: bool) -> Node {
    let Node { kind, values, default, wording } = node;
    if before {
        let default = default.or(saying.default);
        Node { kind, values, default, wording: saying.wording.overridden_by(wording) }
    } else {
        let default = saying.default.or(default);
        Node { kind, values, default, wording: wording.overridden_by(saying.wording) }
    }
}

fn both_values(first: &[Value], second: &[Value]) -> Option<Vec<Value>> {
    match (first, second) {
        (values, []) | ([], values) => Some(values.to_vec()),
        _ => {
            let both: Vec<_> = first.iter().filter(|value| second.contains(value)).cloned().collect();
            (!both.is_empty()).then_some(both)
        }
    }
}

fn meet_strings(first: Str, second: Str) -> Option<Str> {
    let one = |differ: bool| (!differ).then_some(());
    one(first.format.is_some() && second.format.is_some() && first.format != second.format)?;
    one(first.pattern.is_some() && second.pattern.is_some() && first.pattern != second.pattern)?;
    Some(Str {
        min_length: first.min_length.max(second.min_length),
        max_length: lesser(first.max_length, second.max_length),
        format: first.format.or(second.format),
        pattern: first.pattern.or(second.pattern),
    })
}

fn meet_bounds(mut first: Bounds, second: &Bounds) -> Option<Bounds> {
    match (&first.multiple_of, &second.multiple_of) {
        (Some(one), Some(other)) if one != other => return None,
        _ => {}
    }
    tighten(&mut first, second);
    Some(first)
}

/// Narrows bounds to what others allow too.
pub(super) fn tighten(bounds: &mut Bounds, other: &Bounds) {
    let narrow = |own: &mut Option<Number>, other: &Option<Number>, tighter: Ordering| {
        if let Some(other) = other
            && own.as_ref().is_none_or(|own| order(other, own) == tighter)
        {
            *own = Some(other.clone());
        }
    };
    narrow(&mut bounds.minimum, &other.minimum, Ordering::Greater);
    narrow(&mut bounds.maximum, &other.maximum, Ordering::Less);
    narrow(&mut bounds.exclusive_minimum, &other.exclusive_minimum, Ordering::Greater);
    narrow(&mut bounds.exclusive_maximum, &other.exclusive_maximum, Ordering::Less);
    bounds.multiple_of = bounds.multiple_of.take().or_else(|| other.multiple_of.clone());
    bounds.not_zero |= other.not_zero;
    bounds.machine = bounds.machine.take().or_else(|| other.machine.clone());
}

fn order(one: &Number, other: &Number) -> Ordering {
    match (one.as_i128(), other.as_i128()) {
        (Some(one), Some(other)) => one.cmp(&other),
        _ => one.as_f64().partial_cmp(&other.as_f64()).unwrap_or(Ordering::Equal),
    }
}

fn lesser(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.into_iter().chain(other).min()
}
