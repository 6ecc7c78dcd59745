//! An enum: the name of a variant, or an object with that name as its only member.

use std::marker::PhantomData;

use serde::de::{self, DeserializeSeed, EnumAccess, Unexpected, VariantAccess, Visitor};
use serde_json::Value;

use super::{
    Place, Refused,
    given::Given,
    key::Key,
    sequence::{Elements, Members},
    told,
};

/// The variant that was chosen, and what it holds.
#[derive(Debug)]
pub(super) struct Choice<'de, 'outer> {
    name: &'de str,
    content: Option<&'de Value>,
    place: Place<'outer>,
}

impl<'de, 'outer> Choice<'de, 'outer> {
    /// Returns the choice that a value makes, if it has the form of one.
    pub(super) fn of(given: Given<'de, 'outer>) -> Option<Self> {
        let place = given.place;
        match given.value? {
            Value::String(name) => Some(Self { name, content: None, place }),
            Value::Object(members) if members.len() == 1 => {
                let (name, content) = members.iter().next()?;
                Some(Self { name, content: Some(content), place })
            }
            _ => None,
        }
    }

    /// Returns the word that somebody asks about.
    pub(super) fn asked(&self) -> Option<&'de str> {
        told::asked(self.name)
    }

    fn place(&self) -> Place<'_> {
        Place::key(&self.place, self.name)
    }

    fn unlike(&self, expected: &dyn de::Expected) -> Refused {
        let refused: Refused = de::Error::invalid_type(Unexpected::Other("another kind of value"), expected);
        refused.at(&self.place(), self.content)
    }
}

impl<'de> EnumAccess<'de> for Choice<'de, '_> {
    type Error = Refused;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Refused> {
        if let Some(word) = self.asked() {
            return Err(Refused::told(told::variant(&seed.deserialize(Key(word))?)));
        }
        let variant = seed.deserialize(Key(self.name))?;
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for Choice<'de, '_> {
    type Error = Refused;

    fn unit_variant(self) -> Result<(), Refused> {
        match self.content {
            None => Ok(()),
            Some(_) => Given { value: self.content, place: self.place() }.read(PhantomData),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Refused> {
        match self.content {
            None => Err(self.unlike(&"an object with the content of the variant")),
            Some(_) => Given { value: self.content, place: self.place() }.read(seed),
        }
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Refused> {
        match self.content {
            Some(Value::Array(elements)) => Elements::of(elements, &self.place()).visit(visitor),
            _ => Err(self.unlike(&visitor)),
        }
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        match self.content {
            Some(Value::Object(members)) => Members::of(members, &[], &self.place()).visit(visitor),
            _ => Err(self.unlike(&visitor)),
        }
    }
}
