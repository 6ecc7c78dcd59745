//! How much of a request may be strict, where a provider refuses the whole request over that. What is over the budget is
//! offered without.

use serde_json::{Map, Value};

/// What the strict tools of one request may have, all together.
#[derive(Clone, Copy)]
pub(crate) struct StrictLimits {
    tools: usize,
    /// Properties that are not required, at any depth.
    optional: usize,
    unions: usize,
}

impl StrictLimits {
    /// Anthropic, structured outputs, schema complexity limits; camel-ai/camel#4171, elizaOS/eliza#16499.
    pub(crate) const ANTHROPIC: Self = Self { tools: 20, optional: 24, unions: 16 };
    pub(crate) const NONE: Self = Self { tools: usize::MAX, optional: usize::MAX, unions: usize::MAX };

    /// Takes what a schema needs, or says which limit of the request it is over, and takes nothing.
    pub(crate) fn take(&mut self, schema: &Value) -> Result<(), String> {
        let mut used = Used::default();
        used.count(schema);
        for (left, used, what) in [
            (self.tools, 1, "strict tools"),
            (self.optional, used.optional, "optional properties in strict tools"),
            (self.unions, used.unions, "unions in strict tools"),
        ] {
            if used > left {
                return Err(format!(
                    "over the limit of the request for {what}; {left} are left, and this has {used}"
                ));
            }
        }
        self.tools -= 1;
        self.optional -= used.optional;
        self.unions -= used.unions;
        Ok(())
    }
}

#[derive(Default)]
struct Used {
    optional: usize,
    unions: usize,
}

impl Used {
    /// Counts a rendered schema. It is as deep as a profile takes it, which is not very.
    fn count(&mut self, schema: &Value) {
        let Value::Object(schema) = schema else { return };
        let named =
            |keyword: &str| schema.get(keyword).and_then(Value::as_object).into_iter().flat_map(Map::iter);
        let required = schema.get("required").and_then(Value::as_array);
        for (name, property) in named("properties") {
            let is_required = required.is_some_and(|names| names.iter().any(|known| known == name));
            self.optional += usize::from(!is_required);
            self.count(property);
        }
        for (_, definition) in named("$defs") {
            self.count(definition);
        }
        if let Some(items) = schema.get("items") {
            self.count(items);
        }
        if let Some(Value::Array(branches)) = schema.get("anyOf") {
            self.unions += 1;
            for branch in branches {
                self.count(branch);
            }
        }
    }
}
