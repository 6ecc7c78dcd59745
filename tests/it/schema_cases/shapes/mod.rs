//! The shapes that people give to tools and that break somebody: 67 types and their helpers.
//!
//! They are taken as they were met, so they are not written the way this workspace writes.

mod anything;
mod attributes;
mod enums;
mod flatten;
mod foreign;
mod further;
mod optional;
mod references;
mod results;
mod scalars;
mod stated;
mod wrappers;

pub(crate) use self::{
    anything::AnyVal,
    attributes::{AllDefault, Camel, Skips, Titled, WithDeser},
    enums::{
        Adjacent, EnumDocField, EnumFieldDescr, External, HoldEnums, TaggedRoot, Untagged, UseOneOrMany,
    },
    flatten::{Deny, DenyFlat, Flat, FlatEnum, FlatExternalEnum, FlatMap, FlatOptEnum},
    foreign::{Exts, StdTypes},
    further::{
        BigBound, Docs, KeywordNames, Level1, MapVec, TriState, Unicode, UseDepr, UseFrom, UseNumOrStr,
        UseOther, UseRepr, UseTagNew,
    },
    optional::{DoubleOpt, OptDefault, OptEnum, OptNested, OptPlain, OptSkip},
    references::{Generics, Linked, Node, SameNames, UseFilter, UseRec},
    results::Out,
    scalars::{Bounded, Ints, Maps},
    stated::{Decimal, Identified, Link, Query, Ratio, Single, Slug},
    wrappers::{Cid, Empty, Pt, Unit, UseNewtype, UseTuple, UseUnit},
};
