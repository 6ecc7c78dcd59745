//! Pass: defaults. They are written as a person would write them, and they fit the schema that they stand in.

use serde_json::Value;

use super::{
    Checker, SchemaFault,
    node::{Kind, Node, Rest},
    number,
    root::Definitions,
    write::{self, Form},
};

/// Tidies every default in a schema, and returns those that their own schema refuses as faults.
pub(super) fn tidy(root: &mut Node, definitions: &Definitions, pointer: &str) -> Vec<SchemaFault> {
    let mut faults = Vec::new();
    walk(root, definitions, pointer, &mut faults);
    faults
}

fn walk(node: &mut Node, definitions: &Definitions, pointer: &str, faults: &mut Vec<SchemaFault>) {
    if let Some(mut default) = node.default.take() {
        shorten(node, &mut default);
        let advertised = write::document(node, definitions, Form::Advertised);
        super::fold_nulls(&advertised, &mut default);
        if fits(node, definitions, &default) {
            node.default = Some(default);
        } else {
            let message = "the default does not fit its own schema, so a host that fills it in is refused; \
                           correct one of them";
            faults.push(SchemaFault::always(format!("{pointer}/default"), "default-unfit", message));
        }
    }
    match &mut node.kind {
        Kind::Array(array) => {
            walk(&mut array.items, definitions, &format!("{pointer}/items"), faults);
            for (index, position) in array.positions.iter_mut().enumerate() {
                walk(position, definitions, &format!("{pointer}/prefixItems/{index}"), faults);
            }
        }
        Kind::Object(object) => {
            for (name, property) in &mut object.properties {
                let step = super::node::escape(name);
                walk(property, definitions, &format!("{pointer}/properties/{step}"), faults);
            }
            if let Rest::Each(each) = &mut object.rest {
                walk(each, definitions, &format!("{pointer}/additionalProperties"), faults);
            }
        }
        Kind::Union(branches) => {
            for (index, branch) in branches.iter_mut().enumerate() {
                walk(branch, definitions, &format!("{pointer}/anyOf/{index}"), faults);
            }
        }
        _ => {}
    }
}

fn fits(node: &Node, definitions: &Definitions, default: &Value) -> bool {
    let exact = write::document(node, definitions, Form::Exact);
    // A schema that does not compile is a fault of its own.
    Checker::compile(&exact).is_ok_and(|checker| checker.is_valid(default))
}

/// Writes single-precision numbers as short as they were written in the program.
fn shorten(node: &Node, value: &mut Value) {
    match (&node.kind, value) {
        (Kind::Number(bounds), Value::Number(number)) if bounds.machine.is_some() => {
            *number = number::single(number).unwrap_or_else(|| number.clone());
        }
        (Kind::Array(array), Value::Array(items)) => {
            for (index, item) in items.iter_mut().enumerate() {
                shorten(array.positions.get(index).unwrap_or(&array.items), item);
            }
        }
        (Kind::Object(object), Value::Object(fields)) => {
            for (name, field) in fields {
                match (object.properties.get(name), &object.rest) {
                    (Some(property), _) => shorten(property, field),
                    (None, Rest::Each(each)) => shorten(each, field),
                    (None, _) => {}
                }
            }
        }
        _ => {}
    }
}
