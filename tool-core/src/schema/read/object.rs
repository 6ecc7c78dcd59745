//! The keywords of objects: their properties, and what may stand beside them.

use serde_json::Value;

use super::Reader;
use crate::schema::{
    keyword::{Schema, named, required},
    node::{Node, Object, Rest, escape},
    once::once,
};

impl<'a> Reader<'a> {
    pub(super) fn object(&mut self, schema: &'a Schema) -> Object {
        let mut object = Object::default();
        for (name, property) in named(schema, "properties") {
            let node = self.within(&format!("/properties/{}", escape(name)), property);
            object.properties.insert(name.clone(), node);
        }
        object.required = once(required(schema).map(str::to_owned));
        let stated = schema.get("additionalProperties").or_else(|| schema.get("unevaluatedProperties"));
        object.rest = match stated {
            None => Rest::Unstated,
            Some(Value::Bool(false)) => Rest::Closed,
            Some(Value::Bool(true)) => Rest::Open,
            Some(each) => self.each("/additionalProperties", each),
        };
        self.patterned(schema, &mut object);
        self.named(schema, &mut object);
        object
    }

    /// Reads what a schema says about the names of a map.
    fn named(&mut self, schema: &'a Schema, object: &mut Object) {
        let Some(names) = schema.get("propertyNames") else { return };
        let pattern = names.get("pattern").and_then(Value::as_str);
        // That names are strings goes without saying.
        let others = names.as_object().is_none_or(|names| {
            names
                .iter()
                .any(|(keyword, value)| keyword != "pattern" && !(keyword == "type" && value == "string"))
        });
        if others || (pattern.is_some() && object.keys.is_some()) {
            let message = "`propertyNames` may hold one `pattern`; say anything else in the description";
            self.fault("property-names", message);
        } else if let Some(pattern) = pattern {
            object.keys = Some(pattern.to_owned());
        }
    }

    /// Reads a map whose names match a pattern.
    fn patterned(&mut self, schema: &'a Schema, object: &mut Object) {
        let mut patterned = named(schema, "patternProperties");
        let Some((pattern, each)) = patterned.next() else { return };
        if patterned.next().is_some() || !matches!(object.rest, Rest::Closed | Rest::Unstated) {
            let message = "`patternProperties` may hold one pattern, beside `additionalProperties` false; \
                           write one map for each";
            self.fault("pattern-properties", message);
        }
        object.rest = self.each("/additionalProperties", each);
        object.keys = Some(pattern.clone());
    }

    fn each(&mut self, step: &str, each: &'a Value) -> Rest {
        match self.within(step, each) {
            // A map of anything with no word about it is an open object.
            anything if anything == Node::default() => Rest::Open,
            each => Rest::Each(Box::new(each)),
        }
    }
}
