//! Pass: alternatives. Nested unions are flattened, unit variants become one enumeration, and what is left of a union
//! with a single alternative is that alternative.

use serde_json::Value;

use super::{
    node::{Kind, Node, Wording},
    once::once,
    text,
};

/// Brings a union into its normal form; any other schema is returned as it is.
pub(super) fn simplify(node: Node) -> Node {
    let Node { kind: Kind::Union(branches), values, default, wording } = node else { return node };
    let branches = merge_enumerations(flatten(branches));
    // One alternative that allows everything makes the others meaningless.
    let anything = branches.iter().any(|branch| branch.kind == Kind::Any);
    match <[Node; 1]>::try_from(branches) {
        _ if anything => Node { kind: Kind::Any, values, default, wording },
        Ok([only]) => {
            let default = default.or(only.default);
            Node { default, wording: only.wording.overridden_by(wording), ..only }
        }
        Err(branches) => Node { kind: Kind::Union(branches), values, default, wording },
    }
}

/// Returns the alternatives of alternatives, each once.
fn flatten(branches: Vec<Node>) -> Vec<Node> {
    let mut flat: Vec<Node> = Vec::new();
    for branch in branches {
        let branch = simplify(branch);
        let found = match branch.kind {
            Kind::Union(inner) => inner,
            _ => vec![branch],
        };
        for node in found {
            // A default belongs to the place, and an alternative is none.
            flat.push(Node { default: None, ..node });
        }
    }
    once(flat)
}

/// Makes one enumeration of several that allow values of the same kind, at the place of the first.
fn merge_enumerations(branches: Vec<Node>) -> Vec<Node> {
    let mut merged: Vec<(Node, usize)> = Vec::new();
    for branch in branches {
        let same = |(node, _): &&mut (Node, usize)| !node.values.is_empty() && node.kind == branch.kind;
        match merged.iter_mut().find(same) {
            Some((first, count)) if !branch.values.is_empty() => {
                if *count == 1 {
                    first.wording = documented(&first.values, &first.wording);
                }
                let said = documented(&branch.values, &branch.wording);
                first.wording.remarks.extend(said.remarks);
                let new = branch.values.into_iter().filter(|value| !first.values.contains(value));
                first.values.extend(new.collect::<Vec<_>>());
                *count += 1;
            }
            _ => merged.push((branch, 1)),
        }
    }
    let joined = |(mut node, count): (Node, usize)| {
        if count > 1 && !node.wording.remarks.is_empty() {
            node.wording.remarks = vec![node.wording.remarks.join("; ")];
        }
        node
    };
    merged.into_iter().map(joined).collect()
}

/// Returns what is said about single values as a remark that names them.
fn documented(values: &[Value], wording: &Wording) -> Wording {
    let words: Vec<_> =
        wording.description.iter().chain(&wording.remarks).map(|words| text::one_line(words)).collect();
    if words.is_empty() {
        return Wording::default();
    }
    let named: Vec<_> = values.iter().map(text::value).collect();
    Wording { description: None, remarks: vec![format!("{}: {}", named.join(", "), words.join(" "))] }
}

/// Returns the union without its null alternative, and whether it had one.
pub(super) fn without_null(node: Node) -> (Node, bool) {
    match node.kind {
        Kind::Union(ref branches) if branches.iter().any(Node::is_null) => {
            let Kind::Union(branches) = node.kind else { return (node, false) };
            let rest: Vec<_> = branches.into_iter().filter(|branch| !branch.is_null()).collect();
            if rest.is_empty() {
                // Several words for null, and nothing beside it.
                return (Node { kind: Kind::Null, ..node }, false);
            }
            (simplify(Node { kind: Kind::Union(rest), ..node }), true)
        }
        _ => (node, false),
    }
}
