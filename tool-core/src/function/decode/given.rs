//! One value at its place, as serde's deserializer.

use serde::{
    Deserializer,
    de::{self, DeserializeSeed, Expected, Unexpected, Visitor},
    forward_to_deserialize_any,
};
use serde_json::{Number, Value};

use super::{
    Place, Refused,
    choice::Choice,
    sequence::{Elements, Members},
    told::Told,
};

/// A value of the arguments, or its absence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given<'de, 'outer> {
    pub(super) value: Option<&'de Value>,
    pub(super) place: Place<'outer>,
}

impl<'de> Given<'de, '_> {
    /// Decodes the value, and places whatever is refused: also what a type refuses after it was decoded.
    pub(super) fn read<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Refused> {
        seed.deserialize(self).map_err(|refused| refused.at(&self.place, self.value))
    }

    /// Hands the value to the visitor, by what it is.
    fn visit<V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value, Refused> {
        match self.value {
            None => Err(unlike(&visitor)),
            Some(Value::Null) => visitor.visit_unit(),
            Some(Value::Bool(value)) => visitor.visit_bool(*value),
            Some(Value::Number(value)) => number(value, visitor),
            Some(Value::String(value)) => visitor.visit_borrowed_str(value),
            Some(Value::Array(elements)) => Elements::of(elements, &self.place).visit(visitor),
            Some(Value::Object(members)) => Members::of(members, &[], &self.place).visit(visitor),
        }
    }
}

/// Returns the refusal of a value that the visitor cannot take at all.
fn unlike(expected: &dyn Expected) -> Refused {
    de::Error::invalid_type(Unexpected::Other("another kind of value"), expected)
}

fn number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value, Refused> {
    if let Some(number) = number.as_u64() {
        visitor.visit_u64(number)
    } else if let Some(number) = number.as_i64() {
        visitor.visit_i64(number)
    } else if let Some(number) = number.as_f64() {
        visitor.visit_f64(number)
    } else {
        Err(de::Error::invalid_value(Unexpected::Other("a number"), &visitor))
    }
}

impl<'de> Deserializer<'de> for Given<'de, '_> {
    type Error = Refused;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.visit(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.value {
            None | Some(Value::Null) => visitor.visit_none(),
            Some(_) => visitor.visit_some(self),
        }
    }

    newtype_from_itself! {}

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        match Choice::of(self) {
            Some(choice) if choice.asked() == Some("") => Err(Refused::told(Told::Names(names))),
            Some(choice) => visitor.visit_enum(choice),
            None => Err(unlike(&visitor)),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier
    }
}
