//! Serialises as another serializer does, and refuses numbers that JSON has not: they would silently become null. What is
//! refused, here or by a type of the value, is found again by its JSON pointer.

use std::{cell::RefCell, fmt::Display};

use serde::{
    Serialize, Serializer,
    ser::{
        Error, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant,
    },
};

use crate::argument_faults::segment;

/// A serializer, or the rest of a list or an object, that refuses NaN and infinity.
pub(super) struct Finite<'t, S> {
    inner: S,
    trace: &'t Trace,
    /// The case of an enumeration that a list or an object is in.
    variant: Option<&'static str>,
    /// How many elements a list has so far.
    length: usize,
}

/// The place of what was refused, put together on the way out.
#[derive(Default)]
pub(super) struct Trace(RefCell<String>);

impl Trace {
    /// Returns a JSON pointer, which is that of the whole when nothing was refused within.
    pub(super) fn pointer(&self) -> String {
        self.0.borrow().clone()
    }

    /// Passes a result on; a refusal came from within this step.
    fn through<T, E>(&self, step: impl FnOnce() -> String, result: Result<T, E>) -> Result<T, E> {
        if result.is_err() {
            self.0.borrow_mut().insert_str(0, &format!("/{}", segment(&step())));
        }
        result
    }
}

/// A value within another one.
struct Within<'value, 't, T: ?Sized>(&'value T, &'t Trace);

impl<T: Serialize + ?Sized> Serialize for Within<'_, '_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(Finite::new(serializer, self.1))
    }
}

impl<'t, S> Finite<'t, S> {
    pub(super) fn new(inner: S, trace: &'t Trace) -> Self {
        Self { inner, trace, variant: None, length: 0 }
    }

    /// Passes the result of serialising a part on.
    fn part<T, E>(&self, step: impl FnOnce() -> String, result: Result<T, E>) -> Result<T, E> {
        let result = self.trace.through(step, result);
        match self.variant {
            Some(variant) => self.trace.through(|| variant.to_owned(), result),
            None => result,
        }
    }
}

impl<S: Serializer> Finite<'_, S> {
    fn refused() -> S::Error {
        S::Error::custom("NaN and infinity are no numbers of JSON")
    }
}

/// Hands scalars on as they are.
macro_rules! scalars {
    ($($method:ident($($name:ident: $ty:ty),*),)*) => {$(
        fn $method(self, $($name: $ty),*) -> Result<S::Ok, S::Error> {
            self.inner.$method($($name),*)
        }
    )*};
}

/// Begins a list or an object; what is within it comes one by one.
macro_rules! compounds {
    ($($method:ident($($name:ident: $ty:ty),*) -> $rest:ident,)*) => {$(
        fn $method(self, $($name: $ty),*) -> Result<Self::$rest, S::Error> {
            self.inner.$method($($name),*).map(|inner| Finite::new(inner, self.trace))
        }
    )*};
}

/// Begins what a case of an enumeration holds.
macro_rules! variants {
    ($($method:ident -> $rest:ident,)*) => {$(
        fn $method(
            self,
            name: &'static str,
            index: u32,
            variant: &'static str,
            length: usize,
        ) -> Result<Self::$rest, S::Error> {
            let inner = self.inner.$method(name, index, variant, length)?;
            Ok(Finite { variant: Some(variant), ..Finite::new(inner, self.trace) })
        }
    )*};
}

