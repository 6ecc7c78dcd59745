//! Lists and objects, element by element, with the place of each.

use serde::{
    Deserializer,
    de::{self, DeserializeSeed, MapAccess, SeqAccess, Visitor},
    forward_to_deserialize_any,
};
use serde_json::{Map, Value, map};

use super::{Place, Refused, given::Given, key::Key};

/// The elements of a list.
#[derive(Debug)]
pub(super) struct Elements<'de, 'outer> {
    list: &'de [Value],
    next: usize,
    place: &'outer Place<'outer>,
}

impl<'de, 'outer> Elements<'de, 'outer> {
    pub(super) fn of(elements: &'de [Value], place: &'outer Place<'outer>) -> Self {
        Self { list: elements, next: 0, place }
    }

    /// Hands the list to the visitor, which has to take all of it.
    pub(super) fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Refused> {
        let taken = visitor.visit_seq(&mut self)?;
        if self.next == self.list.len() {
            Ok(taken)
        } else {
            Err(de::Error::invalid_length(self.list.len(), &"fewer elements"))
        }
    }
}

impl<'de> SeqAccess<'de> for &mut Elements<'de, '_> {
    type Error = Refused;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Refused> {
        let Some(value) = self.list.get(self.next) else { return Ok(None) };
        let place = Place::index(self.place, self.next);
        self.next += 1;
        Given { value: Some(value), place }.read(seed).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.list.len() - self.next)
    }
}

/// The members of an object, without some that were read elsewhere.
#[derive(Debug)]
pub(super) struct Members<'de, 'outer> {
    left: map::Iter<'de>,
    without: &'outer [&'outer str],
    place: &'outer Place<'outer>,
    value: Option<(&'de str, &'de Value)>,
}

impl<'de, 'outer> Members<'de, 'outer> {
    pub(super) fn of(
        members: &'de Map<String, Value>,
        without: &'outer [&'outer str],
        place: &'outer Place<'outer>,
    ) -> Self {
        Self { left: members.iter(), without, place, value: None }
    }

    /// Hands the object to the visitor, which has to take all of it.
    pub(super) fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Refused> {
        let taken = visitor.visit_map(&mut self)?;
        match self.left.len() {
            0 => Ok(taken),
            left => Err(de::Error::invalid_length(left, &"fewer members")),
        }
    }
}

impl<'de> MapAccess<'de> for &mut Members<'de, '_> {
    type Error = Refused;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Refused> {
        let without = self.without;
        let Some((key, value)) = self.left.find(|(key, _)| !without.contains(&key.as_str())) else {
            return Ok(None);
        };
        self.value = Some((key, value));
        seed.deserialize(Key(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Refused> {
        match self.value.take() {
            Some((key, value)) => Given { value: Some(value), place: Place::key(self.place, key) }.read(seed),
            None => Err(de::Error::custom("a value was asked for before its key")),
        }
    }
}

/// The arguments as a whole, without those that were read elsewhere.
#[derive(Debug)]
pub(super) struct Object<'de, 'outer> {
    pub(super) members: &'de Map<String, Value>,
    pub(super) without: &'outer [&'outer str],
}

impl<'de> Deserializer<'de> for Object<'de, '_> {
    type Error = Refused;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        let decoded = Members::of(self.members, self.without, &Place::Root).visit(visitor);
        decoded.map_err(|refused| refused.at_root(self.without))
    }

    newtype_from_itself! {}

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct seq
        tuple tuple_struct map struct enum identifier ignored_any
    }
}
