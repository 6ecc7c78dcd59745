//! Pass: a root with several forms (an enum, or a struct with a flattened one) as a single object. The exact forms are
//! kept for checking; the description says which form needs what.

use super::{
    node::{Kind, Node, Object, Rest, Wording},
    root::{Definitions, resolved},
    text,
};

/// How the description of such a root begins.
pub(super) const OPENING: &str = "Exactly one form.";

/// Returns a root of several object forms as one object; any other root as it is.
pub(super) fn flatten(root: Node, definitions: &Definitions) -> Node {
    let Kind::Union(branches) = &root.kind else { return root };
    let Some(forms) = objects(branches, definitions, definitions.len() + 1) else { return root };
    let required = required(&bodies(&forms));
    let forms: Vec<_> =
        forms.into_iter().map(|form| without_needed_nulls(form, &required, definitions)).collect();
    let bodies = bodies(&forms);
    let tag = tag(&bodies);
    let remark = rule(&forms, tag, &required);
    let mut object = Object { required, rest: rest(&bodies), ..Object::default() };
    for name in bodies.iter().flat_map(|body| body.properties.keys()) {
        if !object.properties.contains_key(name) {
            object.properties.insert(name.clone(), property(name, &bodies, tag));
        }
    }
    object.forms = forms;
    Node {
        kind: Kind::Object(object),
        wording: Wording { description: None, remarks: vec![remark] },
        ..Node::default()
    }
}

/// Returns the properties that every form needs.
fn required(bodies: &[&Object]) -> Vec<String> {
    let needed = |name: &&String| bodies.iter().all(|body| body.required.contains(*name));
    bodies[0].required.iter().filter(needed).cloned().collect()
}

/// Returns a form that does not need what may be null and is not needed in every form: of the whole that is an absent
/// property, whose null is folded before a form is looked at.
fn without_needed_nulls(mut form: Node, always: &[String], definitions: &Definitions) -> Node {
    if let Kind::Object(Object { properties, required, .. }) = &mut form.kind {
        let nullable = |name: &String| {
            let property = properties.get(name).map(|property| resolved(property.clone(), definitions));
            property.is_some_and(|property| property.branches().iter().any(Node::is_null))
        };
        required.retain(|name| always.contains(name) || !nullable(name));
    }
    form
}

/// Returns the branches as objects, or nothing when one of them is none.
fn objects(branches: &[Node], definitions: &Definitions, depth: usize) -> Option<Vec<Node>> {
    let mut forms = Vec::new();
    for branch in branches {
        let branch = resolved(branch.clone(), definitions);
        match &branch.kind {
            Kind::Object(_) => forms.push(branch),
            Kind::Union(inner) if depth > 0 => forms.extend(objects(inner, definitions, depth - 1)?),
            _ => return None,
        }
    }
    Some(forms)
}

/// Returns the properties whose meaning the rule tells: the tag, and what is the only one of its form.
///
/// Nobody could describe them otherwise: they come from the names of an enum and its variants.
pub(super) fn explained(forms: &[Node]) -> Vec<&str> {
    let bodies = bodies(forms);
    let shared = |name: &&String| bodies.iter().all(|body| body.properties.contains_key(*name));
    let alone = bodies.iter().filter_map(|body| {
        let mut own = body.properties.keys().filter(|name| !shared(name));
        own.next().filter(|_| own.next().is_none()).map(String::as_str)
    });
    alone.chain(tag(&bodies)).collect()
}

/// Returns the objects that the forms are.
fn bodies(forms: &[Node]) -> Vec<&Object> {
    forms.iter().filter_map(as_object).collect()
}

fn as_object(node: &Node) -> Option<&Object> {
    match &node.kind {
        Kind::Object(object) => Some(object),
        _ => None,
    }
}

/// Returns the property that tells the forms apart: one required word in each, and all of them different.
fn tag<'o>(forms: &[&'o Object]) -> Option<&'o str> {
    let (first, others) = forms.split_first()?;
    let word = |form: &Object, name: &str| match form.properties.get(name) {
        Some(Node { kind: Kind::String(_), values, .. })
            if form.required.iter().any(|known| known == name) =>
        {
            <&[_; 1]>::try_from(values.as_slice()).ok().map(|[only]| only.clone())
        }
        _ => None,
    };
    let tells_apart = |name: &&String| {
        let mut seen: Vec<_> = word(first, name).into_iter().collect();
        seen.len() == 1
            && others.iter().all(|form| match word(form, name) {
                Some(word) if !seen.contains(&word) => {
                    seen.push(word);
                    true
                }
                _ => false,
            })
    };
    first.properties.keys().find(tells_apart).map(String::as_str)
}

/// Returns one property of the whole: what it may be in any form.
fn property(name: &str, bodies: &[&Object], tag: Option<&str>) -> Node {
    let found = bodies.iter().filter_map(|body| body.properties.get(name));
    if tag == Some(name) {
        // What the words of the tag mean is said in the rule.
        let bare = found.map(|node| Node { wording: Wording::default(), ..node.clone() });
        return Node::union(bare.collect());
    }
    Node::union(found.cloned().collect())
}

fn rest(bodies: &[&Object]) -> Rest {
    let open = bodies.iter().find(|body| !matches!(body.rest, Rest::Closed | Rest::Unstated));
    match open {
        // Which names belong to which form cannot be said, so neither can what they hold.
        Some(body) if bodies.iter().any(|other| other.rest != body.rest) => Rest::Open,
        Some(body) => body.rest.clone(),
        None => Rest::Closed,
    }
}

/// Returns the sentence that says which form needs what.
fn rule(forms: &[Node], tag: Option<&str>, required: &[String]) -> String {
    let described: Vec<_> = forms.iter().map(|form| form_rule(form, tag, required)).collect();
    format!("{OPENING} {}", described.join("; "))
}

fn form_rule(form: &Node, tag: Option<&str>, required: &[String]) -> String {
    let Some(body) = as_object(form) else { return String::new() };
    let label = tag.and_then(|tag| Some((tag, body.properties.get(tag)?.values.first()?)));
    let label = label.map(|(tag, value)| format!("{tag}={}: ", text::value(value))).unwrap_or_default();
    let needed: Vec<_> =
        body.required.iter().filter(|name| !required.contains(name)).map(String::as_str).collect();
    let needed = if needed.is_empty() { "nothing else".to_owned() } else { needed.join(", ") };
    let said = form.wording.description.as_deref().map(|said| format!(" ({})", text::one_line(said)));
    format!("{label}needs {needed}{}", said.unwrap_or_default())
}
