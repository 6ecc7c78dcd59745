//! Pass: what a contract asks of every schema in the tree. Absent values have no null, objects say whether they are
//! closed, and results promise no more than they have to.

use std::collections::BTreeMap;

use super::{
    Contract,
    node::{Kind, Node, Object, Rest, Wording},
    union,
};

/// Brings one schema and everything below it into the form that a contract asks for.
pub(super) fn settle(node: Node, contract: Contract) -> Node {
    let Node { kind, values, default, mut wording } = node;
    let kind = match kind {
        Kind::Array(mut array) => {
            array.items = Box::new(settle(*array.items, contract));
            array.positions =
                array.positions.into_iter().map(|position| settle(position, contract)).collect();
            Kind::Array(array)
        }
        Kind::Object(object) => Kind::Object(settle_object(object, contract)),
        Kind::String(mut string) if contract == Contract::Output => {
            string.format = None;
            // What the text is stays said.
            let words = string.pattern.take().and_then(|pattern| pattern.words).map(str::to_owned);
            wording =
                wording.overridden_by(Wording { description: None, remarks: words.into_iter().collect() });
            Kind::String(string)
        }
        Kind::Union(branches) => {
            Kind::Union(branches.into_iter().map(|branch| settle(branch, contract)).collect())
        }
        other => other,
    };
    let default = default.filter(|_| contract == Contract::Input);
    union::simplify(Node { kind, values, default, wording })
}

fn settle_object(object: Object, contract: Contract) -> Object {
    let Object { properties, required, rest, keys, forms } = object;
    let properties: BTreeMap<_, _> = properties
        .into_iter()
        .map(|(name, node)| {
            let node = settle(node, contract);
            let optional = !required.contains(&name);
            // An absent property is null's other name, and the one that every host understands.
            let node = if optional { union::without_null(node).0 } else { node };
            (name, if optional { node } else { Node { default: None, ..node } })
        })
        .collect();
    let rest = match (rest, contract) {
        (Rest::Closed | Rest::Unstated, Contract::Input) => Rest::Closed,
        (Rest::Closed | Rest::Unstated, Contract::Output) | (Rest::Open, _) => Rest::Open,
        (Rest::Each(each), _) => match settle(*each, contract) {
            anything if anything == Node::default() => Rest::Open,
            each => Rest::Each(Box::new(each)),
        },
    };
    Object { properties, required, rest, keys, forms }
}
