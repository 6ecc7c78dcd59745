//! The canonical dialect as Rust types: whatever can be said here can be written, and nothing else. How a schema gets
//! here is `read`; how it is written out is `write`.

use std::collections::BTreeMap;

use serde_json::{Number, Value};

use super::once::once;

/// One schema. A constraint that the dialect cannot say stays here too: it goes into the description of the advertised
/// form, and as itself into the exact form.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// The only values allowed, in declaration order; empty for no such restriction.
    pub(super) values: Vec<Value>,
    pub(super) default: Option<Value>,
    pub(super) wording: Wording,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Kind {
    #[default]
    Any,
    Array(Array),
    Boolean,
    Integer(Bounds),
    Null,
    Number(Bounds),
    Object(Object),
    /// A recursive definition, by its name.
    Reference(String),
    String(Str),
    /// At least two alternatives, none of them `Any` or another `Union`.
    Union(Vec<Node>),
}

/// What is said to the model about one schema.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Wording {
    /// The author's words.
    pub(super) description: Option<String>,
    /// Facts for which the dialect has no keyword.
    pub(super) remarks: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Array {
    pub(super) items: Box<Node>,
    /// Schemas of the first positions; `items` holds for the others.
    pub(super) positions: Vec<Node>,
    pub(super) min: Option<u64>,
    pub(super) max: Option<u64>,
    pub(super) unique: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Bounds {
    pub(super) minimum: Option<Number>,
    pub(super) maximum: Option<Number>,
    pub(super) exclusive_minimum: Option<Number>,
    pub(super) exclusive_maximum: Option<Number>,
    pub(super) multiple_of: Option<Number>,
    /// Whether zero is left out.
    pub(super) not_zero: bool,
    /// Bounds of the machine type, where they are too wide to be advertised.
    pub(super) machine: Option<(Number, Number)>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Object {
    pub(super) properties: BTreeMap<String, Node>,
    /// In declaration order, without duplicates.
    pub(super) required: Vec<String>,
    pub(super) rest: Rest,
    /// A pattern that the names of the rest match.
    pub(super) keys: Option<String>,
    /// The forms that were flattened into this object; empty when it is one form by itself.
    pub(super) forms: Vec<Node>,
}

/// What may stand in an object beside its properties.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Rest {
    Closed,
    Each(Box<Node>),
    Open,
    /// The author did not say; the contract decides.
    #[default]
    Unstated,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Str {
    pub(super) min_length: Option<u64>,
    pub(super) max_length: Option<u64>,
    pub(super) format: Option<&'static str>,
    pub(super) pattern: Option<Pattern>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pattern {
    pub(super) source: String,
    /// What is said instead of the pattern, when there are better words.
    pub(super) words: Option<&'static str>,
}

impl Node {
    pub(super) fn of(kind: Kind) -> Self {
        Self { kind, ..Self::default() }
    }

    /// Returns one schema for several alternatives.
    pub(super) fn union(branches: Vec<Node>) -> Self {
        super::union::simplify(Self::of(Kind::Union(branches)))
    }

    pub(super) fn is_null(&self) -> bool {
        self.kind == Kind::Null
    }

    /// Returns the alternatives; a schema that is no union is its only one.
    pub(super) fn branches(&self) -> &[Node] {
        match &self.kind {
            Kind::Union(branches) => branches,
            _ => std::slice::from_ref(self),
        }
    }

    /// Returns the schemas directly below, each with its pointer from here.
    pub(super) fn children(&self) -> Vec<(String, &Node)> {
        match &self.kind {
            Kind::Array(array) => {
                let positions = array.positions.iter().enumerate();
                let positions = positions.map(|(index, node)| (format!("/prefixItems/{index}"), node));
                let rest = array.rest().map(|node| ("/items".to_owned(), node));
                positions.chain(rest).collect()
            }
            Kind::Object(object) => {
                let properties = object.properties.iter();
                let mut below: Vec<_> =
                    properties.map(|(name, node)| (format!("/properties/{}", escape(name)), node)).collect();
                if let Rest::Each(each) = &object.rest {
                    below.push(("/additionalProperties".to_owned(), each));
                }
                below
            }
            Kind::Union(branches) => {
                let branches = branches.iter().enumerate();
                branches.map(|(index, node)| (format!("/anyOf/{index}"), node)).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Array {
    /// Returns the schema of the items behind the first positions, when there may be any.
    pub(super) fn rest(&self) -> Option<&Node> {
        let complete =
            !self.positions.is_empty() && self.max.is_some_and(|max| max <= self.positions.len() as u64);
        (!complete).then_some(&*self.items)
    }
}

impl Wording {
    /// Returns the same with somebody else's words in place of its own, where there are any.
    pub(super) fn overridden_by(mut self, other: Self) -> Self {
        self.description = other.description.or(self.description);
        self.remarks = once(self.remarks.into_iter().chain(other.remarks));
        self
    }
}

/// Escapes a name for a JSON pointer.
pub(crate) fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
