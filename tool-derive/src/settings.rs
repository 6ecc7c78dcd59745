//! What the keys of one attribute say, as written: a key that is absent stays absent, so that a default exists once, in
//! `tool-core`.

use proc_macro2::{Span, TokenStream};
use syn::{Expr, Ident, LitStr, Path, Type};

use crate::crate_path::CratePath;

#[derive(Debug, Default)]
pub(crate) struct Settings {
    pub(crate) name: Option<LitStr>,
    pub(crate) title: Option<LitStr>,
    pub(crate) description: Option<Expr>,
    pub(crate) exposure: Option<Exposure>,
    pub(crate) effect: Option<Effect>,
    pub(crate) idempotent: Option<bool>,
    pub(crate) open_world: Option<bool>,
    pub(crate) headless: Option<Headless>,
    pub(crate) target: Option<LitStr>,
    pub(crate) scopes: Option<Vec<LitStr>>,
    pub(crate) timeout: Option<Milliseconds>,
    pub(crate) kind: Option<Kind>,
    pub(crate) undo: Option<LitStr>,
    pub(crate) control: Option<Control>,
    pub(crate) parallelism: Option<Parallelism>,
    pub(crate) blocking: Option<Blocking>,
    pub(crate) error: Option<Path>,
    pub(crate) icons: Option<Vec<Icon>>,
    pub(crate) meta: Option<TokenStream>,
    pub(crate) tags: Option<Vec<LitStr>>,
    pub(crate) deprecated: Option<LitStr>,
    pub(crate) companion: Option<Ident>,
    pub(crate) collect: Option<Type>,
    pub(crate) krate: Option<CratePath>,
    pub(crate) code: Option<LitStr>,
    /// The message of an error, which has no key.
    pub(crate) message: Option<LitStr>,
}

/// A variant of `tool_core::Exposure`, as the attribute spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exposure {
    Both,
    External,
    Internal,
}

/// A variant of `tool_core::Effect`, as the attribute spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Additive,
    Destructive,
    ReadOnly,
}

/// Why a tool makes no sense without a conversation.
#[derive(Debug)]
pub(crate) enum Headless {
    Never(LitStr),
    NotYet(LitStr),
}

/// A length of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Milliseconds(pub(crate) u64);

/// Whether calls are answered with an operation, and where that was said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    pub(crate) is_operation: bool,
    pub(crate) span: Span,
}

/// A variant of `tool_core::Control`, as the attribute spells it. That a tool is work is what the key's absence says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Control {
    Acts,
    Waits,
}

/// Which calls may run at once, and where that was said.
#[derive(Debug)]
pub(crate) struct Parallelism {
    pub(crate) calls: Calls,
    pub(crate) span: Span,
}

/// A variant of `tool_core::Parallelism`, as the attribute spells it.
#[derive(Debug)]
pub(crate) enum Calls {
    Exclusive,
    Parallel,
    SerialBy(LitStr),
    SerialByTarget,
}

/// Whether the body blocks, and where that was said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocking {
    pub(crate) blocks: bool,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) struct Icon {
    pub(crate) src: LitStr,
    pub(crate) mime_type: Option<LitStr>,
    pub(crate) sizes: Vec<LitStr>,
}