impl<'t, S: Serializer> Serializer for Finite<'t, S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Finite<'t, S::SerializeSeq>;
    type SerializeTuple = Finite<'t, S::SerializeTuple>;
    type SerializeTupleStruct = Finite<'t, S::SerializeTupleStruct>;
    type SerializeTupleVariant = Finite<'t, S::SerializeTupleVariant>;
    type SerializeMap = Finite<'t, S::SerializeMap>;
    type SerializeStruct = Finite<'t, S::SerializeStruct>;
    type SerializeStructVariant = Finite<'t, S::SerializeStructVariant>;

    scalars! {
        serialize_bool(value: bool), serialize_i8(value: i8), serialize_i16(value: i16), serialize_i32(value: i32),
        serialize_i64(value: i64), serialize_i128(value: i128), serialize_u8(value: u8), serialize_u16(value: u16),
        serialize_u32(value: u32), serialize_u64(value: u64), serialize_u128(value: u128),
        serialize_char(value: char), serialize_str(value: &str), serialize_bytes(value: &[u8]),
        serialize_none(), serialize_unit(), serialize_unit_struct(name: &'static str),
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str),
    }

    compounds! {
        serialize_seq(length: Option<usize>) -> SerializeSeq,
        serialize_tuple(length: usize) -> SerializeTuple,
        serialize_tuple_struct(name: &'static str, length: usize) -> SerializeTupleStruct,
        serialize_map(length: Option<usize>) -> SerializeMap,
        serialize_struct(name: &'static str, length: usize) -> SerializeStruct,
    }

    variants! {
        serialize_tuple_variant -> SerializeTupleVariant,
        serialize_struct_variant -> SerializeStructVariant,
    }

    fn serialize_f32(self, value: f32) -> Result<S::Ok, S::Error> {
        // As the shortest text that is this number: the same bits as a wider number would be 0.10000000149011612.
        value.to_string().parse::<f64>().map_err(S::Error::custom).and_then(|value| self.serialize_f64(value))
    }

    fn serialize_f64(self, value: f64) -> Result<S::Ok, S::Error> {
        if value.is_finite() { self.inner.serialize_f64(value) } else { Err(Self::refused()) }
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.inner.serialize_some(&Within(value, self.trace))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.inner.serialize_newtype_struct(name, &Within(value, self.trace))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        let result = self.inner.serialize_newtype_variant(name, index, variant, &Within(value, self.trace));
        self.trace.through(|| variant.to_owned(), result)
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.inner.collect_str(value)
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

/// Hands the elements of a list on, each within this one.
macro_rules! lists {
    ($($trait:ident::$method:ident,)*) => {$(
        impl<S: $trait> $trait for Finite<'_, S> {
            type Ok = S::Ok;
            type Error = S::Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
                let at = self.length;
                self.length += 1;
                let result = self.inner.$method(&Within(value, self.trace));
                self.part(|| at.to_string(), result)
            }

            fn end(self) -> Result<S::Ok, S::Error> {
                self.inner.end()
            }
        }
    )*};
}

lists! {
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field,
}

/// Hands the fields of a struct on, each within this one.
macro_rules! structs {
    ($($trait:ident,)*) => {$(
        impl<S: $trait> $trait for Finite<'_, S> {
            type Ok = S::Ok;
            type Error = S::Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), S::Error> {
                let result = self.inner.serialize_field(key, &Within(value, self.trace));
                self.part(|| key.to_owned(), result)
            }

            fn skip_field(&mut self, key: &'static str) -> Result<(), S::Error> {
                self.inner.skip_field(key)
            }

            fn end(self) -> Result<S::Ok, S::Error> {
                self.inner.end()
            }
        }
    )*};
}

structs! { SerializeStruct, SerializeStructVariant, }

impl<S: SerializeMap> SerializeMap for Finite<'_, S> {
    type Ok = S::Ok;
    type Error = S::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), S::Error> {
        // A key is text in JSON, whatever it was.
        self.inner.serialize_key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
        let result = self.inner.serialize_value(&Within(value, self.trace));
        // Its key has gone by.
        self.part(|| "*".to_owned(), result)
    }

    fn serialize_entry<K: Serialize + ?Sized, T: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &T,
    ) -> Result<(), S::Error> {
        let result = self.inner.serialize_entry(key, &Within(value, self.trace));
        self.part(|| shown(key), result)
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        self.inner.end()
    }
}

/// Returns a key as it stands in a pointer; one that is no text, as JSON.
fn shown(key: &(impl Serialize + ?Sized)) -> String {
    match serde_json::to_value(key) {
        Ok(serde_json::Value::String(text)) => text,
        Ok(other) => other.to_string(),
        Err(_) => "*".to_owned(),
    }
}
