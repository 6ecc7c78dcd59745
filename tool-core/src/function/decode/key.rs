//! The name of a member, as the type that names members: text, or a number or boolean that was written as text.

use serde::{
    Deserializer,
    de::{IntoDeserializer, Visitor, value::BorrowedStrDeserializer},
    forward_to_deserialize_any,
};

use super::Refused;

#[derive(Clone, Copy, Debug)]
pub(super) struct Key<'de>(pub(super) &'de str);

/// Reads a key as a number or boolean; text that is none goes to the visitor as text, which then says what it expects.
macro_rules! parsed {
    ($($method:ident as $ty:ty => $visit:ident,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
            match self.0.parse::<$ty>() {
                Ok(value) => visitor.$visit(value),
                Err(_) => visitor.visit_borrowed_str(self.0),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = Refused;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        visitor.visit_some(self)
    }

    newtype_from_itself! {}

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        let text: BorrowedStrDeserializer<'de, Refused> = BorrowedStrDeserializer::new(self.0);
        text.into_deserializer().deserialize_enum(name, variants, visitor)
    }

    parsed! {
        deserialize_bool as bool => visit_bool,
        deserialize_i8 as i8 => visit_i8,
        deserialize_i16 as i16 => visit_i16,
        deserialize_i32 as i32 => visit_i32,
        deserialize_i64 as i64 => visit_i64,
        deserialize_i128 as i128 => visit_i128,
        deserialize_u8 as u8 => visit_u8,
        deserialize_u16 as u16 => visit_u16,
        deserialize_u32 as u32 => visit_u32,
        deserialize_u64 as u64 => visit_u64,
        deserialize_u128 as u128 => visit_u128,
        deserialize_f32 as f32 => visit_f32,
        deserialize_f64 as f64 => visit_f64,
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
