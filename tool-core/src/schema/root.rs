//! Pass: the root of a schema, which every host wants to be one plain object.

use std::collections::BTreeMap;

use super::{
    forms,
    node::{Kind, Node, Object},
    text, union,
};

/// Recursive definitions, by name.
pub(super) type Definitions = BTreeMap<String, Node>;

/// Returns the root of an input schema as one object; as it is when it cannot be one.
pub(super) fn input(root: Node, definitions: &Definitions) -> Node {
    let (root, _) = union::without_null(resolved(root, definitions));
    // A type without a value has no fields either.
    let mut root =
        if root.is_null() { Node::of(Kind::Object(Object::default())) } else { as_object(root, definitions) };
    // The tool has a description; a second one would compete with it.
    root.wording.description = root.wording.description.as_deref().and_then(text::facts);
    root.default = None;
    root
}

/// Makes one object of a root with several forms, and shows what its properties refer to.
pub(super) fn as_object(root: Node, definitions: &Definitions) -> Node {
    let mut root = forms::flatten(root, definitions);
    if let Kind::Object(object) = &mut root.kind {
        show_references(object, definitions);
    }
    root
}

/// Returns a definition in place of its name.
pub(super) fn resolved(node: Node, definitions: &Definitions) -> Node {
    let mut node = node;
    // A definition may be the name of another one; one that leads back to itself was refused.
    for _ in 0..=definitions.len() {
        let Kind::Reference(name) = &node.kind else { break };
        let Some(target) = definitions.get(name) else { break };
        let default = node.default.or_else(|| target.default.clone());
        node =
            Node { default, wording: target.wording.clone().overridden_by(node.wording), ..target.clone() };
    }
    node
}

/// Shows recursive definitions once where an argument is of such a type, so that the model reads it at the place.
fn show_references(object: &mut Object, definitions: &Definitions) {
    for (name, property) in &mut object.properties {
        if matches!(property.kind, Kind::Reference(_)) {
            let shown = resolved(std::mem::take(property), definitions);
            let optional = !object.required.contains(name);
            *property = if optional { union::without_null(shown).0 } else { shown };
        }
    }
}
