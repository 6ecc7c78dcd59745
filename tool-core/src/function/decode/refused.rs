//! What a type refused, first as serde says it, then as a fault with its place.

use std::{error::Error, fmt};

use serde::de::{self, Expected, Unexpected};
use serde_json::Value;

use super::{Place, Told};
use crate::{Fault, argument_faults::kind_of};

/// A refusal; boxed, because decoding passes it through many small results.
#[derive(Debug)]
pub(crate) struct Refused(Box<Kind>);

#[derive(Debug)]
enum Kind {
    /// For a reason of the type itself. Its words are dropped: nobody published them, and they can hold what the
    /// caller wrote or what the host keeps to itself.
    Custom,
    Length {
        found: usize,
        expected: String,
    },
    MissingMember(&'static str),
    Placed(Fault),
    /// Nothing is refused: somebody asked.
    Told(Told),
    Type {
        expected: String,
    },
    UnknownMember {
        name: String,
        declared: &'static [&'static str],
    },
    Value {
        expected: String,
    },
    Variant(&'static [&'static str]),
}

impl Refused {
    pub(super) fn told(told: Told) -> Self {
        Self(Box::new(Kind::Told(told)))
    }

    /// Returns what the type told, if it was asked.
    pub(crate) fn answer(self) -> Option<Told> {
        match *self.0 {
            Kind::Told(told) => Some(told),
            _ => None,
        }
    }

    /// Returns the fault. What no place was found for concerns the arguments as a whole.
    pub(crate) fn into_fault(self) -> Fault {
        self.fault(&Place::Root, None, &[])
    }

    /// Places the refusal, unless something further in already did.
    #[cold]
    pub(super) fn at(self, place: &Place<'_>, value: Option<&Value>) -> Self {
        self.placed(place, value, &[])
    }

    /// Places the refusal at the arguments as a whole, of which some were read elsewhere.
    #[cold]
    pub(super) fn at_root(self, beside: &[&str]) -> Self {
        self.placed(&Place::Root, None, beside)
    }

    fn placed(self, place: &Place<'_>, value: Option<&Value>, beside: &[&str]) -> Self {
        if matches!(*self.0, Kind::Told(_)) {
            return self;
        }
        Self(Box::new(Kind::Placed(self.fault(place, value, beside))))
    }

    fn fault(self, place: &Place<'_>, value: Option<&Value>, beside: &[&str]) -> Fault {
        let found = value.map_or("nothing", kind_of);
        let pointer = place.pointer();
        match *self.0 {
            Kind::Placed(fault) => fault,
            Kind::Custom | Kind::Told(_) => Fault::new(pointer, "a value of its type", found),
            Kind::Length { found, expected } => Fault::new(pointer, expected, format!("{found} elements")),
            Kind::MissingMember(name) => Fault::missing(Place::key(place, name).pointer(), "a value"),
            Kind::Type { expected } if value.is_none() => Fault::missing(pointer, expected),
            Kind::Type { expected } => Fault::new(pointer, expected, found),
            Kind::UnknownMember { name, declared } => {
                Fault::unknown(&pointer, &name, declared.iter().chain(beside).copied())
            }
            Kind::Value { expected } => Fault::new(pointer, expected, format!("{found} out of range")),
            Kind::Variant(names) => Fault::new(pointer, format!("one of {}", names.join(", ")), found),
        }
    }
}

impl de::Error for Refused {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self(Box::new(Kind::Custom))
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self(Box::new(Kind::Type { expected: expected.to_string() }))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self(Box::new(Kind::Value { expected: expected.to_string() }))
    }

    fn invalid_length(found: usize, expected: &dyn Expected) -> Self {
        Self(Box::new(Kind::Length { found, expected: expected.to_string() }))
    }

    fn unknown_variant(_: &str, names: &'static [&'static str]) -> Self {
        Self(Box::new(Kind::Variant(names)))
    }

    fn unknown_field(name: &str, declared: &'static [&'static str]) -> Self {
        Self(Box::new(Kind::UnknownMember { name: name.to_owned(), declared }))
    }

    fn missing_field(name: &'static str) -> Self {
        Self(Box::new(Kind::MissingMember(name)))
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Kind::Placed(fault) => fault.fmt(f),
            _ => f.write_str("a value of another type"),
        }
    }
}

impl Error for Refused {}
